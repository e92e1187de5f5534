import { DatabaseSync } from 'node:sqlite'
import type { Position } from '../../../catalogue/change-log.ts'
import type { SearchDocument } from '../../../search/search-index.ts'
import { maxLockWaitMs } from './lock-wait.ts'
import { type DocumentRow, toDocument } from '../shared/catalogue/search-source.ts'

/** All documents as they are at one position of the change log. */
export type SearchSnapshot = {
  position: Position
  documentCount: number
  /** In the order of their ids. Each step blocks the thread until the batch is read. */
  batches(): Generator<SearchDocument[]>
  close(): void
}

/** Documents read at once. */
const batch = 1000

/**
 * Opens the database in `file` to read all documents in one transaction, for a thread of its own: it blocks, and it is
 * the fastest way to read them all. Writers are not held up. Throws SQLite's errors.
 */
export function openSearchSnapshot(file: string): SearchSnapshot {
  const database = new DatabaseSync(file, { readOnly: true, timeout: maxLockWaitMs })
  try {
    database.exec('BEGIN')
    const position = database.prepare('SELECT epoch, version FROM catalogue_version').get() as Position
    const counted = database.prepare('SELECT coalesce(sum(size), 0) AS documents FROM gif_pool').get()
    return {
      position: { epoch: position.epoch, version: position.version },
      documentCount: Number(counted?.documents),
      *batches() {
        const rows = database
          .prepare(
            `SELECT id, title, alt, tags, category_id, rating, has_alpha, width, height, uses
             FROM gif WHERE slot IS NOT NULL ORDER BY id`,
          )
          .iterate() as Iterable<DocumentRow>
        let documents: SearchDocument[] = []
        for (const row of rows) {
          documents.push(toDocument(row))
          if (documents.length < batch) continue
          yield documents
          documents = []
        }
        if (documents.length > 0) yield documents
      },
      close: () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}
