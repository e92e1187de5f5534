import type { Kysely } from 'kysely'
import { AppError, toErrorView } from '../../../lib/app-error.ts'
import { idOf } from './backup-rows.ts'
import { renewEpoch } from './catalogue/change-log.ts'
import { deleteGifRow } from './catalogue/gif-rows.ts'
import { jsonText, listOf, requestWithoutSource } from './dialect.ts'
import { sourceClasses } from './tasks/task-rows.ts'
import type { Tables } from './tables.ts'

/*
 * The edits that make a copy of a database usable by a service: in SQLite when the copy is made, in PostgreSQL when it
 * is restored.
 */

const uploadsMissing = toErrorView(new AppError('not_found', { detail: 'uploadNotInBackup' }))

/** Removes the GIFs of these folders as the service does; returns their number. */
export async function removeGifsOf(db: Kysely<Tables>, folders: readonly string[]): Promise<number> {
  let removed = 0
  for (const folder of folders) {
    await db.transaction().execute(async (trx) => {
      const rows = await trx.selectFrom('gif').select('id').where('media_id', '=', idOf(folder)).execute()
      for (const { id } of rows) await deleteGifRow(trx, id)
      removed += rows.length
    })
  }
  return removed
}

/** Ends the tasks of these folders with an error saying that their uploads are not in the backup. */
export async function endTasksOf(db: Kysely<Tables>, folders: readonly string[], now: number): Promise<void> {
  await db
    .updateTable('task')
    .set((eb) => ({
      status: 'error',
      error: JSON.stringify(uploadsMissing),
      ended_at: eb.fn.coalesce('ended_at', eb.val(now)),
      claim_token: null,
      client: null,
    }))
    .where('id', 'in', listOf(folders.map(idOf)))
    .execute()
}

/**
 * Forgets the kept and prepared sources, which no backup contains, and begins a new history of the catalogue, because
 * data derived elsewhere, such as a search index, does not match this copy.
 */
export async function beginAnew(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('task')
    .set({ request: requestWithoutSource })
    .where('class', '=', 'derivation')
    .where(jsonText('request', 'source'), 'is not', null)
    .execute()
  await db.deleteFrom('prepared_source').execute()
  await db.deleteFrom('task').where('class', 'in', sourceClasses).execute()
  await renewEpoch(db)
}
