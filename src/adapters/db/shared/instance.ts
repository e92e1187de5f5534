import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The secret of this instance for signatures (32 bytes in base64url). Created at its first start, it never changes. */
export async function instanceSecret(db: Kysely<Tables>): Promise<string> {
  await db
    .insertInto('instance')
    .values({ key: 'secret', value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('instance')
    .select('value')
    .where('key', '=', 'secret')
    .executeTakeFirstOrThrow()
  return row.value
}

/** The secret of the instance that a database belongs to; undefined if no service was ever started on it. */
export async function knownSecret(db: Kysely<Tables>): Promise<string | undefined> {
  const row = await db.selectFrom('instance').select('value').where('key', '=', 'secret').executeTakeFirst()
  return row?.value
}

/** Commits a row without meaning. Resolves only if the database can be written; throws the error otherwise. */
export async function tryToWrite(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .insertInto('instance')
    .values({ key: 'probe', value: String(now) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(now) }))
    .execute()
}
