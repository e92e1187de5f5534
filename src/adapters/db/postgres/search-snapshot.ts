import { Client } from 'pg'
import type { Position } from '../../../catalogue/change-log.ts'
import {
  type DocumentRow,
  type SearchSnapshot,
  snapshotQueries,
  toDocument,
} from '../shared/catalogue/search-source.ts'
import { toPostgresError } from './faults.ts'
import { connectionConfig, type PostgresOptions } from './postgres.ts'

/** The number of documents read at once: 2,000 rows are about 300 KB. */
const batch = 2000

/**
 * Opens a separate connection that reads all documents in one transaction with a cursor, for the thread that builds the
 * index. Writers are not blocked. It and the batches throw AppError unavailable.
 */
export async function openPostgresSearchSnapshot(options: PostgresOptions): Promise<SearchSnapshot> {
  const client = new Client(connectionConfig(options))
  // The pending statement rejects too.
  client.on('error', () => undefined)
  const query = async <Row extends object>(text: string) => {
    try {
      return (await client.query<Row>(text)).rows
    } catch (error) {
      throw toPostgresError(error)
    }
  }
  try {
    await client.connect().catch((error: unknown) => {
      throw toPostgresError(error)
    })
    await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const [position] = await query<Position>(snapshotQueries.position)
    const [counted] = await query<{ documents: number }>(snapshotQueries.documentCount)
    if (position === undefined) throw new Error('The database has no version of the catalogue')
    await query(`DECLARE documents NO SCROLL CURSOR FOR ${snapshotQueries.documents}`)
    return {
      position: { epoch: position.epoch, version: position.version },
      documentCount: Number(counted?.documents),
      async *batches() {
        for (;;) {
          const rows = await query<DocumentRow>(`FETCH ${batch} FROM documents`)
          if (rows.length > 0) yield rows.map(toDocument)
          if (rows.length < batch) return
        }
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}
