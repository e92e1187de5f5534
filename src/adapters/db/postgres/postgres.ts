import type { ErrorText } from '../../../lib/errors/error-text.ts'
import {
  type FunctionNode,
  Kysely,
  type LogEvent,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import type { DatabaseObserver } from '../../../lib/database.ts'
import type { Database, RowReader } from '../shared/database.ts'
import {
  commonMigrations,
  migrate,
  planMigration,
  type Preparation,
  type TableChanges,
} from '../shared/migrate.ts'
import { statementName } from '../shared/prepared.ts'
import type { Tables } from '../shared/tables.ts'
import { RetryingPostgresAdapter } from '../shared/transactions.ts'
import { faultOf, toPostgresError, toPostgresOpeningError } from './faults.ts'
import { PoolDriver, withoutNul } from './pool-driver.ts'
import { addressForPg } from './tls-address.ts'
import type { Migration } from 'kysely/migration'
import * as start from './migrations/012_start.ts'
import { dialectParts, type DialectWords } from '../shared/dialect.ts'

const words: DialectWords = {
  list_of_texts: ['(select value from jsonb_array_elements_text(cast(', ' as jsonb)) as list (value))'],
  list_of_numbers: [
    '(select cast(value as bigint) as value from jsonb_array_elements_text(cast(',
    ' as jsonb)) as list (value))',
  ],
  json: ['cast(', ' as jsonb)'],
  json_list_has: ['jsonb_exists(cast(', ' as jsonb), ', ')'],
  without_source: ['cast(jsonb_set(cast(', ` as jsonb), '{source}', 'null') as text)`],
  position_of: ['strpos(', ', ', ')'],
  greatest: ['greatest(', ', ', ')'],
  now_ms: ['cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)'],
}

/** Writes the differences from SQLite in PostgreSQL's words. */
class PostgresWordsCompiler extends PostgresQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const parts = dialectParts(node, words)
    if (parts === undefined) return super.visitFunction(node)
    for (const part of parts) {
      if (typeof part === 'string') this.append(part)
      else this.visitNode(part)
    }
  }
}

/** In order, forward only: released migrations never change. */
const migrations: Record<string, Migration> = { '012_start': start, ...commonMigrations }

export type PostgresOptions = {
  /** Includes the password, so it is never shown. */
  url: string
  maxConnections: number
  statementTimeoutMs: number
  observer?: DatabaseObserver | undefined
}

const oldestVersion = 15

/** The maximum time until a connection is made or becomes free. */
const connectTimeoutMs = 5000

/** The time an answer may take in addition to its statement. */
const answerTripMs = 5000

/** The server ends transactions that are idle for this long, because their process hangs. */
const idleInTransactionMs = 60_000

type PostgresDatabase = Database & { pool: Pool }

/**
 * Opens a PostgreSQL database. Creates its tables or migrates those of an older version if allowed; by default, tables
 * are created and an older version is refused. Several processes can do so at once. Throws a sentence for an unusable
 * database, and AppError unavailable for another version; later statements throw the latter while the database cannot
 * be reached or written. Lost connections are replaced.
 */
export async function openPostgres(
  options: PostgresOptions & Partial<TableChanges>,
): Promise<PostgresDatabase> {
  const { upgrade, isNew: _, ...database } = await preparePostgres(options)
  await upgrade?.run().catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  return database
}

/**
 * Like `openPostgres`, but leaves a database of an older version as it is until `upgrade.run`; null if it is up to
 * date.
 */
export async function preparePostgres({
  mayCreate = true,
  mayMigrate = false,
  ...options
}: PostgresOptions & Partial<TableChanges>): Promise<PostgresDatabase & Preparation> {
  const state: Preparation = { isNew: false, upgrade: null }
  const missing: ErrorText = { detail: 'databaseEmpty', url: addressWithoutPassword(options.url) }
  const database = await open(options, async (db) => {
    const plan = await planMigration(db, migrations, { mayCreate, mayMigrate, missing })
    const isOlder = plan.from !== null && plan.names.length > 0
    state.isNew = plan.from === null
    if (isOlder) state.upgrade = { plan, release: () => undefined, run: () => migrateAlone(db) }
    else if (plan.names.length > 0) await migrate(db, migrations)
  })
  return { ...database, ...state }
}

/** Tells the server, on each connection, which tables this process knows. */
const applicationName = `gifwright ${Object.keys(migrations).at(-1)}`

