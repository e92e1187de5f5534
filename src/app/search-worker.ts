import { parentPort, workerData } from 'node:worker_threads'
import { openSearchSnapshot } from '../adapters/db/sqlite/search-snapshot.ts'
import type { Position } from '../catalogue/change-log.ts'
import { safeRatingClasses } from '../catalogue/search-filter.ts'
import type { SearchDocument } from '../search/search-index.ts'
import { buildIndex } from '../search/upkeep/build-index.ts'
import type { IndexImage } from '../search/upkeep/index-image.ts'

/* The composition root of the thread that builds the search index: the database, read only, and the builder. */

export type BuildMessage =
  | { kind: 'progress'; done: number; of: number }
  | { kind: 'built'; index: IndexImage; position: Position }

const { file } = workerData as { file: string }
const tell = (message: BuildMessage) => parentPort?.postMessage(message)

const snapshot = openSearchSnapshot(file)
try {
  const { documentCount: of, position } = snapshot
  const index = await buildIndex(counted(of), { expectedDocuments: of, safeRatingClasses })
  tell({ kind: 'built', index, position })
} finally {
  snapshot.close()
}

function* counted(of: number): Generator<SearchDocument[]> {
  let done = 0
  for (const documents of snapshot.batches()) {
    yield documents
    done += documents.length
    tell({ kind: 'progress', done, of })
  }
}
