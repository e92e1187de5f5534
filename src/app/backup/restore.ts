import { constants } from 'node:fs'
import { copyFile, cp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DumpRows } from '../../adapters/db/postgres/dump/dump-rows.ts'
import { type DumpManifest, readDumpManifest } from '../../adapters/db/postgres/dump/dump-snapshot.ts'
import { toPostgresOpeningError } from '../../adapters/db/postgres/faults.ts'
import { PostgresMove } from '../../adapters/db/postgres/postgres-move.ts'
import { addressWithoutPassword, openPostgres } from '../../adapters/db/postgres/postgres.ts'
import { beginAnew, endTasksOf, removeGifsOf } from '../../adapters/db/shared/backup-edits.ts'
import { instanceSecretIn } from '../../adapters/db/sqlite/snapshot.ts'
import { existingDatabase, openDatabase } from '../../adapters/db/sqlite/sqlite.ts'
import * as backupFolders from '../../adapters/media-store/files/backup-folder.ts'
import { ChecksumFile, type ChecksumIndex } from '../../adapters/media-store/files/checksum-file.ts'
import { restoreBackup, type RestoredFolder, type RestoreSummary } from '../../ops/backup/restore-backup.ts'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../lib/clock.ts'
import { AppError } from '../../lib/app-error.ts'
import { flush, sha256Of, sha256OfStream } from '../../lib/disk/files.ts'
import { randomId } from '../../lib/ids.ts'
import { runEach } from '../../lib/run-at-once.ts'
import { systemCode } from '../../lib/system-code.ts'
import { type StoreKey, storeKey } from '../../media/media-store.ts'
import { checkBackupIn } from './backup-check.ts'
import { pgTools } from './backup.ts'
import { databaseFile, fileBytes } from '../data-folder.ts'
import { type OpenMediaStore, openMediaStore } from '../media-store.ts'
import { makeDataFolder } from '../data-folder.ts'

type Database = { secret: string; restore: () => Promise<void> }

const connections = 2

export type RestoreOptions = {
  onProgress: (done: number, of: number) => void
  /** Restores the rest of a damaged backup. */
  evenIfDamaged?: boolean
}

/**
 * Restores the backup in `folder` to the database and the media store from the settings. The database must be empty;
 * files already in the store stay. After an interruption, it can be run again. Throws a sentence, and DamagedBackup if
 * a file is missing or changed.
 */
export async function restore(
  config: Config,
  folder: string,
  { onProgress, evenIfDamaged = false }: RestoreOptions,
): Promise<RestoreSummary> {
  const place = backupFolders.partsOf(folder)
  const database = await findDatabase(config, place)
  const temporary = join(config.data.folder, 'tmp', 'restore')
  await rm(temporary, { recursive: true, force: true })
  await makeDataFolder(config, temporary)
  const ends = [() => rm(temporary, { recursive: true, force: true })]
  try {
    // Files are compared with those in the bucket itself.
    const s3 = config.s3 === null ? null : { ...config.s3, cacheBytes: 0 }
    const store = await openMediaStore({ ...config, s3 }, database.secret)
    ends.unshift(() => store.close())
    const checksums = new ChecksumFile(place.media)
    const index = await checksums.index()
    const summary = await restoreBackup({
      evenIfDamaged,
      missingFiles: () => missingFiles(config, place.path),
      foldersIn: (prefix) => readdir(join(place.media, prefix)).catch(noneIfMissing),
      restoreFolder: (name) => restoreFolder(name, { from: place.media, store, temporary, checksums, index }),
      restoreDatabase: database.restore,
      onProgress,
    })
    await restoreTexts(place.path, config.data.folder)
    return summary
  } finally {
    await runEach(ends)
  }
}

/** Contents are verified later, as they are copied. */
async function missingFiles({ render }: Config, folder: string): Promise<string[]> {
  try {
    const options = { sizesOnly: true, searchPath: render.searchPath }
    return (await checkBackupIn(folder, () => undefined, options)).faults
  } catch (error) {
    // The rows of an older version can only be read after the restore: the check at the end does so.
    if (error instanceof AppError && error.code === 'unavailable') return []
    throw error
  }
}

/** The database of the backup, to restore to an empty one of the same kind. */
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
      // Nobody else has this copy, and the backup keeps its version.
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
        `The database ${address} is not empty. Create a new one for the restore, or drop this one and create it again.`,
      )
  } finally {
    await database.close()
  }
}

type FolderRestore = {
  /** The media folder of the backup. */
  from: string
  store: OpenMediaStore
  temporary: string
  checksums: ChecksumFile
  index: ChecksumIndex
}

async function restoreFolder(folder: string, restore: FolderRestore): Promise<RestoredFolder> {
  const { from, store, checksums, index } = restore
  const present = new Map<string, number>()
  for await (const { key, bytes } of store.list(folder)) present.set(key, bytes)
  const sums = await checksums.sumsOf(folder, index)
  const names = await readdir(join(from, folder))
  const result: RestoredFolder = { files: 0, bytes: 0, unchecked: 0, faults: [] }
  for (const name of sums.keys())
    if (!names.includes(name)) result.faults.push(`media/${folder}/${name} is missing.`)
  for (const name of names) {
    const key = storeKey(`${folder}/${name}`)
    const sha256 = sums.get(name)
    if (sha256 === undefined) result.unchecked++
    const { size } = await stat(join(from, key))
    if (present.get(key) === size && (await isStored(store, key, sha256))) continue
    const fault = await restoreFile(key, sha256, restore)
    if (fault !== null) {
      result.faults.push(fault)
      continue
    }
    result.files++
    result.bytes += size
  }
  return result
}

/** Files already in a bucket are not read again: an S3 server checks its files itself. */
async function isStored(store: OpenMediaStore, key: StoreKey, sha256: string | undefined): Promise<boolean> {
  return (
    store.kind === 's3' || sha256 === undefined || (await sha256OfStream(await store.read(key))) === sha256
  )
}

/** Returns the fault of a damaged file, which is then not stored. */
async function restoreFile(
  key: StoreKey,
  sha256: string | undefined,
  { from, store, temporary }: FolderRestore,
): Promise<string | null> {
  const local = join(temporary, randomId(12))
  try {
    await copyFile(join(from, key), local, constants.COPYFILE_FICLONE)
    if (sha256 !== undefined && (await sha256Of(local)) !== sha256)
      return `media/${key} is not as it was when it was copied.`
    await store.put(key, local)
  } finally {
    await rm(local, { force: true })
  }
  if (sha256 !== undefined && store.kind === 's3' && (await sha256OfStream(await store.read(key))) !== sha256)
    throw new Error(`The bucket stored ${key} with another content. Run the same command again.`)
  return null
}

/** The operator's texts and pages, if none exist yet. */
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
