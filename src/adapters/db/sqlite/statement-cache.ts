import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'

/** Rows of a result; their type is that of the query, and `never` represents any. */
export type Rows = QueryResult<never>

export type Statement = { run(parameters: readonly unknown[]): Rows }

/** More than the number of different statements; each takes a few kilobytes. */
const maxStatements = 256

/** Keeps prepared statements by their SQL, because preparing one costs more than a point read. */
export class StatementCache {
  readonly #database: DatabaseSync
  readonly #statements = new LRUCache<string, Statement>({ max: maxStatements })
  readonly #queries = new LRUCache<string, StatementSync>({ max: maxStatements })

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Returns the prepared statement for `sql`. Throws SQLite's errors. */
  prepare(sql: string): Statement {
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      statement = prepare(this.#database, sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  /** Returns the rows of a query as arrays, which cost less than objects. Throws SQLite's errors. */
  readArrays<Row extends readonly unknown[]>(sql: string, parameters: readonly unknown[]): Row[] {
    let query = this.#queries.get(sql)
    if (query === undefined) {
      query = this.#database.prepare(sql)
      query.setReturnArrays(true)
      this.#queries.set(sql, query)
    }
    return query.all(...toInput(parameters)) as unknown as Row[]
  }
}

function prepare(database: DatabaseSync, sql: string): Statement {
  const statement = database.prepare(sql)
  if (statement.columns().length > 0) {
    return {
      run: (parameters) => ({ rows: statement.all(...toInput(parameters)) as never[] }),
    }
  }
  return {
    run(parameters) {
      const { changes, lastInsertRowid } = statement.run(...toInput(parameters))
      return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
    },
  }
}

function toInput(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[]
}
