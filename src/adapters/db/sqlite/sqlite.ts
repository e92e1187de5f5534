import { type ErrorText, formatEnglish } from '../../../lib/errors/error-text.ts'
import { readFile, stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import {
  type Dialect,
  type FunctionNode,
  Kysely,
  type LogEvent,
  type SelectModifierNode,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { AppError } from '../../../lib/app-error.ts'
import type { DatabaseFault, DatabaseObserver } from '../../../lib/database.ts'
import { systemCode } from '../../../lib/system-code.ts'
import { isLocked, toOpeningError } from './faults.ts'
import { maxLockWaitMs, whenUnlocked } from './lock-wait.ts'
import type { Database, RowReader } from '../shared/database.ts'
import {
  commonMigrations,
  migrate,
  type MigrationPlan,
  planMigration,
  type Preparation,
  schemaVersion,
  type TableChanges,
  type Upgrade,
} from '../shared/migrate.ts'
import { primaryCode, sqliteCodes } from './sqlite-codes.ts'
import { SharingDriver } from './sqlite-driver.ts'
import type { Tables } from '../shared/tables.ts'
import { dialectParts, type DialectWords } from '../shared/dialect.ts'
import type { Migration } from 'kysely/migration'
import * as start from './migrations/001_start.ts'
import * as site from './migrations/002_site.ts'
import * as fairTurns from './migrations/003_fair_turns.ts'
import * as takenLoops from './migrations/004_taken_loops.ts'
import * as passwordEntered from './migrations/005_password_entered.ts'
import * as renditions from './migrations/006_renditions.ts'
import * as search from './migrations/007_search.ts'
import * as compatibleApis from './migrations/008_compatible_apis.ts'
import * as library from './migrations/009_library.ts'
import * as signOn from './migrations/010_sign_on.ts'
import * as notices from './migrations/011_notices.ts'
import * as webhooks from './migrations/012_webhooks.ts'

/** In order, forward only: released migrations never change. */
export const migrations: Record<string, Migration> = {
  '001_start': start,
  '002_site': site,
  '003_fair_turns': fairTurns,
  '004_taken_loops': takenLoops,
  '005_password_entered': passwordEntered,
  '006_renditions': renditions,
  '007_search': search,
  '008_compatible_apis': compatibleApis,
  '009_library': library,
  '010_sign_on': signOn,
  '011_notices': notices,
  '012_webhooks': webhooks,
  ...commonMigrations,
}

const words: DialectWords = {
  list_of_texts: ['(select value from json_each(', '))'],
  list_of_numbers: ['(select value from json_each(', '))'],
  json: ['', ''],
  json_list_has: ['exists (select 1 from json_each(', ') where value = ', ')'],
  without_source: ['json_set(', `, '$.source', json('null'))`],
  position_of: ['instr(', ', ', ')'],
  greatest: ['max(', ', ', ')'],
  now_ms: [`cast(unixepoch('subsec') * 1000 as integer)`],
}

/** Writes the differences from PostgreSQL in SQLite's words. */
class SqliteWordsCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const parts = dialectParts(node, words)
    if (parts === undefined) return super.visitFunction(node)
    for (const part of parts) {
      if (typeof part === 'string') this.append(part)
      else this.visitNode(part)
    }
  }

  /** Rows need no locks: only one transaction writes at a time. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}

export type DatabaseOptions = {
  file: string
  /** The time a statement waits for another process that is writing. */
  maxWaitMs?: number
  observer?: DatabaseObserver | undefined
} & Partial<TableChanges>

/**
 * Opens the database in `file`. Creates it or migrates its tables if allowed; by default, it is created and an older
 * version is refused. A committed transaction survives a power cut. Throws a sentence for an unusable file, and
 * AppError unavailable for another version; this and later statements throw the latter if another process keeps it
 * locked or its disk cannot be written.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { upgrade, isNew: _, ...database } = await prepareDatabase(options)
  await upgrade?.run().catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  return database
}

/**
 * Like `openDatabase`, but leaves a database of an older version as it is until `upgrade.run`; null if it is up to
 * date.
 */
