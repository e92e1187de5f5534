import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { SqlBackupRows } from '../adapters/db/shared/backup-rows.ts'
import { databaseFaults } from '../adapters/db/sqlite/database-faults.ts'
import { toOpeningError } from '../adapters/db/sqlite/faults.ts'
import { takeLock } from '../adapters/db/sqlite/folder-lock.ts'
import { instanceSecretIn } from '../adapters/db/sqlite/instance-secret.ts'
import { takeSnapshot } from '../adapters/db/sqlite/snapshot.ts'
import { openToRead } from '../adapters/db/sqlite/sqlite.ts'
import * as backupFolders from '../adapters/media-store/files/backup-folder.ts'
import { FileMediaCopy } from '../adapters/media-store/files/media-copy.ts'
import { checkBackup, type CheckSummary } from '../backup/check-backup.ts'
import { type BackupSummary, makeBackup } from '../backup/make-backup.ts'
import type { Config } from '../config/config.ts'
import { databaseBytes, databaseFile, fileBytes, refuseReadableData } from './data-folder.ts'
import { storeKey } from '../media/media-store.ts'
import { openStores } from './stores.ts'
import { pathsReadableByTools } from './readable-by-tools.ts'
import { systemClock } from '../lib/clock.ts'

/* The composition root of the backup, as service.ts is the one of the service. */

type Progress = (done: number, of: number) => void

/**
 * Backs up the data into `folder`, which then can be a DATA_DIR; the service may run. A backup that is there is brought
 * up to date, and stays whole whatever happens. Throws a sentence for a folder that is not fit.
 */
export async function backUp(config: Config, folder: string, onProgress: Progress): Promise<BackupSummary> {
  if (config.render.sandbox !== 'off') {
    await refuseReadableData('The backup folder', folder, await pathsReadableByTools(config))
  }
  refuseElsewhere(config)
  const live = await openToRead(await existing(databaseFile(config)))
  try {
    const place = await backupFolders.prepareBackupFolder(folder, config.data.folder)
    const release = takeLock(place.lock)
    if (release === undefined) throw new Error(`Another backup into ${place.path} is under way.`)
    try {
      await refuseOtherInstance(databaseFile(config), place.database)
      await backupFolders.clearWorkspace(place)
      const spareBytes = await backupFolders.spareBytesOf(place, config.data)
      await backupFolders.checkDiskSpace(place, await databaseBytes(config), spareBytes)
      await backupFolders.copyOperatorTexts(place, config.data.folder)
      return await makeBackup({
        live: new SqlBackupRows(live.db, systemClock),
        takeSnapshot: () => takeSnapshot(databaseFile(config), place.database, systemClock),
        media: new FileMediaCopy({
          from: join(config.data.folder, 'media'),
          to: place.media,
          workspace: place.workspace,
        }),
        checkDiskSpace: (bytes) => backupFolders.checkDiskSpace(place, bytes, spareBytes),
        onProgress,
      })
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

/** Whether every row of the instance of the settings has its files, for example after both were restored. */
export async function checkInstance(config: Config, onProgress: Progress): Promise<CheckSummary> {
  const { db, mediaStore, clock, close } = await openStores(config)
  try {
    return await checkBackup({
      rows: new SqlBackupRows(db, clock),
      databaseFaults: () => (config.database === null ? databaseFaults(db) : Promise.resolve([])),
      sizeOf: async (key) => (await mediaStore.stat(storeKey(key)))?.bytes,
      onProgress,
    })
  } finally {
    await close()
  }
}

/** Says what backs up what is not in the data folder. */
function refuseElsewhere({ database, s3 }: Config): void {
  if (database === null && s3 === null) return
  const steps = [
    database === null ? 'copy the database with sqlite3 gifwright.db ".backup FILE"' : 'run pg_dump',
    s3 === null ? 'copy the folder media of DATA_DIR' : 'copy the bucket, or have its server keep versions',
    'copy the folders texts and pages of DATA_DIR',
  ]
  const where =
    database === null ? 'The files are in S3' : `The data is in PostgreSQL${s3 === null ? '' : ' and S3'}`
  throw new Error(
    `${where}: ${steps[0]}, then ${steps[1]}, then ${steps[2]}. Files are stored before their rows, so in this order no GIF lacks its files but those deleted meanwhile. Check what was restored with: gifwright backup --check`,
  )
}

/** Whether a backup, or a data folder, is whole. Throws a sentence where there is none. */
export async function checkBackupIn(folder: string, onProgress: Progress): Promise<CheckSummary> {
  const { database, media } = backupFolders.partsOf(folder)
  const { db, close } = await openToRead(await existing(database))
  try {
    return await checkBackup({
      rows: new SqlBackupRows(db, systemClock),
      databaseFaults: () => databaseFaults(db),
      sizeOf: (key) => sizeOf(join(media, key)),
      onProgress,
    })
  } catch (error) {
    throw toOpeningError(error, database)
  } finally {
    await close()
  }
}

/** Two instances that shared a folder would take each other's files away. */
async function refuseOtherInstance(live: string, backup: string): Promise<void> {
  if ((await fileBytes(backup)) === 0) return
  let secret: unknown
  try {
    secret = instanceSecretIn(backup)
  } catch (cause) {
    throw new Error(`${backup} cannot be read as an earlier backup; remove it, then run this again.`, {
      cause,
    })
  }
  if (secret !== instanceSecretIn(live))
    throw new Error(`${backup} is the backup of another instance; name another folder.`)
}

async function existing(file: string): Promise<string> {
  if ((await fileBytes(file)) > 0) return file
  throw new Error(
    `There is no database ${file}. Name the folder that has it (for the service's own, DATA_DIR).`,
  )
}

/** The size of a plain file; undefined where there is none. */
async function sizeOf(path: string): Promise<number | undefined> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() === true ? found.size : undefined
}
