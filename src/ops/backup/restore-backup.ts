import { runAtOnce } from '../../lib/run-at-once.ts'
import { gifFolders } from '../../media/rendition.ts'

/** `faults`: a sentence for each skipped file. `unchecked`: the number of files without a known checksum. */
export type RestoredFolder = { files: number; bytes: number; unchecked: number; faults: string[] }

export type RestoreSummary = RestoredFolder & { folders: number }

/** Thrown for a damaged backup; nothing was restored that a service would take for an instance. */
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
 * Restores a backup to an empty database and media store. The files come first, as they do in the service: whenever it
 * is interrupted, no database names missing files, and it can be run again. Throws DamagedBackup before restoring the
 * database if a file is missing or changed, unless `evenIfDamaged`.
 */
export async function restoreBackup(deps: {
  /** Files missing from the backup or with a size other than in their row, one sentence each. */
  missingFiles: () => Promise<string[]>
  /** The folders under `prefix` in the backup. */
  foldersIn: (prefix: string) => Promise<string[]>
  /**
   * Copies a folder's files that the media store lacks into it, except those that changed since they were backed up.
   */
  restoreFolder: (folder: string) => Promise<RestoredFolder>
  /** Puts the database in place, completely or not at all, and makes it usable by a service. */
  restoreDatabase: () => Promise<void>
  onProgress: (done: number, of: number) => void
  /** Restores the rest of a damaged backup. */
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
