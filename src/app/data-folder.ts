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

/** The path of the database's file in the data folder. */
export function databaseFile({ data }: Config): string {
  return join(data.folder, databaseName)
}

/** The folder of the search index, which is built anew when it is not there. */
export function searchFolder({ data }: Config): string {
  return join(data.folder, 'search')
}

/** The folder of the media files, where they are in no bucket. */
export function mediaFolder({ data }: Config): string {
  return join(data.folder, 'media')
}

/** The folder of copies of media files that are in S3, which may be removed while the service does not run. */
export function mediaCacheFolder({ data }: Config): string {
  return join(data.folder, 'cache')
}

/** The bytes of the database with the log beside it, in which is what was written last. */
export async function databaseBytes(config: Config): Promise<number> {
  const sizes = ['', '-wal'].map((ending) => fileBytes(databaseFile(config) + ending))
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** The size of a file; 0 where there is none. */
export function fileBytes(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/**
 * Throws a sentence for a data folder that has the files of GIFs and no database: beside a new one, they would all be
 * swept away as files that no row names.
 */
export async function refuseLostDatabase(config: Config): Promise<void> {
  const { folder } = config.data
  if ((await fileBytes(databaseFile(config))) > 0) return
  const folders = await Promise.all(
    gifFolders.map((gifs) => readdir(join(folder, 'media', gifs)).catch(() => [])),
  )
  if (folders.flat().length === 0) return
  throw new Error(
    `The data folder ${folder} has files of GIFs, and ${databaseName} is missing or empty. Restore it from a backup, or move media/ away to begin anew.`,
  )
}

/** The parts of a data folder, or of a backup of one, that no tool may read. */
const secretParts = [databaseName, 'media', 'tmp', 'search', 'cache']

/**
 * Throws a sentence for a data folder of which one of the `readable` paths shows a part; `what` names the folder.
 * Whether there is a sandbox at all is for the caller to know.
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

/** The paths of this machine that decoders or yt-dlp can read in their sandboxes. */
export async function pathsReadableByTools({ sources, render }: Config): Promise<string[]> {
  const { ytDlpPath } = sources
  const ytDlp = ytDlpPath === null ? undefined : await findProgram(ytDlpPath, render.searchPath)
  return [
    ...(await readableByDecoders(render.searchPath)),
    ...(ytDlp === undefined ? [] : await readableByYtDlp(ytDlp)),
  ]
}

/** The disk space for temporary files of a process, as the settings limit it. */
export function createDiskSpace({ data }: Config, freeBytes: () => Promise<number>): DiskSpace {
  const { minFreeBytes, maxTemporaryBytes } = data
  return new DiskSpace({ freeBytes, minFreeBytes, maxReservedBytes: maxTemporaryBytes })
}

/** Makes a folder of DATA_DIR, or DATA_DIR itself. Throws a sentence. */
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
  // The proxy that sends media files passes through a new DATA_DIR; the permissions of an existing one are the operator's.
  if (firstMade === undefined || (site?.mediaOffload ?? 'off') === 'off') return
  for (let made = resolve(data.folder); made.length >= firstMade.length; made = dirname(made))
    await chmod(made, groupFolderMode)
}
