import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { maxLockWaitMs } from './sqlite/lock-wait.ts'
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

/** The secret of the installation that the database in a file is of, be it of any version. Throws for a file that is no such database. */
export function instanceSecretIn(file: string): unknown {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: maxLockWaitMs })
  try {
    return connection.prepare("select value from instance where key = 'secret'").get()?.value
  } finally {
    connection.close()
  }
}
