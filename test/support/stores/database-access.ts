import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Client } from 'pg'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { holdLock } from '../processes/hold-lock.ts'
import { instanceSettings, usesSqlite } from '../instance.ts'

type Row = Record<string, unknown>

/** Another program's access to the database of an instance, past the program's own stores. */
export type DatabaseAccess = {
  /** Runs a statement; returns its rows. `?` is a placeholder for each value. */
  all: (sql: string, ...values: SQLInputValue[]) => Promise<Row[]>
  close: () => Promise<void>
}

/** Opens the database of an instance by its data folder, whichever kind it has; closed when the test ends. */
export async function openAccess(t: CleanUp, folder: string): Promise<DatabaseAccess> {
  const access = await connect(folder)
  cleanUp(t, access.close)
  return access
}

/** The rows of one statement. */
export async function readRows(folder: string, sql: string, ...values: SQLInputValue[]): Promise<Row[]> {
  const access = await connect(folder)
  try {
    return await access.all(sql, ...values)
  } finally {
    await access.close()
  }
}

/** Prevents everyone else from writing to the database of an instance, until it is released; others can still read. */
export async function lockWrites(t: CleanUp, folder: string): Promise<{ release: () => Promise<void> }> {
  if (usesSqlite(folder)) return holdLock(t, join(folder, 'gifwright.db'))
  const { all, close } = await openAccess(t, folder)
  const tables = await all("select quote_ident(tablename) as name from pg_tables where schemaname = 'public'")
  await all('begin')
  await all(`lock table ${tables.map(({ name }) => String(name)).join(', ')} in exclusive mode`)
  return { release: close }
}

async function connect(folder: string): Promise<DatabaseAccess> {
  const address = instanceSettings({ DATA_DIR: folder }).DATABASE_URL
  return address === undefined ? connectSqlite(join(folder, 'gifwright.db')) : connectPostgres(address)
}

function connectSqlite(file: string): DatabaseAccess {
  const db = new DatabaseSync(file, { timeout: 5000 })
  return {
    // Plain objects, like those of PostgreSQL's driver, so that both compare equal.
    all: async (sql, ...values) =>
      db
        .prepare(sql)
        .all(...values)
        .map((row) => ({ ...row })),
    close: async () => {
      if (db.isOpen) db.close()
    },
  }
}

async function connectPostgres(address: string): Promise<DatabaseAccess> {
  const client = new Client({ connectionString: address })
  // The server of the test may end first.
  client.on('error', () => undefined)
  await client.connect()
  let closed: Promise<void> | undefined
  return {
    async all(sql, ...values) {
      let number = 0
      const text = sql.replaceAll('?', () => `$${++number}`)
      return (await client.query<Row>(text, values)).rows
    },
    close: () => (closed ??= client.end()),
  }
}
