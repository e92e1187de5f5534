import { DatabaseSync } from 'node:sqlite'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import type { Snapshot } from '../../../backup/backup.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { ErrorView } from '../../../lib/app-error.ts'
import { flush } from '../../../lib/disk/files.ts'
import { idOf, SqlBackupRows } from '../shared/backup-rows.ts'
import { jsonText, listOf, requestWithoutSource } from '../shared/dialect.ts'
import { toCopyingError } from './faults.ts'
import { renewEpoch } from '../shared/catalogue/change-log.ts'
import { deleteGifRow } from '../shared/catalogue/gif-rows.ts'
import { maxLockWaitMs } from './lock-wait.ts'
import { openDatabase } from './sqlite.ts'
import type { Tables } from '../shared/tables.ts'

const uploadsMissing: ErrorView = {
  code: 'not_found',
  message:
    'The file that was sent for this GIF is not in the backup that was restored. Please make it again.',
}

/**
 * Copies the database `source` as it is at this moment, beside `target`, whose place the copy takes when it is
 * finished. The copy is written anew, in one reading transaction: writers are not held up, however busy they are, and
 * what was deleted is not in it.
 */
export async function takeSnapshot(source: string, target: string, clock: Clock): Promise<Snapshot> {
  const file = `${target}.new`
  await removeDatabase(file)
  const connection = new DatabaseSync(source, { readOnly: true, timeout: maxLockWaitMs })
  try {
    connection.prepare('VACUUM INTO ?').run(file)
  } catch (error) {
    await removeDatabase(file)
    throw toCopyingError(error, source, file)
  } finally {
    connection.close()
  }
  return new SqlSnapshot(await openDatabase({ file }), { file, target, clock })
}

type Place = { file: string; target: string; clock: Clock }

class SqlSnapshot extends SqlBackupRows implements Snapshot {
  readonly #place: Place
  readonly #close: () => Promise<void>

  constructor({ db, close }: { db: Kysely<Tables>; close: () => Promise<void> }, place: Place) {
    super(db, place.clock)
    this.#place = place
    this.#close = close
  }

  async removeGifs(folders: string[]): Promise<number> {
    let removed = 0
    for (const folder of folders) {
      await this.db.transaction().execute(async (trx) => {
        const rows = await trx.selectFrom('gif').select('id').where('media_id', '=', idOf(folder)).execute()
        for (const { id } of rows) await deleteGifRow(trx, id)
        removed += rows.length
      })
    }
    return removed
  }

  async endTasks(folders: string[]): Promise<void> {
    const now = this.clock.now()
    await this.db
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

  async finish(): Promise<void> {
    const { file, target } = this.#place
    await this.#forgetSources()
    // What is kept of the catalogue elsewhere, such as the search index, is not of this copy's history.
    await renewEpoch(this.db)
    await this.#close()
    // One file, that can be read where nothing can be written: no log beside it.
    const connection = new DatabaseSync(file)
    connection.exec('PRAGMA journal_mode = DELETE')
    connection.close()
    await flush(file)
    await rename(file, target)
    await flush(dirname(target))
  }

  /** Kept sources are in no backup. */
  async #forgetSources(): Promise<void> {
    await this.db
      .updateTable('task')
      .set({ request: requestWithoutSource })
      .where('class', '=', 'derivation')
      .where(jsonText('request', 'source'), 'is not', null)
      .execute()
  }

  async close(): Promise<void> {
    await this.#close()
    await removeDatabase(this.#place.file)
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const ending of ['', '-journal', '-wal', '-shm']) await rm(file + ending, { force: true })
}
