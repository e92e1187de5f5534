import { runAtOnce } from '../lib/run-at-once.ts'
import { gifFolders } from '../media/rendition.ts'

export type RestoreDeps = {
  /** The folders under `prefix` that the backup has. */
  foldersIn: (prefix: string) => Promise<string[]>
  /** Puts what the media store lacks of a folder into it; gives the bytes. */
  restoreFolder: (folder: string) => Promise<{ files: number; bytes: number }>
  /** Puts the database in its place, all of it or nothing, and makes it one that a service can go on with. */
  restoreDatabase: () => Promise<void>
  onProgress: (done: number, of: number) => void
}

export type RestoreSummary = { folders: number; files: number; bytes: number }

const atOnce = 8

/**
 * Puts a backup into a database and a media store that are empty. The files come first, as they do in the service: so
 * whenever it is interrupted, there is no database that names files which are not there, and it can be run again.
 */
export async function restoreBackup(deps: RestoreDeps): Promise<RestoreSummary> {
  const folders: string[] = []
  for (const prefix of [...gifFolders, 'incoming'])
    folders.push(...(await deps.foldersIn(prefix)).map((name) => `${prefix}/${name}`))
  const summary: RestoreSummary = { folders: folders.length, files: 0, bytes: 0 }
  let done = 0
  await runAtOnce(folders, atOnce, async (folder) => {
    const { files, bytes } = await deps.restoreFolder(folder)
    summary.files += files
    summary.bytes += bytes
    deps.onProgress(++done, folders.length)
  })
  await deps.restoreDatabase()
  return summary
}
