import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { removeAccount } from '#src/accounts/remove-account.ts'
import { keptChanges } from '#src/adapters/db/shared/catalogue/change-log.ts'
import { takeSnapshot } from '#src/adapters/db/sqlite/snapshot.ts'
import { openDatabase } from '#src/adapters/db/sqlite/sqlite.ts'
import { changeGif } from '#src/catalogue/change-gif.ts'
import { selectGifs } from '#src/adapters/db/shared/catalogue/gif-rows.ts'
import { removeGif } from '#src/catalogue/remove-gif.ts'
import { systemClock } from '#src/lib/clock.ts'
import { renditionsOf } from '../contract/stores.ts'
import { runCommand } from '../support/processes/command.ts'
import { publishGif } from '../support/stores/gifs.ts'
import { decideAbout } from '../support/stores/notices.ts'
import { openTestStores, type TestStores } from '../support/stores/stores.ts'
import { onOneMachine } from '../support/instance.ts'

const ascending = (one: number, other: number) => one - other
const shape = { width: 480, height: 270, frames: 30 }

/** Everything that the catalogue shows, and the position of its log. */
async function stateOf({ db, changeLog }: TestStores) {
  const gifs = await selectGifs(db).select(['gif.slot', 'gif.uses', 'gif.trend']).execute()
  const categories = await db.selectFrom('category').selectAll().execute()
  // Positions in the random pools are never shown to anyone.
  const shown = gifs.map(
    ({ slot, category_code: _code, category_name: _name, ...gif }) =>
      [gif.id, JSON.stringify({ ...gif, listed: slot !== null })] as const,
  )
  return { gifs: new Map(shown), categories: JSON.stringify(categories), ...(await changeLog.position()) }
}

async function entriesOf({ changeLog }: TestStores, after: number) {
  const changes = await changeLog.since(after, 1000)
  return {
    gifs: changes.map(({ gifId }) => gifId).filter((id) => id !== null),
    categories: changes.filter(({ categoryId }) => categoryId !== null).length,
    versions: changes.map(({ version }) => version),
  }
}

/** Runs an action, and checks that the log has one entry for each GIF it changed and for each change of a category. */
async function logged(stores: TestStores, what: string, action: () => Promise<unknown>): Promise<void> {
  const before = await stateOf(stores)
  await action()
  const after = await stateOf(stores)
  const ids = new Set([...before.gifs.keys(), ...after.gifs.keys()])
  const changed = [...ids].filter((id) => before.gifs.get(id) !== after.gifs.get(id))
  const entries = await entriesOf(stores, before.version)
  assert.deepEqual(entries.gifs.toSorted(ascending), changed.toSorted(ascending), what)
  assert.equal(entries.categories, Number(before.categories !== after.categories), what)
  assert.ok(entries.versions.length > 0, what)
  assert.deepEqual(
    entries.versions,
    entries.versions.map((_, index) => before.version + index + 1),
    what,
  )
  assert.equal(after.version, entries.versions.at(-1), what)
  assert.equal(after.epoch, before.epoch, what)
}

async function accountOf({ accounts }: TestStores, email: string, admin = false) {
  return accounts.add({ email, premium: false, admin, passwordHash: null })
}

test('every change of a GIF or a category is logged', async (t) => {
  const stores = await openTestStores(t)
  const { catalogue, unitOfWork } = stores
  const anna = await accountOf(stores, 'anna@example.org')
  const owner = { account: anna }
  const mine = { ownerId: anna.id, mediaId: 'shared' }
  await logged(stores, 'publish', () => publishGif(stores, { ...mine, code: 'one' }))
  await logged(stores, 'publish a private one', () =>
    publishGif(stores, { ...mine, code: 'two', visibility: 'private' }),
  )
  await logged(stores, 'publish another one', () => publishGif(stores, { ...mine, code: 'three' }))
  await logged(stores, 'change', () => changeGif(catalogue, 'one', owner, { title: 'Another title' }))
  await logged(stores, 'make public', () => changeGif(catalogue, 'two', owner, { visibility: 'public' }))
  await logged(stores, 'make private', () => changeGif(catalogue, 'two', owner, { visibility: 'private' }))
  await logged(stores, 'move', () => changeGif(catalogue, 'one', owner, { categoryId: 2 }))
  await logged(stores, 'hide', () => decideAbout(stores, 'one', 'hide'))
  await logged(stores, 'show', () => decideAbout(stores, 'one', 'restore'))
  await logged(stores, 'add renditions', () =>
    unitOfWork.inTransaction(({ catalogue: writer }) =>
      writer.addRenditions('shared', renditionsOf(shape, { gif: 1234 })),
    ),
  )
  await logged(stores, 'remove', () => removeGif(stores, 'three', owner))
  await logged(stores, 'remove an account and keep its GIFs', () =>
    removeAccount(stores.accounts, stores.mediaStore, anna.id, 'keep'),
  )
  const bert = await accountOf(stores, 'bert@example.org')
  for (const code of ['four', 'five']) await publishGif(stores, { code, ownerId: bert.id })
  await logged(stores, 'remove an account and its GIFs', () =>
    removeAccount(stores.accounts, stores.mediaStore, bert.id, 'remove'),
  )
  const command = async (...args: string[]) => {
    const { code, err } = await runCommand(args, { DATA_DIR: stores.folder }).ended
    assert.equal(code, 0, err)
  }
  await logged(stores, 'category add', () => command('category', 'add', 'Frogs & Toads', 'frogs'))
  await logged(stores, 'category rename', () => command('category', 'rename', 'frogs', 'Toads'))
  await logged(stores, 'category move', () => command('category', 'move', 'frogs', '2'))
  await logged(stores, 'category remove', () => command('category', 'remove', 'frogs'))
})

test('a transaction that is rolled back leaves the log unchanged', async (t) => {
  const stores = await openTestStores(t)
  await publishGif(stores)
  const before = await stateOf(stores)
  await assert.rejects(stores.catalogue.change(1, { categoryId: 999 }))
  await assert.rejects(stores.catalogue.removeCategory(1))
  assert.deepEqual(await stateOf(stores), before)
})

test('the log keeps only its newest entries, and knows from which one it is complete', async (t) => {
  const stores = await openTestStores(t)
  await publishGif(stores)
  const { version, oldest } = await stores.changeLog.position()
  assert.equal(oldest, version - 1)
  await stores.db
    .updateTable('catalogue_version')
    .set({ version: version + keptChanges })
    .execute()
  await publishGif(stores)
  const position = await stores.changeLog.position()
  assert.deepEqual([position.version, position.oldest], [version + keptChanges + 1, version + keptChanges])
})

async function epochIn(t: TestContext, file: string): Promise<string> {
  const { db, close } = await openDatabase({ file })
  t.after(close)
  return (await db.selectFrom('catalogue_version').select('epoch').executeTakeFirstOrThrow()).epoch
}

test('a backup starts another history', onOneMachine('a copy of the file of SQLite'), async (t) => {
  const stores = await openTestStores(t)
  await publishGif(stores)
  const target = join(stores.folder, 'copy.db')
  await (await takeSnapshot(join(stores.folder, 'gifwright.db'), target, systemClock)).finish()
  const { epoch } = await stores.changeLog.position()
  const copied = await epochIn(t, target)
  assert.ok(epoch.length >= 16 && copied.length >= 16)
  assert.notEqual(copied, epoch)
})
