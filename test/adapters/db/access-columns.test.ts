import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { accessTables } from '#src/adapters/db/shared/accounts/access-rows.ts'
import { openTestStores } from '../../support/stores/stores.ts'

/** Names of columns that hold a credential or identify the owner of a row. */
const suspicious =
  /hash|secret|key|token|password|credential|cookie|nonce|signature|session|account|owner|client|browser|user|reporter|subject|decided_by/

const ofGif = 'a GIF is content: its owner opens it by a listed credential'
const ofTask = 'names the client of a turn, by a keyed hash; opens nothing'
const ofFile = 'the SHA-256 of a file, used to find copies; opens nothing'

/** Columns that do not end with access, each with the reason. Columns of the listed tables end with their rows. */
const exceptions: Record<string, string> = {
  'account.password_hash': 'set to the new password, or to none, in the transaction that ends the rest',
  'gif.owner_id': ofGif,
  'gif.source_hash': ofFile,
  'moved_gif.source_hash': ofFile,
  'task.owner_id': 'an accepted creation is made, for the account',
  'task.client': ofTask,
  'task.claim_token': 'is known only to the process that works on the task',
  'task.source_hash': ofFile,
  'app.key_hash': 'belongs to the instance: an app has no account, and the operator removes it',
  'app.key_hint': 'the first letters of a key, which open nothing',
  'instance.key': 'the name of a value of the instance',
  'shared_count.key': 'a keyed hash of the counted client',
  'visitor_gif.key_hash': 'manages the GIF of a visitor without an account',
  'visitor_gif.client': ofTask,
  'notice.secret_hash': 'opens the receipt of one notice, which shows nothing of an account',
  'notice.reporter_id': 'the sender of a notice; opens nothing',
  'notice_case.owner_id': 'the owner of the reported GIF; opens nothing',
  'notice_case.content_hash': ofFile,
  'notice_decision.decided_by': 'the address of the operator who decided; opens nothing',
  'favourite.account_id': 'content of the account',
  'collection.account_id': 'content of the account',
  'drop_overflow.owner_id': 'content of the account',
  'dropped_file.owner_id': 'content of the account',
  'prepared_source.owner_id': 'content of the account, which ends after a day',
  'prepared_source.browser':
    'opens the sources that a visitor’s browser prepared; an account’s source has none',
  'prepared_source.client': ofTask,
  'fetched_source.address_hash': 'names the fetched link; opens nothing',
  'fetched_source.source_hash': ofFile,
  'notice.rights_owner': 'the name of a rights holder, as the sender of a notice wrote it',
}

test('every column that holds a credential or an account is listed as ending with access, or excepted with a reason', async (t) => {
  const { db } = await openTestStores(t)
  const onList = new Set<string>(Object.values(accessTables).map(({ table }) => table))
  const tables = (await db.introspection.getTables()).filter(({ isView }) => !isView)
  const found: string[] = []
  for (const { name, columns } of tables) {
    const { rows } = await sql<{ column: string }>`
      select "from" as "column" from pragma_foreign_key_list(${name}) where "table" = 'account'
    `.execute(db)
    const references = new Set(rows.map(({ column }) => column))
    for (const { name: column } of columns) {
      if (references.has(column) || suspicious.test(column)) found.push(`${name}.${column}`)
    }
  }
  assert.deepEqual(
    found.filter((column) => !onList.has(column.split('.')[0] ?? '') && !Object.hasOwn(exceptions, column)),
    [],
    'end it in access-rows.ts, or except it with a reason',
  )
  assert.deepEqual(
    Object.keys(exceptions).filter((column) => !found.includes(column)),
    [],
    'exceptions for columns that no longer exist',
  )
})
