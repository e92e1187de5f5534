import { DatabaseSync } from 'node:sqlite'
import { type Dialect, Kysely, type LogEvent, SqliteAdapter, SqliteIntrospector, sql } from 'kysely'
import type { DatabaseFault, DatabaseObserver } from '../../../lib/database.ts'
import { toOpeningError } from './faults.ts'
import { maxLockWaitMs, whenUnlocked } from './lock-wait.ts'
import type { Database, RowReader } from '../shared/database.ts'
import { checkNoNewerVersion, checkVersion, migrate } from '../shared/migrate.ts'
import { migrations } from './migrations.ts'
import { SqliteWordsCompiler } from './query-compiler.ts'
import { primaryCode, sqliteCodes } from './sqlite-codes.ts'
import { SharingDriver } from './sqlite-driver.ts'
import type { Tables } from '../shared/tables.ts'

export type DatabaseOptions = {
  file: string
  /** How long a statement waits for another process that is writing. */
  maxWaitMs?: number
  observer?: DatabaseObserver | undefined
}

/**
 * Opens the database in `file`, makes it when it is not there, and brings its tables up to date.
 * A committed transaction survives a power cut. Throws a sentence for a file that cannot be used; AppError unavailable
 * for a database of a newer program, and, here and from every later statement, for one that another process keeps
 * locked or whose disk cannot be written.
 */
export async function openDatabase({
  file,
  maxWaitMs = maxLockWaitMs,
  observer,
}: DatabaseOptions): Promise<Database> {
  return open({ file, readOnly: false, maxWaitMs, observer }, async (connection, db) => {
    await checkNoNewerVersion(db, migrations)
    await whenUnlocked(() => setUp(connection), maxWaitMs)
    await migrate(db, migrations)
    // Changes nothing, and fails for a file that this user may only read.
    await db.updateTable('catalogue_version').set({ version: 0 }).where(sql.lit(false)).execute()
  })
}

/** Opens the database in `file` without ever writing to it. Throws as `openDatabase`, and for tables that are not up to date. */
export async function openToRead(file: string): Promise<Database> {
  return open({ file, readOnly: true, maxWaitMs: maxLockWaitMs, observer: undefined }, (_connection, db) =>
    checkVersion(db, migrations),
  )
}

async function open(
  { file, readOnly, maxWaitMs, observer }: Required<DatabaseOptions> & { readOnly: boolean },
  begin: (connection: DatabaseSync, db: Kysely<Tables>) => Promise<void>,
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
      await begin(connection, db)
    } catch (error) {
      await close()
      throw error
    }
    return { db, readRows: readerOf(driver, observer), close }
  } catch (error) {
    throw toOpeningError(error, file)
  }
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
