import { chmod, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { databaseName } from '../lib/database.ts'
import { gifFolders } from '../media/rendition.ts'
import { isWithin, realPathOf } from '../lib/disk/real-path.ts'
import { readableByDecoders } from '../adapters/render-pool/isolation.ts'
import { readableByYtDlp } from '../adapters/sources/yt-dlp/sandbox.ts'
import { findProgram } from '../lib/tools/find-program.ts'
import { groupFolderMode, makeFolder, privateFolderMode } from '../lib/disk/folders.ts'
import { systemCode } from '../lib/system-code.ts'
import { DiskSpace } from '../creation/disk-space.ts'

/** The path of the database file in the data folder. */
export function databaseFile({ data }: Config): string {
  return join(data.folder, databaseName)
}

/** The folder of the search index, which is rebuilt if it is missing. */
export function searchFolder({ data }: Config): string {
  return join(data.folder, 'search')
}

/** The folder of the media files, unless they are in a bucket. */
export function mediaFolder({ data }: Config): string {
  return join(data.folder, 'media')
}

/** The folder for copies of media files from S3, which can be removed while the service is stopped. */
export function mediaCacheFolder({ data }: Config): string {
  return join(data.folder, 'cache')
}

/** The bytes of the database and its log, which contains the latest writes. */
export async function databaseBytes(config: Config): Promise<number> {
  const sizes = ['', '-wal'].map((ending) => fileBytes(databaseFile(config) + ending))
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** The size of a file; 0 if it does not exist. */
export function fileBytes(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/**
 * Throws a sentence if a data folder has files of GIFs but no database: with a new database, they would all be removed
 * as files without a row.
 */
export async function refuseLostDatabase(config: Config): Promise<void> {
  const { folder } = config.data
  if ((await fileBytes(databaseFile(config))) > 0) return
  const folders = await Promise.all(
    gifFolders.map((gifs) => readdir(join(folder, 'media', gifs)).catch(() => [])),
  )
  if (folders.flat().length === 0) return
  throw new Error(
    `The data folder ${folder} has files of GIFs, and ${databaseName} is missing or empty. Restore it from a backup, or move media/ away to start over.`,
  )
}

/** The parts of a data folder, or of a backup of one, that no tool may read. */
const secretParts = [databaseName, 'media', 'tmp', 'search', 'cache']

/**
 * Throws a sentence if one of the `readable` paths exposes a part of a data folder; `what` names the folder. The caller
 * checks whether there is a sandbox at all.
 */
export async function refuseReadableData(
  what: string,
  folder: string,
  readable: readonly string[],
): Promise<void> {
  const real = await realPathOf(folder)
  for (const path of readable) {
    const shown = await realPathOf(path)
    if (isWithin(real, shown)) {
      throw new Error(
        `${what} ${folder} lies in ${shown}, which decoders can read in their sandbox. Move the data elsewhere, for example to /var/lib/gifwright.`,
      )
    }
    if (secretParts.some((part) => isWithin(shown, join(real, part)))) {
      throw new Error(
        `${what} ${folder} holds ${shown}, which decoders can read in their sandbox. Move that elsewhere.`,
      )
    }
  }
}

/** The paths on this machine that decoders or yt-dlp can read in their sandboxes. */
export async function pathsReadableByTools({ sources, render }: Config): Promise<string[]> {
  const { ytDlpPath } = sources
  const ytDlp = ytDlpPath === null ? undefined : await findProgram(ytDlpPath, render.searchPath)
  return [
    ...(await readableByDecoders(render.searchPath)),
    ...(ytDlp === undefined ? [] : await readableByYtDlp(ytDlp)),
  ]
}

/** The disk space for a process's temporary files, as limited by the settings. */
export function createDiskSpace({ data }: Config, freeBytes: () => Promise<number>): DiskSpace {
  const { minFreeBytes, maxTemporaryBytes } = data
  return new DiskSpace({ freeBytes, minFreeBytes, maxReservedBytes: maxTemporaryBytes })
}

/** Creates a folder in DATA_DIR, or DATA_DIR itself. Throws a sentence. */
export async function makeDataFolder(
  { data, site }: Pick<Config, 'data'> & { site?: Pick<Config['site'], 'mediaOffload'> },
  folder: string,
): Promise<void> {
  const firstMade = await makeFolder(folder, privateFolderMode).catch((cause: unknown) => {
    throw new Error(
      `DATA_DIR ${data.folder} cannot be used as a folder (${systemCode(cause)}); set it to one that can be written.`,
      { cause },
    )
  })
  // The proxy that sends media files can pass through a new DATA_DIR; the permissions of an existing one are up to the
  // operator.
  if (firstMade === undefined || (site?.mediaOffload ?? 'off') === 'off') return
  for (let made = resolve(data.folder); made.length >= firstMade.length; made = dirname(made))
    await chmod(made, groupFolderMode)
}
