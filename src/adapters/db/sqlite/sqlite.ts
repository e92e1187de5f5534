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

/** In order, forward only: one that has been released is never changed. */
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

/** Writes what SQLite says in words of its own. */
class SqliteWordsCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const parts = dialectParts(node, words)
    if (parts === undefined) return super.visitFunction(node)
    for (const part of parts) {
      if (typeof part === 'string') this.append(part)
      else this.visitNode(part)
    }
  }

  /** Rows need no lock: a transaction is the only one that writes. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}

export type DatabaseOptions = {
  file: string
  /** How long a statement waits for another process that is writing. */
  maxWaitMs?: number
  observer?: DatabaseObserver | undefined
} & Partial<TableChanges>

/**
 * Opens the database in `file`, and makes it or brings its tables up to date where that is allowed; by default it is made,
 * and one of an older version refused. A committed transaction survives a power cut. Throws a sentence for a file that
 * cannot be used; AppError unavailable for a database of another version and, here and from every later statement, for one
 * that another process keeps locked or whose disk cannot be written.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { upgrade, isNew: _, ...database } = await prepareDatabase(options)
  await upgrade?.run().catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  return database
}

/** As `openDatabase`, but a database of an older version is left as it is until `upgrade.run`. Null: it is up to date. */
export async function prepareDatabase({
  file,
  maxWaitMs = maxLockWaitMs,
  observer,
  mayCreate = true,
  mayMigrate = false,
}: DatabaseOptions): Promise<Database & Preparation> {
  const missing = `There is no database ${file}. Set DATA_DIR to the folder of the service; gifwright init makes a new one.`
  if (!mayCreate) await existingDatabase(file, missing)
  const state: Preparation = { isNew: false, upgrade: null }
  const database = await open(
    { file, readOnly: false, maxWaitMs, observer },
    async (connection, db, driver) => {
      const begin = async () => {
        await whenUnlocked(() => setUp(connection), maxWaitMs)
        // Changes nothing, and fails for a file that this user may only read.
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

/** Opens the database in `file` without ever writing to it. Throws as `openDatabase`, and where it is not of this version. */
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

/** Throws a sentence unless there is a database, or a dump of one, in this file. */
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
  throw new Error(missing)
}

function noDatabaseIn(file: string): string {
  return `There is no database ${file}. Name the folder that has it (for the service's own, DATA_DIR).`
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
    // No waiting inside SQLite, which would hold the whole process: see whenUnlocked.
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
 * Migrates while no other process has the database open. Every connection to a database with a write-ahead log, of
 * whatever version, holds SQLite's shared lock on the file for as long as it lives; the lock goes with its process.
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

/** Keeps every other process out of a database; false: one of this version has it, and has migrated it. Throws SQLite's error. */
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
    // Another process migrates it now.
    if (isLocked(error)) return false
    throw error
  } finally {
    reader.close()
  }
}

function inUse(pids: number[]): string {
  const who = pids.length === 0 ? 'another process' : `process ${pids.join(', ')}`
  return `The database is in use by ${who}, and this version changes its tables. Stop every process of the instance, then start this version.`
}

/** What the log beside the database may keep of the disk once it is not needed: a long reader makes it grow. */
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
  /** The driver shares the one connection out itself: by default a statement that waits would hold up all others. */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** SQLite can change tables inside a transaction; so a migration happens whole or not at all. */
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

/** Reads past kysely, and reports each query to the observer as kysely's log does. */
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

/** Temporary faults arrive as an AppError: then its cause has the code. */
function innerCode(error: unknown): number | undefined {
  const code = primaryCode(error)
  if (code !== undefined || !(error instanceof Error)) return code
  return innerCode(error.cause)
}

/** The ids of other processes that hold a lock on a file, oldest lock first; empty where the system does not list them. */
async function lockHolders(file: string): Promise<number[]> {
  try {
    const [{ ino }, locks] = await Promise.all([stat(file), readFile('/proc/locks', 'utf8')])
    const pids = locks.split('\n').flatMap((line) => {
      // 1: POSIX  ADVISORY  READ 4242 fd:01:123456 1073741826 1073742335
      const [, pid, inode] = /^\d+: POSIX +\S+ +\S+ +(\d+) \w+:\w+:(\d+) /.exec(line) ?? []
      return Number(inode) === ino ? [Number(pid)] : []
    })
    // Of a process in another container the system gives 0.
    return [...new Set(pids)].filter((pid) => pid > 0 && pid !== process.pid)
  } catch {
    return []
  }
}