async function open(
  options: PostgresOptions,
  begin: (db: Kysely<Tables>) => Promise<void>,
): Promise<Database & { pool: Pool }> {
  const { url, observer } = options
  const pool = new Pool(poolConfig(options))
  // An idle connection was lost: the pool opens others when needed.
  pool.on('error', () => observer?.fault('connection'))
  // A connection in use was lost: its next statement fails and reports it. Idle ones arrive here too.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    // Before the server ends a connection, it sends the reason, so there are two errors.
    client.once('error', () => observer?.connectionLost())
  })
  const driver = new PoolDriver(
    pool,
    (error) => report(observer, error),
    () => observer?.retried('connection'),
  )
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new RetryingPostgresAdapter((reason) => observer?.retried(reason)),
      createDriver: () => driver,
      createQueryCompiler: () => new PostgresWordsCompiler(),
      createIntrospector: (of) => new PostgresIntrospector(of),
    },
    ...(observer !== undefined && { log: reportTo(observer) }),
  })
  const close = () => db.destroy()
  try {
    // kysely only knows the driver after the first statement.
    await checkServer(db)
    await begin(db)
  } catch (error) {
    await close()
    throw toPostgresOpeningError(error, addressWithoutPassword(url))
  }
  return { db, pool, readRows: rowReader(pool, observer), close }
}

/** Migrates while no process of an older version is connected, and undoes it if one has connected in the meantime. */
async function migrateAlone(db: Kysely<Tables>): Promise<boolean> {
  await refuseOlderProcesses(db)
  return migrate(db, migrations, refuseOlderProcesses)
}

/** Throws if a process of an older version is connected: it would keep using the tables that a migration changes. */
async function refuseOlderProcesses(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and application_name like 'gifwright%' and application_name <> ${applicationName}
  `.execute(db)
  if (Number(rows[0]?.others) > 0)
    throw new Error(
      'The database is in use by processes of an older version, and this version changes its tables. Stop all processes of the instance, on every machine, then start this version.',
    )
}

/** The major version of the server. */
export async function serverMajor(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version_num') as version`.execute(db)
  return Math.floor(Number(rows[0]?.version) / 10_000)
}

/** The address of a database in a form that can be shown and logged. */
export function addressWithoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'of DATABASE_URL'
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** The settings of every connection, including those outside the pool. */
export function connectionConfig({ url, statementTimeoutMs }: PostgresOptions) {
  return {
    connectionString: addressForPg(url),
    application_name: applicationName,
    statement_timeout: statementTimeoutMs,
    // The server's own limit does not help when the network is cut.
    query_timeout: statementTimeoutMs + answerTripMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: valueTypes,
  }
}

function poolConfig(options: PostgresOptions): PoolConfig {
  return { ...connectionConfig(options), max: options.maxConnections }
}

const bool = 16
const bytea = 17
const int8 = 20
const numeric = 1700

/**
 * Values in the form that SQLite uses. All numbers fit in a JavaScript number, except the ids that are read as text.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [bool, (text) => (text === 't' ? 1 : 0)],
  [bytea, (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))],
  [int8, Number],
  [numeric, Number],
])

const valueTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || types.getTypeParser(oid, format),
} as PoolConfig['types']

async function checkServer(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding
  `.execute(db)
  const major = Math.floor(Number(rows[0]?.version) / 10_000)
  if (major < oldestVersion)
    throw new Error(`The database is PostgreSQL ${major}. Gifwright needs ${oldestVersion} or later.`)
  if (rows[0]?.encoding !== 'UTF8')
    throw new Error(
      `The database has the encoding ${rows[0]?.encoding}. Create it with UTF8: createdb --encoding UTF8 --template template0 gifwright.`,
    )
}

/** Reads without kysely, and reports each query to the observer as kysely's log does. */
function rowReader(pool: Pool, observer: DatabaseObserver | undefined): RowReader {
  return async <Row extends readonly unknown[]>(text: string, parameters: readonly unknown[]) => {
    const startedAt = performance.now()
    try {
      const name = statementName(text)
      const query = { text, values: withoutNul(parameters), rowMode: 'array' as const }
      const { rows } = await pool.query<Row[]>(name === undefined ? query : { ...query, name })
      observer?.statement(performance.now() - startedAt, text)
      return rows as unknown as Row[]
    } catch (error) {
      report(observer, error)
      throw toPostgresError(error)
    }
  }
}

function reportTo(observer: DatabaseObserver): (event: LogEvent) => void {
  return (event) => {
    if (event.level === 'query') observer.statement(event.queryDurationMillis, event.query.sql)
    else report(observer, event.error)
  }
}

function report(observer: DatabaseObserver | undefined, error: unknown): void {
  const fault = faultOf(error)
  if (fault !== null) observer?.fault(fault)
}
