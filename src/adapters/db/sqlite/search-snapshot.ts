import { DatabaseSync } from 'node:sqlite'
import type { Position } from '../../../catalogue/change-log.ts'
import type { SearchDocument } from '../../../search/search-index.ts'
import { maxLockWaitMs } from './lock-wait.ts'
import {
  type DocumentRow,
  type SearchSnapshot,
  snapshotQueries,
  toDocument,
} from '../shared/catalogue/search-source.ts'

/** The number of documents read at once. */
const batch = 1000

/**
 * Opens the database in `file` to read all documents in one transaction. For a separate thread: each step blocks until
 * a batch is read, which is the fastest way. Writers are not blocked. Throws SQLite's errors.
 */
export function openSqliteSearchSnapshot(file: string): SearchSnapshot {
  const database = new DatabaseSync(file, { readOnly: true, timeout: maxLockWaitMs })
  try {
    database.exec('BEGIN')
    const position = database.prepare(snapshotQueries.position).get() as Position
    const counted = database.prepare(snapshotQueries.documentCount).get()
    return {
      position: { epoch: position.epoch, version: position.version },
      documentCount: Number(counted?.documents),
      *batches() {
        const rows = database.prepare(snapshotQueries.documents).iterate() as Iterable<DocumentRow>
        let documents: SearchDocument[] = []
        for (const row of rows) {
          documents.push(toDocument(row))
          if (documents.length < batch) continue
          yield documents
          documents = []
        }
        if (documents.length > 0) yield documents
      },
      close: async () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}
