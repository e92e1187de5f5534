import type { Kysely } from 'kysely'
import { changeTables } from '../ddl.ts'

/** Adds the note on a GIF's size: see src/options/rules/size-note.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeTables(db, ['ALTER TABLE task ADD COLUMN size_note TEXT'])
}
