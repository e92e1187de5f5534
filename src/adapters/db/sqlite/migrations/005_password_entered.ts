import { type Kysely, sql } from 'kysely'

/** Adds the time at which the password was last entered in a session; null for older sessions, which must enter it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE session ADD COLUMN password_entered_at INTEGER').execute(db)
}
