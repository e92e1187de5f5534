import { type Kysely, sql } from 'kysely'

/** When the password was last entered in a session; null for sessions from before, which are asked for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE session ADD COLUMN password_entered_at INTEGER').execute(db)
}
