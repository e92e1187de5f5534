import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { DumpRows } from '../../adapters/db/postgres/dump/dump-rows.ts'
import { readDumpManifest, removeDump, takeDump } from '../../adapters/db/postgres/dump/dump-snapshot.ts'
import { PgTools } from '../../adapters/db/postgres/dump/pg-tools.ts'
import { openPostgres, serverMajor } from '../../adapters/db/postgres/postgres.ts'
import { SqlBackupRows } from '../../adapters/db/shared/backup-rows.ts'
import type { Database } from '../../adapters/db/shared/database.ts'
import { knownSecret } from '../../adapters/db/shared/instance.ts'
import { takeLock } from '../../adapters/db/sqlite/folder-lock.ts'
import { instanceSecretIn, takeSnapshot } from '../../adapters/db/sqlite/snapshot.ts'
import { openToRead } from '../../adapters/db/sqlite/sqlite.ts'
import * as backupFolders from '../../adapters/media-store/files/backup-folder.ts'
import { FileMediaCopy } from '../../adapters/media-store/files/media-copy.ts'
import type { Snapshot } from '../../ops/backup/backup.ts'
import { type BackupSummary, makeBackup } from '../../ops/backup/make-backup.ts'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../lib/clock.ts'
import {
  databaseBytes,
  databaseFile,
  fileBytes,
  mediaFolder,
  pathsReadableByTools,
  refuseReadableData,
} from '../data-folder.ts'
import { openMediaStore } from '../media-store.ts'

/* The composition root of the backup, as service.ts is the one of the service. */

type Progress = (done: number, of: number) => void

const connections = 2

/**
 * Backs up an instance into `folder`; the service can be running. SQLite becomes a usable database, PostgreSQL a dump;
 * files come from the folder or the bucket. An existing backup is updated, and stays complete whatever happens. Throws
 * a sentence if the folder is unsuitable.
 */
export async function backUp(config: Config, folder: string, onProgress: Progress): Promise<BackupSummary> {
  if (config.render.sandbox !== 'off') {
    await refuseReadableData('The backup folder', folder, await pathsReadableByTools(config))
  }
  const live = await openLive(config)
  try {
    const place = await backupFolders.prepareBackupFolder(folder, config.data.folder)
    const release = takeLock(place.lock)
    if (release === undefined) throw new Error(`Another backup into ${place.path} is in progress.`)
    try {
      const secret = await knownSecret(live.db)
      if (secret === undefined)
        throw new Error('The database has no instance: no service was ever started on it.')
      await refuseOtherInstance(config, place, secret)
      await backupFolders.clearWorkspace(place)
      const spareBytes = await backupFolders.spareBytesOf(place, config.data)
      await backupFolders.checkDiskSpace(place, await leastBytes(config), spareBytes)
      await backupFolders.copyOperatorTexts(place, config.data.folder)
      const media = await openMedia(config, secret)
      try {
        return await makeBackup({
          live: new SqlBackupRows(live.db, systemClock),
          takeSnapshot: () => live.takeSnapshot(place),
          media: new FileMediaCopy({ from: media.from, to: place.media, workspace: place.workspace }),
          checkDiskSpace: (bytes) => backupFolders.checkDiskSpace(place, bytes, spareBytes),
          onProgress,
        })
      } finally {
        await media.close()
      }
    } catch (error) {
      throw backupFolders.toFullDiskError(error, place)
    } finally {
      await backupFolders.clearWorkspace(place)
      release()
    }
  } finally {
    await live.close()
  }
}

type Live = Database & { takeSnapshot: (place: backupFolders.BackupFolder) => Promise<Snapshot> }

/** The database of the instance, opened without changing it. */
async function openLive(config: Config): Promise<Live> {
  const { database } = config
  if (database === null) {
    const file = databaseFile(config)
    const opened = await openToRead(file)
    const takeCopy = async ({ path, database: copy }: backupFolders.BackupFolder) =>
      withoutDump(await takeSnapshot(file, copy, systemClock), path)
    return { ...opened, takeSnapshot: takeCopy }
  }
  const opened = await openPostgres({ ...database, maxConnections: connections, mayCreate: false })
  const tools = pgTools(config)
  try {
    await tools.checkDump(await serverMajor(opened.db))
  } catch (error) {
    await opened.close()
    throw error
  }
  return {
    ...opened,
    takeSnapshot: ({ path }) => takeDump({ folder: path, url: database.url, tools, clock: systemClock }),
  }
}

/** A snapshot of an instance that moved away from PostgreSQL, without its old dump. */
function withoutDump(snapshot: Snapshot, folder: string): Snapshot {
  const finish = snapshot.finish.bind(snapshot)
  snapshot.finish = async () => {
    await finish()
    await removeDump(folder)
  }
  return snapshot
}

async function openMedia(config: Config, secret: string) {
  if (config.s3 === null) return { from: mediaFolder(config), close: async () => undefined }
  // Files must be copied from the bucket itself.
  const store = await openMediaStore({ ...config, s3: { ...config.s3, cacheBytes: 0 } }, secret)
  return { from: store, close: () => store.close() }
}

/** The minimum size of the database in the backup. The size of a dump is unknown beforehand. */
async function leastBytes(config: Config): Promise<number> {
  return config.database === null ? databaseBytes(config) : 0
}

/** PostgreSQL's own programs, from the service's path. */
export function pgTools({ render }: Config): PgTools {
  return new PgTools(render.searchPath)
}

/** Two instances that shared a folder would remove each other's files. */
async function refuseOtherInstance(
  config: Config,
  { path, database }: backupFolders.BackupFolder,
  secret: string,
): Promise<void> {
  const found = await secretOfBackup(config, path, database)
  if (found !== undefined && found !== secret)
    throw new Error(`${path} is the backup of another instance; name another folder.`)
}

async function secretOfBackup(config: Config, folder: string, database: string): Promise<unknown> {
  const manifest = await readDumpManifest(folder)
  if (manifest !== undefined) {
    const file = join(folder, manifest.dump)
    return new DumpRows({ tools: pgTools(config), file, clock: systemClock }, manifest.leftOut).secret()
  }
  if ((await fileBytes(database)) === 0) return undefined
  try {
    return instanceSecretIn(database)
  } catch (cause) {
    throw new Error(`${database} cannot be read as an earlier backup; remove it, then run this again.`, {
      cause,
    })
  }
}

/** The size of a plain file; undefined if it does not exist. */
export async function sizeOf(path: string): Promise<number | undefined> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() === true ? found.size : undefined
}
