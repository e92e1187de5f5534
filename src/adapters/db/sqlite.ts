import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDatabase,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

export type Database = { db: Kysely<Tables>; close: () => Promise<void> }

/** More than the different statements of this program; a statement costs a few kilobytes. */
const maxStatements = 256

/**
 * Opens the database in `file`, makes it when it is not there, and brings its tables up to date.
 * A committed transaction survives a power cut. Throws AppError unavailable for a database of a newer program.
 */
export async function openDatabase({ file }: { file: string }): Promise<Database> {
  const connection = new DatabaseSync(file, { timeout: 5000 })
  // page_size holds only for a new file and must come before WAL.
  connection.exec(`
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
  `)
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(withStatementCache(connection)) })
  const close = async () => {
    await db.destroy()
    if (connection.isOpen) connection.close()
  }
  try {
    await migrate(db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, close }
}

function nodeSqliteDialect(database: SqliteDatabase): Dialect {
  const sqlite = new SqliteDialect({ database })
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new ImmediateDriver({ database }),
    createQueryCompiler: () => sqlite.createQueryCompiler(),
    createIntrospector: (db) => sqlite.createIntrospector(db),
  }
}

/** SQLite can change tables inside a transaction; so a migration happens whole or not at all. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Takes the write lock at once: a transaction that reads first and writes later would fail when another process wrote between. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** Keeps prepared statements by their SQL, the most recently used ones, since preparing costs more than a point read. */
function withStatementCache(connection: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => connection.close(),
    prepare(sql) {
      const statement = statements.get(sql) ?? prepare(connection, sql)
      statements.delete(sql)
      statements.set(sql, statement)
      if (statements.size > maxStatements) {
        const [oldest] = statements.keys()
        if (oldest !== undefined) statements.delete(oldest)
      }
      return statement
    },
  }
}

function prepare(connection: DatabaseSync, sql: string): SqliteStatement {
  const statement = connection.prepare(sql)
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...toInput(parameters)),
    run: (parameters) => statement.run(...toInput(parameters)),
    iterate: (parameters) => statement.iterate(...toInput(parameters)),
  }
}

function toInput(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[]
}
