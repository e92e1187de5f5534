import { type Kysely, sql } from 'kysely'

/** Which part of the video a GIF was made from, where the one that loops best was looked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE task ADD COLUMN loop_start_seconds REAL').execute(db)
  await sql.raw('ALTER TABLE task ADD COLUMN loop_end_seconds REAL').execute(db)
}
