import type { Kysely } from 'kysely'
import { changeTables } from '../ddl.ts'

/** Adds the characters of a GIF's texts that no font has: see src/creation/task.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeTables(db, ['ALTER TABLE task ADD COLUMN missing_characters TEXT'])
}
