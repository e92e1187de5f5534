import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toPostgresOpeningError } from '../adapters/db/postgres/faults.ts'
import { PostgresMove } from '../adapters/db/postgres/postgres-move.ts'
import { addressWithoutPassword, openPostgres } from '../adapters/db/postgres/postgres.ts'
import { type MoveDatabase, targetTable } from '../ops/move/move-database.ts'
import { MoveSource } from '../ops/move/move-source.ts'
import { MoveTarget } from '../ops/move/move-target.ts'
import { movedBeginning } from '../adapters/db/shared/moved.ts'
import { takeLock } from '../adapters/db/sqlite/folder-lock.ts'
import { SqliteMove } from '../adapters/db/sqlite/sqlite-move.ts'
import { openDatabase, openToRead } from '../adapters/db/sqlite/sqlite.ts'
import type { Config } from '../config/config.ts'
import { makeFolder, privateFolderMode } from '../lib/disk/folders.ts'
import { randomId } from '../lib/ids.ts'
import { runEach } from '../lib/run-at-once.ts'
import type { FilesMove } from '../ops/move/copy-files.ts'
import type { MoveProgress, MoveSummary } from '../ops/move/move.ts'
import { runMove } from '../ops/move/run-move.ts'
import { databaseFile } from './data-folder.ts'
import { openMediaStore } from './media-store.ts'
import { makeDataFolder } from './data-folder.ts'

/*
 * The composition root of moves. Source and target are two sets of settings, of which the second is the new service's.
 */

type Place = Config

export type MoveOptions = { signal: AbortSignal; onProgress: MoveProgress }

/** The number of connections for copying tables. */
const connections = 2

/**
 * Moves the instance with the settings `from` to the database and the media store of `to`, where these differ. The
 * service can be running; at the end, it refuses all writes. Throws a sentence.
 */
export async function moveInstance(from: Place, to: Place, options: MoveOptions): Promise<MoveSummary> {
  const movesDatabase = databaseName(from) !== databaseName(to)
  const movesFiles = storeName(from) !== storeName(to)
  refusePointless(from, to)
  const source = await openSource(from)
  const ends: (() => Promise<void>)[] = [() => source.close()]
  const folder = join(from.data.folder, 'tmp')
  const temporary = join(folder, 'move')
  try {
    await makeDataFolder(from, folder)
    const unlock = takeLock(join(folder, 'move.lock'))
    if (unlock === undefined) throw new Error('Another gifwright move is running here.')
    ends.push(async () => unlock())
    const secret = await secretOf(source)
    const before = await new MoveSource(source).state()
    const target = movesDatabase ? await openTarget(to, before?.sentence ?? null) : null
    if (target !== null) ends.unshift(() => target.close())
    const files = movesFiles ? await openFiles(from, to, { temporary, secret, ends }) : null
    return await runMove({
      ...options,
      source: new MoveSource(source),
      target: target === null ? null : new MoveTarget(target),
      files,
      to: moveName(from, to),
      sentence: movedSentence(from, to),
    })
  } finally {
    await runEach(ends)
  }
}

/** Makes the instance from the settings accept writes again, and forget a move. Returns true if there was one. */
export async function undoMove(from: Place): Promise<boolean> {
  const database = await openSource(from)
  try {
    const source = new MoveSource(database)
    const hasMoved = (await source.state())?.phase === 'moved'
    const hadMove = await source.undo()
    // From here on it has its own history: changes that the target's service made with the same versions are not part
    // of it.
    if (hasMoved) await database.query('update catalogue_version set epoch = ?', [randomId(16)])
    return hadMove
  } finally {
    await database.close()
  }
}

/**
 * Ends a move of files only, where source and target share the database: returns true once the settings are those of
 * the target, and writes are accepted again.
 */
export async function endFilesMove(to: Place): Promise<boolean> {
  const database = await openMoveDatabase(to)
  try {
    const source = new MoveSource(database)
    const state = await source.state()
    if (state?.phase !== 'moved' || state.to !== storeName(to)) return false
    return await source.undo()
  } finally {
    await database.close()
  }
}

function refusePointless(from: Place, to: Place): void {
  if (databaseName(from) !== databaseName(to) && from.database !== null && to.database !== null)
    throw new Error('The database is PostgreSQL already. Move it with pg_dump and pg_restore.')
  if (storeName(from) !== storeName(to) && from.s3 !== null && to.s3 !== null)
    throw new Error(
      'The files are in a bucket already. Copy it with a tool of the S3 server, then set S3_BUCKET.',
    )
  if (moveName(from, to) === '') throw new Error('The instance is there already.')
}

