import { runAtOnce } from '../../lib/run-at-once.ts'
import { gifFolders } from '../../media/rendition.ts'

/** `faults`: a sentence for each file that was left out. `unchecked`: the files without a known checksum. */
export type RestoredFolder = { files: number; bytes: number; unchecked: number; faults: string[] }

export type RestoreSummary = RestoredFolder & { folders: number }

/** A backup that is not whole; nothing was put in place that a service would take for an instance. */
export class DamagedBackup extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    const files = faults.length === 1 ? '1 file' : `${faults.length} files`
    super(
      `Not restored: ${files} of the backup ${faults.length === 1 ? 'is' : 'are'} missing or not as copied. Use another backup, or put back the files and run this again. With --even-if-damaged everything else is restored.`,
    )
    this.faults = faults
  }
}

const atOnce = 8

/**
 * Puts a backup into a database and a media store that are empty. The files come first, as they do in the service: so
 * whenever it is interrupted, there is no database that names files which are not there, and it can be run again. Throws
 * DamagedBackup before the database where a file is missing or changed, unless `evenIfDamaged`.
 */
export async function restoreBackup(deps: {
  /** What is missing in the backup or has another size than its row says, a sentence each. */
  missingFiles: () => Promise<string[]>
  /** The folders under `prefix` that the backup has. */
  foldersIn: (prefix: string) => Promise<string[]>
  /** Puts what the media store lacks of a folder into it, but for files that are not as they were when they were backed up. */
  restoreFolder: (folder: string) => Promise<RestoredFolder>
  /** Puts the database in its place, all of it or nothing, and makes it one that a service can go on with. */
  restoreDatabase: () => Promise<void>
  onProgress: (done: number, of: number) => void
  /** Restores the rest of a backup that is not whole. */
  evenIfDamaged: boolean
}): Promise<RestoreSummary> {
  const { evenIfDamaged } = deps
  const missing = await deps.missingFiles()
  if (missing.length > 0 && !evenIfDamaged) throw new DamagedBackup(missing)
  const folders: string[] = []
  for (const prefix of [...gifFolders, 'incoming'])
    folders.push(...(await deps.foldersIn(prefix)).map((name) => `${prefix}/${name}`))
  const summary: RestoreSummary = { folders: folders.length, files: 0, bytes: 0, unchecked: 0, faults: [] }
  let done = 0
  await runAtOnce(folders, atOnce, async (folder) => {
    const { files, bytes, unchecked, faults } = await deps.restoreFolder(folder)
    summary.files += files
    summary.bytes += bytes
    summary.unchecked += unchecked
    summary.faults.push(...faults)
    deps.onProgress(++done, folders.length)
  })
  if (summary.faults.length > 0 && !evenIfDamaged) throw new DamagedBackup(summary.faults.toSorted())
  await deps.restoreDatabase()
  return summary
}
