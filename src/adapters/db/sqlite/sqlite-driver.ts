import type { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely'
import { isLocked, toStatementError } from './faults.ts'
import { whenUnlocked } from './lock-wait.ts'
import { type Rows, StatementCache } from './statement-cache.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The time that statements may run before the rest of the process gets a turn. */
const maxTurnMs = 10

/**
 * Gives the event loop a turn between statements once they have held it for `maxTurnMs`. SQLite statements are
 * synchronous: code that awaits one after another would block requests and timers until the last.
 */
class LoopTurns {
  /** The time at which the first statement of this turn ran. */
  #beganAt: number | undefined
  #next: Promise<void> = Promise.resolve()

  /** Returns true if the next statement has to wait for another turn. Begins a turn if none has begun. */
  isOver(): boolean {
    const now = performance.now()
    if (this.#beganAt !== undefined) return now - this.#beganAt > maxTurnMs
    this.#beganAt = now
    this.#next = this.#endTurn()
    return false
  }

  /** Resolves in the next turn. Earlier waiters have their turns first. */
  next(): Promise<void> {
    return this.#next
  }

  async #endTurn(): Promise<void> {
    await nextTurn()
    this.#beganAt = undefined
  }
}

/**
 * Shares the single connection of SQLite: a single statement runs at once unless a transaction is open, and otherwise
 * waits for its end. A statement that waits for another process's lock does not block the others, and a series of
 * statements, even in a transaction, does not hold the event loop: see `LoopTurns`.
 */
export class SharingDriver implements Driver {
  readonly #database: DatabaseSync
  #statements: StatementCache
  readonly #turns = new LoopTurns()
  readonly #maxLockWaitMs: number
  readonly #onTransactionFault: (error: unknown) => void
  #open: Transaction | undefined

  /**
   * `database` itself must not wait for locks. `onTransactionFault` is called with the errors of `begin` and `commit`,
   * which kysely's log leaves out.
   */
  constructor(
    database: DatabaseSync,
    maxLockWaitMs: number,
    onTransactionFault: (error: unknown) => void = () => undefined,
  ) {
    this.#database = database
    this.#statements = new StatementCache(database)
    this.#maxLockWaitMs = maxLockWaitMs
    this.#onTransactionFault = onTransactionFault
  }

  async init(): Promise<void> {}

  /** Call this after the connection was closed and reopened: its prepared statements are gone. */
  reopened(): void {
    this.#statements = new StatementCache(this.#database)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection: DatabaseConnection = {
      executeQuery: (query) => this.#execute(connection, query),
      async *streamQuery(query) {
        yield await connection.executeQuery(query)
      },
    }
    return connection
  }

  async releaseConnection(): Promise<void> {}

  /** Returns the rows of a query as arrays, without kysely; without a promise if there is nothing to wait for. */
  readRows<Row extends readonly unknown[]>(
    sql: string,
    parameters: readonly unknown[],
  ): Row[] | Promise<Row[]> {
    if (this.#open === undefined && !this.#turns.isOver()) {
      try {
        return this.#readArrays<Row>(sql, parameters)
      } catch (error) {
        if (!isLocked(error)) throw error
      }
    }
    return this.#alone(() => this.#readArrays<Row>(sql, parameters))
  }

  /**
   * Takes the write lock at once: a transaction that reads first would fail if another process wrote before it does.
   */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#alone(() => {
      this.#run(CompiledQuery.raw('begin immediate'))
      this.#open = { connection, ended: Promise.withResolvers() }
    }).catch((error: unknown) => this.#failTransaction(error))
  }

  async commitTransaction(): Promise<void> {
    try {
      this.#run(CompiledQuery.raw('commit'))
    } catch (error) {
      this.#failTransaction(error)
    }
    this.#end()
  }

  #failTransaction(error: unknown): never {
    this.#onTransactionFault(error)
    throw error
  }

  async rollbackTransaction(): Promise<void> {
    try {
      // Some faults, such as a full disk, have already ended it.
      if (this.#database.isTransaction) this.#run(CompiledQuery.raw('rollback'))
    } finally {
      this.#end()
    }
  }

  async destroy(): Promise<void> {
    if (this.#database.isOpen) this.#database.close()
  }

  async #execute(connection: DatabaseConnection, query: CompiledQuery): Promise<Rows> {
    if (this.#open?.connection !== connection) return this.#alone(() => this.#run(query))
    while (this.#turns.isOver()) await this.#turns.next()
    return this.#run(query)
  }

  /** Runs `action` outside any transaction, once no other process holds the lock that it needs. */
  #alone<T>(action: () => T): Promise<T> {
    return whenUnlocked(async () => {
      while (this.#open !== undefined || this.#turns.isOver())
        await (this.#open?.ended.promise ?? this.#turns.next())
      return action()
    }, this.#maxLockWaitMs)
  }

  #end(): void {
    const ended = this.#open?.ended
    this.#open = undefined
    ended?.resolve()
  }

  #run({ sql, parameters }: CompiledQuery): Rows {
    try {
      return this.#statements.prepare(sql).run(parameters)
    } catch (error) {
      throw toStatementError(error)
    }
  }

  #readArrays<Row extends readonly unknown[]>(sql: string, parameters: readonly unknown[]): Row[] {
    try {
      return this.#statements.readArrays<Row>(sql, parameters)
    } catch (error) {
      throw toStatementError(error)
    }
  }
}

type Transaction = { connection: DatabaseConnection; ended: PromiseWithResolvers<void> }