/** The message for clients that write to the source, without addresses, since visitors read it. */
function movedSentence(from: Place, to: Place): string {
  const database = to.database === null ? 'SQLite' : 'PostgreSQL'
  const store = to.s3 === null ? 'a folder' : 'S3'
  const names: string[] = []
  const settings = new Set<string>()
  if (databaseName(from) !== databaseName(to)) {
    names.push(database)
    if (to.database !== null) settings.add('set DATABASE_URL')
    else settings.add(from.database === null ? 'set DATA_DIR' : 'unset DATABASE_URL')
  }
  if (storeName(from) !== storeName(to)) {
    names.push(store)
    if (to.s3 !== null) settings.add('set S3_BUCKET')
    else settings.add(from.s3 === null ? 'set DATA_DIR' : 'unset S3_BUCKET')
  }
  return `${movedBeginning}${names.join(' and ')}; ${[...settings].join(', ')} and restart it.`
}

/** The parts and the target of a move; it continues only if they are the same. */
function moveName(from: Place, to: Place): string {
  const database = databaseName(from) === databaseName(to) ? [] : [databaseName(to)]
  const store = storeName(from) === storeName(to) ? [] : [storeName(to)]
  return [...database, ...store].join(' and ')
}

function databaseName(place: Place): string {
  if (place.database === null) return `the database ${databaseFile(place)}`
  return `the database ${addressWithoutPassword(place.database.url)}`
}

function storeName({ data, s3 }: Place): string {
  if (s3 === null) return `the folder ${join(data.folder, 'media')}`
  return `the bucket ${s3.bucket}${s3.endpoint === null ? '' : ` of ${s3.endpoint}`}`
}

async function openFiles(
  from: Place,
  to: Place,
  { temporary, secret, ends }: { temporary: string; secret: string; ends: (() => Promise<void>)[] },
): Promise<FilesMove> {
  const stores = []
  for (const place of [from, to]) {
    // Files must be read back from the bucket itself.
    const s3 = place.s3 === null ? null : { ...place.s3, cacheBytes: 0 }
    const store = await openMediaStore({ ...place, s3 }, secret)
    ends.unshift(() => store.close())
    stores.push(store)
  }
  const [fromStore, toStore] = stores
  if (fromStore === undefined || toStore === undefined) throw new Error('There are two stores')
  await rm(temporary, { recursive: true, force: true })
  await makeFolder(temporary, privateFolderMode)
  ends.unshift(() => rm(temporary, { recursive: true, force: true }))
  return { from: fromStore, to: toStore, temporary, secret }
}

/** The database of an instance, with the tables of this version. */
async function openSource(place: Place): Promise<MoveDatabase> {
  if (place.database === null) {
    const { close } = await openToRead(databaseFile(place))
    await close()
  } else {
    const { close } = await openPostgres({ ...place.database, maxConnections: connections, mayCreate: false })
    await close()
  }
  return openMoveDatabase(place)
}

/**
 * A new database with the tables of this version, or one that a move writes to. Throws a sentence for any other:
 * `hasMoved` is set if the source has already moved.
 */
async function openTarget(place: Place, hasMoved: string | null): Promise<MoveDatabase> {
  if (place.database === null) await makeDataFolder(place, place.data.folder)
  const database = await openMoveDatabase(place)
  try {
    if (await database.hasTable(targetTable)) return database
    if (await database.hasTable('instance')) {
      const [row] = await database.query('select count(*) from instance')
      if (Number(row?.[0]) > 0)
        throw new Error(
          hasMoved ??
            `${databaseName(place).replace('the', 'The')} is not empty: an instance of Gifwright is in it. Name a new one${place.database === null ? ', or move the file away' : ''}.`,
        )
    }
    const { close } =
      place.database === null
        ? await openDatabase({ file: databaseFile(place) })
        : await openPostgres({ ...place.database, maxConnections: connections })
    await close()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openMoveDatabase(place: Place): Promise<MoveDatabase> {
  if (place.database === null) return new SqliteMove(databaseFile(place))
  try {
    return await PostgresMove.open({ ...place.database, maxConnections: 1 })
  } catch (error) {
    throw toPostgresOpeningError(error, addressWithoutPassword(place.database.url))
  }
}

async function secretOf(database: MoveDatabase): Promise<string> {
  const [row] = await database.query(`select value from instance where key = 'secret'`)
  if (typeof row?.[0] !== 'string')
    throw new Error('The database has no instance: no service was ever started on it.')
  return row[0]
}
