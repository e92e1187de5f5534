import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * A query that is asked often, compiled once: building one costs more than a point read.
 * `query` is compiled with any values; a call gives the real ones, in the order they stand in the SQL.
 */
export function prepared<Row>(
  db: Kysely<Tables>,
  query: CompiledQuery<Row>,
): (...values: (string | number | null)[]) => Promise<Row[]> {
  return async (...values) => (await db.executeQuery<Row>({ ...query, parameters: values })).rows
}
