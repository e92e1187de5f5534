import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The SQL of prepared queries, with the name that PostgreSQL keeps the plan of each under. */
const names = new Map<string, string>()

/**
 * A query that is asked often, compiled once: building one costs more than a point read.
 * `query` is compiled with any values; a call gives the real ones, in the order they stand in the SQL.
 */
export function prepared<Row>(
  db: Kysely<Tables>,
  query: CompiledQuery<Row>,
): (...values: (string | number | null)[]) => Promise<Row[]> {
  nameStatement(query.sql)
  return async (...values) => (await db.executeQuery<Row>({ ...query, parameters: values })).rows
}

/** Has the plan of a statement kept by each connection. For statements that the program writes always the same. */
export function nameStatement(sql: string): void {
  if (!names.has(sql)) names.set(sql, `gifwright_${names.size}`)
}

/** The name of a statement whose plan is kept. */
export function statementName(sql: string): string | undefined {
  return names.get(sql)
}