export async function prepareDatabase({
  file,
  maxWaitMs = maxLockWaitMs,
  observer,
  mayCreate = true,
  mayMigrate = false,
}: DatabaseOptions): Promise<Database & Preparation> {
  const missing: ErrorText = { detail: 'noDatabase', file }
  if (!mayCreate) await existingDatabase(file, missing)
  const state: Preparation = { isNew: false, upgrade: null }
  const database = await open(
    { file, readOnly: false, maxWaitMs, observer },
    async (connection, db, driver) => {
      const begin = async () => {
        await whenUnlocked(() => setUp(connection), maxWaitMs)
        // Changes nothing, and fails for a file that this user can only read.
        await db.updateTable('catalogue_version').set({ version: 0 }).where(sql.lit(false)).execute()
      }
      const plan = await planMigration(db, migrations, { mayCreate, mayMigrate, missing })
      state.isNew = plan.from === null
      if (plan.from !== null && plan.names.length > 0) {
        state.upgrade = laterUpgrade(plan, { file, maxWaitMs, connection, driver, begin })
        return
      }
      if (plan.names.length > 0) {
        await whenUnlocked(() => setUp(connection), maxWaitMs)
        await migrate(db, migrations)
      }
      await begin()
    },
  )
  return { ...database, ...state }
}

/** Opens the database in `file` without ever writing to it. Throws like `openDatabase`, and for any other version. */
export async function openToRead(file: string): Promise<Database> {
  await existingDatabase(file)
  return open(
    { file, readOnly: true, maxWaitMs: maxLockWaitMs, observer: undefined },
    async (_connection, db) => {
      await planMigration(db, migrations, {
        mayCreate: false,
        mayMigrate: false,
        missing: noDatabaseIn(file),
      })
    },
  )
}

/** Throws a sentence unless this file is a database or a dump of one. */
export async function existingDatabase(file: string, missing = noDatabaseIn(file)): Promise<string> {
  const size = await stat(file).then(
    (found) => found.size,
    (cause: unknown) => {
      if (systemCode(cause) !== 'EACCES') return 0
      throw new Error(
        `This user may not look for the database ${file}. Run this as the user of the service.`,
        { cause },
      )
    },
  )
  if (size > 0) return file
  throw new Error(formatEnglish(missing))
}

function noDatabaseIn(file: string): ErrorText {
  return { detail: 'noDatabaseInFolder', file }
}

function laterUpgrade(
  plan: MigrationPlan,
  {
    file,
    maxWaitMs,
    connection,
    driver,
    begin,
  }: {
    file: string
    maxWaitMs: number
    connection: DatabaseSync
    driver: SharingDriver
    begin: () => Promise<void>
  },
): Upgrade {
  const release = () => {
    if (connection.isOpen) connection.close()
  }
  return {
    plan,
    release,
    async run() {
      release()
      try {
        const hasMigrated = await migrateAlone(file, maxWaitMs)
        connection.open()
        driver.reopened()
        await begin()
        return hasMigrated
      } catch (error) {
        throw toOpeningError(error, file)
      }
    },
  }
}

type Begin = (connection: DatabaseSync, db: Kysely<Tables>, driver: SharingDriver) => Promise<void>

async function open(
  {
    file,
    readOnly,
    maxWaitMs,
    observer,
  }: Pick<Required<DatabaseOptions>, 'file' | 'maxWaitMs' | 'observer'> & { readOnly: boolean },
  begin: Begin,
): Promise<Database> {
  try {
    // SQLite must not wait itself, which would block the whole process: see whenUnlocked.
    const connection = new DatabaseSync(file, { timeout: 0, readOnly })
    const driver = new SharingDriver(connection, maxWaitMs, (error) => {
      if (observer !== undefined) reportFault(observer, error)
    })
    const db = new Kysely<Tables>({
      dialect: sharingDialect(driver),
      ...(observer !== undefined && { log: reportTo(observer) }),
    })
    const close = async () => {
      await db.destroy()
      if (connection.isOpen) connection.close()
    }
    try {
      await begin(connection, db, driver)
    } catch (error) {
      await close()
      throw error
    }
    return { db, readRows: readerOf(driver, observer), close }
  } catch (error) {
    throw toOpeningError(error, file)
  }
}

/**
 * Migrates while no other process has the database open. Every connection to a database with a write-ahead log, of any
 * version, holds SQLite's shared lock on the file while it is open; the lock ends with its process.
 */
async function migrateAlone(file: string, maxWaitMs: number): Promise<boolean> {
  let hasMigrated = false
  const { close } = await open(
    { file, readOnly: false, maxWaitMs, observer: undefined },
    async (connection, db) => {
      const isAlone = await whenUnlocked(() => takeAlone(connection, file), maxWaitMs).catch(
        async (cause: unknown) => {
          if (!(cause instanceof AppError)) throw cause
          throw new AppError('unavailable', inUse(await lockHolders(file)), { cause })
        },
      )
      if (!isAlone) return
      setUp(connection)
      hasMigrated = await migrate(db, migrations)
    },
  )
  await close()
  return hasMigrated
}

