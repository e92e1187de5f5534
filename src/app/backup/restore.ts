import { constants } from 'node:fs'
import { copyFile, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DumpRows } from '../../adapters/db/postgres/dump/dump-rows.ts'
import { type DumpManifest, readDumpManifest } from '../../adapters/db/postgres/dump/dump-snapshot.ts'
import { toPostgresOpeningError } from '../../adapters/db/postgres/faults.ts'
import { PostgresMove } from '../../adapters/db/postgres/postgres-move.ts'
import { addressWithoutPassword, openPostgres } from '../../adapters/db/postgres/postgres.ts'
import { beginAnew, endTasksOf, removeGifsOf } from '../../adapters/db/shared/backup-edits.ts'
import { instanceSecretIn } from '../../adapters/db/sqlite/instance-secret.ts'
import { existingDatabase, openDatabase } from '../../adapters/db/sqlite/sqlite.ts'
import * as backupFolders from '../../adapters/media-store/files/backup-folder.ts'
import { restoreBackup, type RestoreSummary } from '../../backup/restore-backup.ts'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../lib/clock.ts'
import { flush } from '../../lib/disk/files.ts'
import { privateFolderMode } from '../../lib/disk/folders.ts'
import { randomId } from '../../lib/ids.ts'
import { runEach } from '../../lib/run-each.ts'
import { systemCode } from '../../lib/system-code.ts'
import { type MediaStore, storeKey } from '../../media/media-store.ts'
import { pgTools } from './backup.ts'
import { databaseFile, fileBytes } from '../data-folder.ts'
import { openMediaStore } from '../media-store.ts'

type Database = { secret: string; restore: () => Promise<void> }

const connections = 2

/**
 * Restores the backup in `folder` into the database and the media store of the settings, the first of which must be empty.
 * What the store has already stays. Interrupted, it can be run again. Throws a sentence.
 */
export async function restore(
  config: Config,
  folder: string,
  onProgress: (done: number, of: number) => void,
): Promise<RestoreSummary> {
  const place = backupFolders.partsOf(folder)
  const database = await findDatabase(config, place)
  const temporary = join(config.data.folder, 'tmp', 'restore')
  await rm(temporary, { recursive: true, force: true })
  await mkdir(temporary, { recursive: true, mode: privateFolderMode })
  const ends = [() => rm(temporary, { recursive: true, force: true })]
  try {
    // Files are compared with those of the bucket itself.
    const s3 = config.s3 === null ? null : { ...config.s3, cacheBytes: 0 }
    const store = await openMediaStore({ ...config, s3 }, database.secret)
    ends.unshift(() => store.close())
    const summary = await restoreBackup({
      foldersIn: (prefix) => readdir(join(place.media, prefix)).catch(noneIfMissing),
      restoreFolder: (name) => restoreFolder(name, { from: place.media, store, temporary }),
      restoreDatabase: database.restore,
      onProgress,
    })
    await restoreTexts(place.path, config.data.folder)
    return summary
  } finally {
    await runEach(ends)
  }
}

/** What the backup has of a database, for one of the same kind that is empty. */
async function findDatabase(config: Config, place: backupFolders.BackupFolder): Promise<Database> {
  const manifest = await readDumpManifest(place.path)
  const kind = manifest === undefined ? 'SQLite' : 'PostgreSQL'
  if (manifest === undefined) await existingDatabase(place.database)
  if ((config.database === null) !== (manifest === undefined))
    throw new Error(
      `${place.path} is the backup of an instance with ${kind}: ${kind === 'SQLite' ? 'unset DATABASE_URL' : 'set DATABASE_URL to an empty database'}. After the restore, gifwright move takes it elsewhere.`,
    )
  return manifest === undefined || config.database === null
    ? findSqlite(config, place)
    : findDump({ ...config, database: config.database }, place, manifest)
}

async function findSqlite(config: Config, { database }: backupFolders.BackupFolder): Promise<Database> {
  const file = databaseFile(config)
  if ((await fileBytes(file)) > 0)
    throw new Error(
      `There is a database ${file} already. Stop its service and move DATA_DIR away, or set another.`,
    )
  return {
    secret: String(instanceSecretIn(database)),
    async restore() {
      const fresh = `${file}.new`
      for (const ending of ['-wal', '-shm']) await rm(fresh + ending, { force: true })
      await copyFile(database, fresh)
      // Nobody else has this copy, and the backup stays of its version.
      const { close } = await openDatabase({ file: fresh, mayCreate: false, mayMigrate: true })
      await close()
      await flush(fresh)
      await rename(fresh, file)
      await flush(config.data.folder)
    },
  }
}

async function findDump(
  config: Config & { database: NonNullable<Config['database']> },
  { path }: backupFolders.BackupFolder,
  manifest: DumpManifest,
): Promise<Database> {
  const options = { ...config.database, maxConnections: connections }
  await refuseFull(options)
  const tools = pgTools(config)
  const file = await existingDatabase(join(path, manifest.dump))
  const secret = await new DumpRows({ tools, file, clock: systemClock }, manifest.leftOut).secret()
  if (secret === undefined) throw new Error(`${file} has no instance: it is not a backup of Gifwright.`)
  return {
    secret,
    async restore() {
      await tools.restore(file, options.url)
      const { db, close } = await openPostgres({ ...options, mayCreate: false, mayMigrate: true })
      try {
        await removeGifsOf(db, manifest.leftOut.gifs)
        await endTasksOf(db, manifest.leftOut.tasks, systemClock.now())
        await beginAnew(db)
      } finally {
        await close()
      }
    },
  }
}

async function refuseFull(options: Parameters<typeof PostgresMove.open>[0]): Promise<void> {
  const address = addressWithoutPassword(options.url)
  const database = await PostgresMove.open(options).catch((error: unknown) => {
    throw toPostgresOpeningError(error, address)
  })
  try {
    const [row] = await database.query(
      `select count(*) from information_schema.tables where table_schema = 'public'`,
    )
    if (Number(row?.[0]) > 0)
      throw new Error(
        `The database ${address} is not empty. Create a new one for the restore, or drop this one and create it anew.`,
      )
  } finally {
    await database.close()
  }
}

async function restoreFolder(
  folder: string,
  { from, store, temporary }: { from: string; store: MediaStore; temporary: string },
): Promise<{ files: number; bytes: number }> {
  const present = new Map<string, number>()
  for await (const { key, bytes } of store.list(folder)) present.set(key, bytes)
  let [files, bytes] = [0, 0]
  for (const name of await readdir(join(from, folder))) {
    const key = storeKey(`${folder}/${name}`)
    const { size } = await stat(join(from, key))
    // A stored file never changes: one of the right size is the same.
    if (present.get(key) === size) continue
    const local = join(temporary, randomId(12))
    await copyFile(join(from, key), local, constants.COPYFILE_FICLONE)
    await store.put(key, local)
    files++
    bytes += size
  }
  return { files, bytes }
}

/** The operator's texts and pages, where there are none yet. */
async function restoreTexts(backup: string, dataFolder: string): Promise<void> {
  for (const name of ['texts', 'pages']) {
    await cp(join(backup, name), join(dataFolder, name), { recursive: true, force: false }).catch(
      noneIfMissing,
    )
  }
}

function noneIfMissing(error: unknown): [] {
  if (systemCode(error) === 'ENOENT') return []
  throw error
}
