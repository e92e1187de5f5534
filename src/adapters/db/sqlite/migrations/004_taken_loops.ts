import { type Kysely, sql } from 'kysely'

/** Adds the part of the video that a GIF was made from, if the best loop was searched for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE task ADD COLUMN loop_start_seconds REAL').execute(db)
  await sql.raw('ALTER TABLE task ADD COLUMN loop_end_seconds REAL').execute(db)
}
