import { type Kysely, sql } from 'kysely'
import { databaseName } from '../../../lib/database.ts'
import type { Tables } from '../shared/tables.ts'

const maxFaults = 20

/** What SQLite finds wrong with a database when it reads all of it, a sentence each; the search index too. */
export async function databaseFaults(db: Kysely<Tables>): Promise<string[]> {
  const integrity = await sql<{
    integrity_check: string
  }>`pragma integrity_check(${sql.lit(maxFaults)})`.execute(db)
  const references = await sql<{ table: string }>`pragma foreign_key_check`.execute(db)
  return [
    ...integrity.rows.map((row) => row.integrity_check).filter((verdict) => verdict !== 'ok'),
    ...references.rows
      .slice(0, maxFaults)
      .map(({ table }) => `A row of ${table} refers to one that is not there.`),
  ].map((fault) => `${databaseName}: ${fault}`)
}