/**
 * Keeps all other processes out of a database; false: one of this version has it and has migrated it. Throws SQLite's
 * error.
 */
function takeAlone(connection: DatabaseSync, file: string): boolean {
  try {
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT')
    return true
  } catch (error) {
    if (isLocked(error) && isMigrated(file)) return false
    throw error
  }
}

function isMigrated(file: string): boolean {
  const reader = new DatabaseSync(file, { timeout: 0 })
  try {
    return reader.prepare('select max(name) as name from kysely_migration').get()?.name === schemaVersion
  } catch (error) {
    // Another process is migrating it.
    if (isLocked(error)) return false
    throw error
  } finally {
    reader.close()
  }
}

function inUse(pids: number[]): ErrorText {
  const user = pids.length === 0 ? 'another process' : `process ${pids.join(', ')}`
  return { detail: 'databaseInUse', user }
}

/** The maximum size of the log file after use: a long-running reader makes it grow. */
const keptLogBytes = 16 * 2 ** 20

function setUp(connection: DatabaseSync): void {
  // page_size holds only for a new file and must come before WAL.
  connection.exec(`
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = WAL;
    PRAGMA journal_size_limit = ${keptLogBytes};
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
  `)
}

function sharingDialect(driver: SharingDriver): Dialect {
  return {
    createAdapter: () => new SharingAdapter(),
    createDriver: () => driver,
    createQueryCompiler: () => new SqliteWordsCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

class SharingAdapter extends SqliteAdapter {
  /** The driver shares the one connection itself: by default, a waiting statement would block all others. */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** SQLite can change tables inside a transaction, so a migration is applied completely or not at all. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const observedFaults = new Map<number, DatabaseFault>([
  [sqliteCodes.busy, 'locked'],
  [sqliteCodes.locked, 'locked'],
  [sqliteCodes.readOnly, 'read_only'],
  [sqliteCodes.ioError, 'io_error'],
  [sqliteCodes.corrupt, 'damaged'],
  [sqliteCodes.full, 'disk_full'],
  [sqliteCodes.cannotOpen, 'io_error'],
  [sqliteCodes.notADatabase, 'damaged'],
])

/** Reads without kysely, and reports each query to the observer as kysely's log does. */
function readerOf(driver: SharingDriver, observer: DatabaseObserver | undefined): RowReader {
  if (observer === undefined) return (sql, parameters) => driver.readRows(sql, parameters)
  const report = (error: unknown): never => {
    reportFault(observer, error)
    throw error
  }
  return (sql, parameters) => {
    const startedAt = performance.now()
    try {
      const rows = driver.readRows<never>(sql, parameters)
      const noteTime = (read: never[]) => {
        observer.statement(performance.now() - startedAt, sql)
        return read
      }
      return rows instanceof Promise ? rows.then(noteTime, report) : noteTime(rows)
    } catch (error) {
      return report(error)
    }
  }
}

/** Reports each statement to an observer, for kysely's `log`. */
function reportTo(observer: DatabaseObserver): (event: LogEvent) => void {
  return (event) => {
    if (event.level === 'query') observer.statement(event.queryDurationMillis, event.query.sql)
    else reportFault(observer, event.error)
  }
}

/** Reports an error of a statement to an observer. A violated constraint is a result, not a fault. */
function reportFault(observer: DatabaseObserver, error: unknown): void {
  const code = innerCode(error)
  if (code !== sqliteCodes.constraint) observer.fault(observedFaults.get(code ?? 0) ?? 'other')
}

/** The code of an error; for a temporary fault, which is an AppError, the code of its cause. */
function innerCode(error: unknown): number | undefined {
  const code = primaryCode(error)
  if (code !== undefined || !(error instanceof Error)) return code
  return innerCode(error.cause)
}

/** The ids of other processes that hold a lock on a file, oldest lock first; empty if the system does not list them. */
async function lockHolders(file: string): Promise<number[]> {
  try {
    const [{ ino }, locks] = await Promise.all([stat(file), readFile('/proc/locks', 'utf8')])
    const pids = locks.split('\n').flatMap((line) => {
      // 1: POSIX  ADVISORY  READ 4242 fd:01:123456 1073741826 1073742335
      const [, pid, inode] = /^\d+: POSIX +\S+ +\S+ +(\d+) \w+:\w+:(\d+) /.exec(line) ?? []
      return Number(inode) === ino ? [Number(pid)] : []
    })
    // For a process in another container, the system returns 0.
    return [...new Set(pids)].filter((pid) => pid > 0 && pid !== process.pid)
  } catch {
    return []
  }
}
