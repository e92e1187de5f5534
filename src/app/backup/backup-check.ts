import { join } from 'node:path'
import { DumpRows } from '../../adapters/db/postgres/dump/dump-rows.ts'
import { dumpFaults, readDumpManifest } from '../../adapters/db/postgres/dump/dump-snapshot.ts'
import { PgTools } from '../../adapters/db/postgres/dump/pg-tools.ts'
import { SqlBackupRows } from '../../adapters/db/shared/backup-rows.ts'
import { databaseFaults } from '../../adapters/db/sqlite/snapshot.ts'
import { toOpeningError } from '../../adapters/db/sqlite/faults.ts'
import { existingDatabase, openToRead } from '../../adapters/db/sqlite/sqlite.ts'
import * as backupFolders from '../../adapters/media-store/files/backup-folder.ts'
import { ChecksumFile } from '../../adapters/media-store/files/checksum-file.ts'
import { checkBackup, type CheckDeps, type CheckSummary } from '../../ops/backup/check-backup.ts'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../lib/clock.ts'
import { sha256Of } from '../../lib/disk/files.ts'
import { systemCode } from '../../lib/system-code.ts'
import { storeKey } from '../../media/media-store.ts'
import { sizeOf } from './backup.ts'
import { openStores } from '../stores.ts'

type Progress = (done: number, of: number) => void

/** Checks that every row of the instance from the settings has its files, for example after both were restored. */
export async function checkInstance(config: Config, onProgress: Progress): Promise<CheckSummary> {
  const { db, mediaStore, clock, close } = await openStores(config, undefined, { mayCreate: false })
  try {
    return await checkBackup({
      rows: new SqlBackupRows(db, clock),
      databaseFaults: () => (config.database === null ? databaseFaults(db) : Promise.resolve([])),
      sizeOf: async (key) => (await mediaStore.stat(storeKey(key)))?.bytes,
      contents: null,
      onProgress,
    })
  } finally {
    await close()
  }
}

/**
 * Checks that a backup or a data folder is complete. It also reads the files, except with `sizesOnly`. PostgreSQL's
 * programs are searched for in `searchPath`. Throws a sentence if the folder contains neither.
 */
export async function checkBackupIn(
  folder: string,
  onProgress: Progress,
  {
    sizesOnly = false,
    searchPath = process.env.PATH ?? '',
  }: { sizesOnly?: boolean; searchPath?: string } = {},
): Promise<CheckSummary> {
  const { path, database, media } = backupFolders.partsOf(folder)
  const files: Pick<CheckDeps, 'sizeOf' | 'contents' | 'onProgress'> = {
    sizeOf: (key) => sizeOf(join(media, key)),
    contents: sizesOnly
      ? null
      : { copied: () => new ChecksumFile(media).read(), hashOf: (key) => hashOf(join(media, key)) },
    onProgress,
  }
  const manifest = await readDumpManifest(path)
  if (manifest !== undefined) {
    const place = { tools: new PgTools(searchPath), file: join(path, manifest.dump), clock: systemClock }
    await existingDatabase(place.file)
    const faults = await dumpFaults(place, manifest)
    // The rows of a damaged dump cannot be trusted.
    if (faults.length > 0) return { gifs: 0, faults }
    const rows = new DumpRows(place, manifest.leftOut)
    return checkBackup({ ...files, rows, databaseFaults: async () => [] })
  }
  const { db, close } = await openToRead(database)
  try {
    const rows = new SqlBackupRows(db, systemClock)
    return await checkBackup({ ...files, rows, databaseFaults: () => databaseFaults(db) })
  } catch (error) {
    throw toOpeningError(error, database)
  } finally {
    await close()
  }
}

/** The SHA-256 of a file; undefined if it does not exist. */
async function hashOf(path: string): Promise<string | undefined> {
  return sha256Of(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  })
}
