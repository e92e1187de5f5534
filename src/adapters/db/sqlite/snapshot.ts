import { DatabaseSync } from 'node:sqlite'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Snapshot } from '../../../ops/backup/backup.ts'
import type { Clock } from '../../../lib/clock.ts'
import { flush } from '../../../lib/disk/files.ts'
import { beginAnew, endTasksOf, removeGifsOf } from '../shared/backup-edits.ts'
import { SqlBackupRows } from '../shared/backup-rows.ts'
import { toCopyingError } from './faults.ts'
import { maxLockWaitMs } from './lock-wait.ts'
import { openDatabase } from './sqlite.ts'
import type { Tables } from '../shared/tables.ts'
import { databaseName } from '../../../lib/database.ts'

const maxFaults = 20

/** The faults that SQLite finds when it reads a whole database, including the search index; one sentence each. */
export async function databaseFaults(db: Kysely<Tables>): Promise<string[]> {
  const integrity = await sql<{
    integrity_check: string
  }>`pragma integrity_check(${sql.lit(maxFaults)})`.execute(db)
  const references = await sql<{ table: string }>`pragma foreign_key_check`.execute(db)
  return [
    ...integrity.rows.map((row) => row.integrity_check).filter((verdict) => verdict !== 'ok'),
    ...references.rows
      .slice(0, maxFaults)
      .map(({ table }) => `A row of ${table} refers to one that is not there.`),
  ].map((fault) => `${databaseName}: ${fault}`)
}

/**
 * Copies the database `source` as it is now to a file next to `target`, which it replaces once it is finished. The copy
 * is written from scratch in one reading transaction: writers are not blocked, however busy they are, and deleted data
 * is not in it.
 */
export async function takeSnapshot(source: string, target: string, clock: Clock): Promise<Snapshot> {
  const file = `${target}.new`
  await removeDatabase(file)
  const connection = new DatabaseSync(source, { readOnly: true, timeout: maxLockWaitMs })
  try {
    connection.prepare('VACUUM INTO ?').run(file)
  } catch (error) {
    await removeDatabase(file)
    throw toCopyingError(error, source, file)
  } finally {
    connection.close()
  }
  return new SqlSnapshot(await openDatabase({ file }), { file, target, clock })
}

type Place = { file: string; target: string; clock: Clock }

class SqlSnapshot extends SqlBackupRows implements Snapshot {
  readonly #place: Place
  readonly #close: () => Promise<void>

  constructor({ db, close }: { db: Kysely<Tables>; close: () => Promise<void> }, place: Place) {
    super(db, place.clock)
    this.#place = place
    this.#close = close
  }

  removeGifs(folders: string[]): Promise<number> {
    return removeGifsOf(this.db, folders)
  }

  endTasks(folders: string[]): Promise<void> {
    return endTasksOf(this.db, folders, this.clock.now())
  }

  async finish(): Promise<void> {
    const { file, target } = this.#place
    await beginAnew(this.db)
    await this.#close()
    // A single file without a log, so that it can be read from read-only media.
    const connection = new DatabaseSync(file)
    connection.exec('PRAGMA journal_mode = DELETE')
    connection.close()
    await flush(file)
    await rename(file, target)
    await flush(dirname(target))
  }

  async close(): Promise<void> {
    await this.#close()
    await removeDatabase(this.#place.file)
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const ending of ['', '-journal', '-wal', '-shm']) await rm(file + ending, { force: true })
}

/** The secret of the instance whose database is in a file, whatever its version. Throws for any other file. */
export function instanceSecretIn(file: string): unknown {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: maxLockWaitMs })
  try {
    return connection.prepare("select value from instance where key = 'secret'").get()?.value
  } finally {
    connection.close()
  }
}
