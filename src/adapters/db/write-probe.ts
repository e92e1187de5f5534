import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Commits a row of no meaning: resolves only where the database can be written. Throws what hinders it. */
export async function tryToWrite(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .insertInto('instance')
    .values({ key: 'probe', value: String(now) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(now) }))
    .execute()
}
