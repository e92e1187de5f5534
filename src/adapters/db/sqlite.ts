import { DatabaseSync } from 'node:sqlite'
import { type Dialect, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { maxLockWaitMs, whenUnlocked } from './lock-wait.ts'
import { migrate } from './migrate.ts'
import { SharingDriver } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'

export type Database = { db: Kysely<Tables>; close: () => Promise<void> }

export type DatabaseOptions = {
  file: string
  /** How long a statement waits for another process that is writing. */
  maxWaitMs?: number
}

/**
 * Opens the database in `file`, makes it when it is not there, and brings its tables up to date.
 * A committed transaction survives a power cut. Throws AppError unavailable for a database of a newer program, and,
 * here and from every later statement, for one that another process keeps locked.
 */
export async function openDatabase({ file, maxWaitMs = maxLockWaitMs }: DatabaseOptions): Promise<Database> {
  // No waiting inside SQLite, which would hold the whole process: see whenUnlocked.
  const connection = new DatabaseSync(file, { timeout: 0 })
  const db = new Kysely<Tables>({ dialect: sharingDialect(connection, maxWaitMs) })
  const close = async () => {
    await db.destroy()
    if (connection.isOpen) connection.close()
  }
  try {
    await whenUnlocked(() => setUp(connection), maxWaitMs)
    await migrate(db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, close }
}

function setUp(connection: DatabaseSync): void {
  // page_size holds only for a new file and must come before WAL.
  connection.exec(`
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
  `)
}

function sharingDialect(connection: DatabaseSync, maxWaitMs: number): Dialect {
  return {
    createAdapter: () => new SharingAdapter(),
    createDriver: () => new SharingDriver(connection, maxWaitMs),
    createQueryCompiler: () => new SqliteQueryCompiler(),
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
