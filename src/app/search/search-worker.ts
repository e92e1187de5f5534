import { parentPort, workerData } from 'node:worker_threads'
import type { PostgresOptions } from '../../adapters/db/postgres/postgres.ts'
import { openPostgresSearchSnapshot } from '../../adapters/db/postgres/search-snapshot.ts'
import { openSqliteSearchSnapshot } from '../../adapters/db/sqlite/search-snapshot.ts'
import type { BuildMessage } from '../../adapters/search/index-builder.ts'
import { safeRatingClasses } from '../../catalogue/search-filter.ts'
import type { SearchDocument } from '../../search/search-index.ts'
import { buildIndex } from '../../search/upkeep/build-index.ts'

/* The composition root of the thread that builds the search index: the database, read only, and the builder. */

/** The location of the catalogue: the file of SQLite, or PostgreSQL. */
export type SearchDatabase = { file: string } | Omit<PostgresOptions, 'observer'>

const database = workerData as SearchDatabase
const tell = (message: BuildMessage) => parentPort?.postMessage(message)

const snapshot =
  'file' in database ? openSqliteSearchSnapshot(database.file) : await openPostgresSearchSnapshot(database)
try {
  const { documentCount: of, position } = snapshot
  const index = await buildIndex(counted(of), { expectedDocuments: of, safeRatingClasses })
  tell({ kind: 'built', index, position })
} finally {
  await snapshot.close()
}

async function* counted(of: number): AsyncGenerator<SearchDocument[]> {
  let done = 0
  for await (const documents of snapshot.batches()) {
    yield documents
    done += documents.length
    tell({ kind: 'progress', done, of })
  }
}
