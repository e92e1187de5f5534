import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
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

/** Stands for a value of a query while it is compiled. */
class Mark {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * The same of a query whose values have names, wherever and however often they stand in it: `build` makes it of what it
 * is given in their place. `samples` are any values. A call may give another database, such as a transaction of `db`.
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

/** Has the plan of a statement kept by each connection. For statements that the program writes always the same. */
export function nameStatement(sql: string): void {
  if (!names.has(sql)) names.set(sql, `gifwright_${names.size}`)
}

/** The name of a statement whose plan is kept. */
export function statementName(sql: string): string | undefined {
  return names.get(sql)
}
