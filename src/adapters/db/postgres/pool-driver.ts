import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { isConnectionLost } from '../shared/faults.ts'
import { statementName } from '../shared/prepared.ts'
import { toCommitError, toPostgresError } from './faults.ts'

/** Provides kysely with the connections of a pool, and converts the errors of statements for the domain. */
export class PoolDriver implements Driver {
  readonly #pool: Pool
  readonly #onTransactionFault: (error: unknown) => void
  readonly #onRetry: () => void

  /**
   * `onTransactionFault` is called with the errors of `begin` and `commit`, which kysely's log leaves out; `onRetry` is
   * called when a statement is repeated on another connection because its own was lost.
   */
  constructor(
    pool: Pool,
    onTransactionFault: (error: unknown) => void = () => undefined,
    onRetry: () => void = () => undefined,
  ) {
    this.#pool = pool
    this.#onTransactionFault = onTransactionFault
    this.#onRetry = onRetry
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(this.#pool, await connect(this.#pool), this.#onRetry)
  }

  async beginTransaction(
    connection: PooledConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
    const mode = accessMode === undefined ? '' : ` ${accessMode}`
    await connection.begin(`begin${level}${mode}`).catch((error: unknown) => this.#failTransaction(error))
  }

  async commitTransaction(connection: PooledConnection): Promise<void> {
    await connection.commit().catch((error: unknown) => this.#failTransaction(error))
  }

  rollbackTransaction(connection: PooledConnection): Promise<void> {
    return connection.rollback()
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }

  #failTransaction(error: unknown): never {
    this.#onTransactionFault(error)
    throw error
  }
}

class PooledConnection implements DatabaseConnection {
  readonly #pool: Pool
  readonly #onRetry: () => void
  #client: PoolClient
  #isInTransaction = false
  #isReleased = false
  /** Set if the connection must not be used again. */
  #fault: Error | undefined

  constructor(pool: Pool, client: PoolClient, onRetry: () => void) {
    this.#pool = pool
    this.#client = client
    this.#onRetry = onRetry
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#run<Row>(query)
    } catch (error) {
      this.#noteFault(error)
      // Repeating a read outside a transaction is harmless, so readers do not notice a restart of the server.
      const isRead = query.query.kind === 'SelectQueryNode' && !this.#isInTransaction
      if (!isRead || !isConnectionLost(error)) throw toPostgresError(error)
    }
    await this.#reconnect()
    return this.#run<Row>(query).catch((error: unknown) => {
      this.#noteFault(error)
      throw toPostgresError(error)
    })
  }

  // Nothing here reads row by row.
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }

  async begin(statement: string): Promise<void> {
    // An idle connection may have been lost unnoticed.
    await this.#run(CompiledQuery.raw(statement)).catch(async (error: unknown) => {
      this.#noteFault(error)
      if (!isConnectionLost(error)) throw toPostgresError(error)
      await this.#reconnect()
      await this.#run(CompiledQuery.raw(statement)).catch((again: unknown) => {
        this.#noteFault(again)
        throw toPostgresError(again)
      })
    })
    this.#isInTransaction = true
  }

  async commit(): Promise<void> {
    try {
      const { command } = await this.#client.query('commit')
      if (command === 'ROLLBACK') throw new Error('a statement of the transaction had failed')
    } catch (error) {
      this.#noteFault(error)
      throw toCommitError(error)
    } finally {
      this.#isInTransaction = false
    }
  }

  async rollback(): Promise<void> {
    this.#isInTransaction = false
    if (this.#fault !== undefined) return
    await this.#client.query('rollback').catch((error: unknown) => this.#noteFault(error))
  }

  release(): void {
    if (!this.#isReleased) this.#client.release(this.#fault)
  }

  async #run<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const name = statementName(sql)
    const { command, rowCount, rows } = await this.#client.query({
      text: sql,
      values: withoutNul(parameters),
      ...(name !== undefined && { name }),
    })
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return { rows: rows as Row[], ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  /** Makes the pool replace a connection that was lost or whose state is unknown. */
  #noteFault(error: unknown): void {
    if (isConnectionLost(error) && error instanceof Error) this.#fault = error
  }

  async #reconnect(): Promise<void> {
    this.#onRetry()
    this.#client.release(this.#fault)
    // If no connection can be made, there is nothing left to release.
    this.#isReleased = true
    this.#client = await connect(this.#pool)
    this.#isReleased = false
    this.#fault = undefined
  }
}

/** Replaces NUL, which PostgreSQL texts cannot contain, as in files. Searching for it finds nothing anyway. */
export function withoutNul(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value,
  )
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw toPostgresError(error)
  }
}
