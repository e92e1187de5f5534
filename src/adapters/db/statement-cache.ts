import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { QueryResult } from 'kysely'

/** What the rows are, the query says that is run: `never` stands for any. */
export type Rows = QueryResult<never>

export type Statement = { run(parameters: readonly unknown[]): Rows }

/** More than the different statements of this program; a statement costs a few kilobytes. */
const maxStatements = 256

/** Keeps prepared statements by their SQL, the most recently used ones, since preparing costs more than a point read. */
export class StatementCache {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, Statement>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** The statement of `sql`. Throws what SQLite finds wrong with it. */
  prepare(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? prepare(this.#database, sql)
    this.#statements.delete(sql)
    this.#statements.set(sql, statement)
    if (this.#statements.size > maxStatements) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    return statement
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
