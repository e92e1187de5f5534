import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The secret of this installation (32 bytes in base64url), for signatures. Made at its first start, the same ever after. */
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
