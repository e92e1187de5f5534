import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** The SQL of prepared queries, each with the name under which PostgreSQL keeps its plan. */
const names = new Map<string, string>()

/**
 * A frequent query, compiled once: building one costs more than a point read. `query` is compiled with any values; a
 * call passes the real ones, in their order in the SQL.
 */
export function prepared<Row>(
  db: Kysely<Tables>,
  query: CompiledQuery<Row>,
): (...values: (string | number | null)[]) => Promise<Row[]> {
  nameStatement(query.sql)
  return async (...values) => (await db.executeQuery<Row>({ ...query, parameters: values })).rows
}

/** A placeholder for a value of a query while it is compiled. */
class Mark {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Same as `prepared`, for values with names, which can be used in any order and repeatedly: `build` receives
 * placeholders for them. `samples` are any values. A call can pass another database, such as a transaction of `db`.
 */
export function preparedByName<Values extends Record<string, string | number | null>, Row>(
  db: Kysely<Tables>,
  samples: Values,
  build: (marks: { [Name in keyof Values]: RawBuilder<Values[Name]> }) => Compilable<Row>,
): (values: Values, on?: Kysely<Tables>) => Promise<Row[]> {
  const marks = Object.fromEntries(Object.keys(samples).map((name) => [name, sql`${new Mark(name)}`]))
  const query = build(marks as Parameters<typeof build>[0]).compile()
  nameStatement(query.sql)
  return async (values, on = db) => {
    const parameters = query.parameters.map((value) => (value instanceof Mark ? values[value.name] : value))
    return (await on.executeQuery<Row>({ ...query, parameters })).rows
  }
}

/** Makes each connection keep the plan of a statement. For statements whose SQL is always the same. */
export function nameStatement(sql: string): void {
  if (!names.has(sql)) names.set(sql, `gifwright_${names.size}`)
}

/** The name of a statement if its plan is kept. */
export function statementName(sql: string): string | undefined {
  return names.get(sql)
}
