import { chmod, cp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { databaseName } from '../../../lib/database.ts'
import { isFullDisk } from '../../../lib/disk/disk-faults.ts'
import { freeBytesOf } from '../../../lib/disk/free-space.ts'
import { makeFolder, privateFolderMode } from '../../../lib/disk/folders.ts'
import { inMegabytes } from '../../../lib/text/megabytes.ts'
import { isWithin, realPathOf } from '../../../lib/disk/real-path.ts'
import { systemCode } from '../../../lib/system-code.ts'

/** Matches the names that a backup's folder may contain. A folder with anything else in it is not a backup. */
const ours =
  /^(?:gifwright\.db|gifwright\.db\.new(?:-journal|-wal|-shm)?|backup\.json(?:\.new)?|database-\w+\.dump|backup\.lock|partial|media(?:\.sha256(?:\.new)?)?|texts|pages)$/

/** The reserve that stays free on the disk of a backup. */
const leastSpareBytes = 16 * 2 ** 20

export type BackupFolder = {
  path: string
  database: string
  /** Held while a backup is made. */
  lock: string
  media: string
  workspace: string
}

/** Creates the folder of a backup, readable by its owner only, or uses an existing one. Throws an Error for the operator if it is unsuitable. */
export async function prepareBackupFolder(path: string, dataFolder: string): Promise<BackupFolder> {
  const folder = resolve(path)
  for (const inUse of [dataFolder, join(dataFolder, 'media')]) await refuseNear(folder, inUse)
  try {
    await makeFolder(folder, privateFolderMode)
    await refuseOthers(folder)
    await chmod(folder, privateFolderMode)
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    throw new Error(
      `${folder} cannot be used for a backup (${code}); name a folder that this user may write.`,
      {
        cause: error,
      },
    )
  }
  return partsOf(folder)
}

/** Returns the paths inside a backup. */
export function partsOf(folder: string): BackupFolder {
  const path = resolve(folder)
  return {
    path,
    database: join(path, databaseName),
    lock: join(path, 'backup.lock'),
    media: join(path, 'media'),
    workspace: join(path, 'partial'),
  }
}

/** Copies the texts and pages that the operator wrote, and removes those from the backup that no longer exist. */
export async function copyOperatorTexts(
  { path, workspace }: BackupFolder,
  dataFolder: string,
): Promise<void> {
  for (const name of ['texts', 'pages']) {
    const [copy, target] = [join(workspace, name), join(path, name)]
    await makeFolder(workspace)
    const isThere = await cp(join(dataFolder, name), copy, { recursive: true }).then(
      () => true,
      (error: unknown) => {
        if (systemCode(error) === 'ENOENT') return false
        throw error
      },
    )
    await rm(target, { recursive: true, force: true })
    if (isThere) await rename(copy, target)
  }
}

/** Removes the leftovers of an interrupted backup. */
export async function clearWorkspace({ workspace }: BackupFolder): Promise<void> {
  await rm(workspace, { recursive: true, force: true })
}

/** Returns the bytes that a backup leaves free on its disk: on the data's disk, as much as the service does. */
export async function spareBytesOf(
  { path }: BackupFolder,
  data: { folder: string; minFreeBytes: number },
): Promise<number> {
  const [own, its] = [await stat(path), await stat(data.folder)]
  return own.dev === its.dev ? Math.max(leastSpareBytes, data.minFreeBytes) : leastSpareBytes
}

/** Throws an Error for the operator unless the disk has this many bytes free, and `spareBytes` more. */
export async function checkDiskSpace(
  { path }: BackupFolder,
  bytes: number,
  spareBytes: number,
): Promise<void> {
  const free = await freeBytesOf(path)
  if (free >= bytes + spareBytes) return
  throw new Error(
    `The backup needs ${inMegabytes(bytes + spareBytes)} MB more, and the disk of ${path} has ${inMegabytes(free)} MB free. Free some space, or name a folder on another disk.`,
  )
}

/** Converts the error of a full disk to one for the operator; returns any other error unchanged. */
export function toFullDiskError(error: unknown, { path }: BackupFolder): unknown {
  if (!isFullDisk(error)) return error
  const message = `The disk of ${path} is full; the backup before is as it was. Free some space and run this again: it continues from there.`
  return new Error(message, { cause: error })
}

async function refuseNear(folder: string, inUse: string): Promise<void> {
  const [one, other] = [await realPathOf(folder), await realPathOf(inUse)]
  if (isWithin(one, other) || isWithin(other, one)) {
    throw new Error(
      `${folder} cannot hold the backup: it is DATA_DIR, inside it or around it. Name another folder.`,
    )
  }
}

async function refuseOthers(folder: string): Promise<void> {
  const names = await readdir(folder)
  if (names.some((name) => name === `${databaseName}-wal`)) {
    throw new Error(
      `${folder} cannot hold the backup: a service works with it as its DATA_DIR, or did. Name another folder.`,
    )
  }
  const other = names.find((name) => !ours.test(name))
  // A folder that is just called media may be anything.
  const isBackup = names.includes('backup.lock')
  if (other === undefined && (names.length === 0 || isBackup)) return
  throw new Error(
    `${folder} holds something else (${other ?? names[0]}); name an empty folder, or that of an earlier backup.`,
  )
}
