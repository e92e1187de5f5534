import { gifFolders } from '../../media/rendition.ts'
import type { BackupRows, FolderFiles, MediaCopy, Snapshot } from './backup.ts'

export type BackupDeps = {
  /** The rows of the database in use. */
  live: BackupRows & {
    /** Returns those of the folders that some row names now. */
    named(folders: string[]): Promise<Set<string>>
    /** Returns the folders that hold the files of these GIFs now; none for a removed GIF. */
    foldersOf(gifIds: number[]): Promise<Map<number, string>>
  }
  takeSnapshot: () => Promise<Snapshot>
  media: MediaCopy
  /** Throws an Error for the operator if the backup's disk has less free space. */
  checkDiskSpace: (bytes: number) => Promise<void>
  onProgress: (done: number, of: number) => void
}

export type BackupSummary = {
  gifs: number
  /** The tasks whose uploads are included: those that have not ended or may be retried. */
  uploads: number
  /** The folders of GIFs copied, and their bytes; the rest was in the previous backup. */
  copied: number
  copiedBytes: number
  /** GIFs in the snapshot that were deleted before their files were copied: they are not in the backup. */
  deletedMeanwhile: number
  /** Folders that a row names, both now and in the snapshot, and whose files are not in the media store. */
  lost: string[]
}

/**
 * The number of folders checked and copied at once: enough to keep a disk busy, few enough to leave the service its
 * share.
 */
const atOnce = 8

/**
 * Backs up a service that may be running. The snapshot precedes the files. A GIF's row is written after its files and
 * removed before them, so if a file is missing, its row has been removed since, and it is also removed from the
 * snapshot. Only uploads are also copied before the snapshot, because those of a task that ends in the meantime are
 * gone afterwards. Old content of the backup is removed once the new database is in place, so that an interruption
 * never damages it.
 */
export async function makeBackup(deps: BackupDeps): Promise<BackupSummary> {
  const { live, media } = deps
  for (const chunk of chunksOf(await live.uploadFolders()))
    await Promise.all(chunk.map((folder) => media.copyFolder(folder)))
  const snapshot = await deps.takeSnapshot()
  try {
    const uploads = await copyAll(deps, [await snapshot.uploadFolders()])
    await snapshot.endTasks(uploads.gone)
    const { count, bytes } = await wantedGifs(deps, snapshot)
    await deps.checkDiskSpace(bytes)
    const gifs = await copyAll(deps, snapshot.gifFolders(), (done) => deps.onProgress(done, count))
    const deletedMeanwhile = await snapshot.removeGifs(gifs.gone)
    const gifCount = await snapshot.gifCount()
    await media.flush()
    await snapshot.finish()
    for (const prefix of gifFolders)
      await media.keepOnly(prefix, namesOf(gifs.kept.filter((folder) => folder.startsWith(`${prefix}/`))))
    await media.keepOnly('incoming', namesOf(uploads.kept))
    return {
      gifs: gifCount,
      uploads: uploads.kept.length,
      copied: gifs.copied,
      copiedBytes: gifs.copiedBytes,
      deletedMeanwhile,
      lost: [...uploads.lost, ...gifs.lost],
    }
  } finally {
    await snapshot.close()
  }
}

/** Counts the folders that the GIFs of the snapshot need, and the bytes missing from the backup. */
async function wantedGifs(
  { media }: BackupDeps,
  snapshot: Snapshot,
): Promise<{ count: number; bytes: number }> {
  const present = new Set<string>()
  for (const prefix of gifFolders) for (const name of await media.present(prefix)) present.add(name)
  let [count, bytes] = [0, 0]
  for await (const batch of snapshot.gifFolders()) {
    count += batch.length
    for (const { folder, files } of batch) {
      if (!present.has(nameOf(folder))) bytes += files.reduce((sum, file) => sum + (file.bytes ?? 0), 0)
    }
  }
  return { count, bytes }
}

/**
 * `kept`: the folders that belong in the backup; `gone`: those whose rows were removed; `lost`: those missing despite a
 * row.
 */
type CopiedFolders = { kept: string[]; gone: string[]; lost: string[]; copied: number; copiedBytes: number }

async function copyAll(
  deps: BackupDeps,
  batches: AsyncIterable<FolderFiles[]> | FolderFiles[][],
  onProgress: (done: number) => void = () => {},
): Promise<CopiedFolders> {
  const result: CopiedFolders = { kept: [], gone: [], lost: [], copied: 0, copiedBytes: 0 }
  const missed: FolderFiles[] = []
  let done = 0
  for await (const batch of batches) {
    for (const chunk of chunksOf(batch)) {
      const copied = await Promise.all(chunk.map((folder) => deps.media.copyFolder(folder)))
      for (const [index, wanted] of chunk.entries()) {
        const bytes = copied[index]
        if (bytes === undefined) missed.push(wanted)
        else addCopied(result, wanted.folder, bytes)
      }
      done += chunk.length
      onProgress(done)
    }
  }
  await copyMissed(deps, missed, result)
  result.kept.push(...result.lost)
  return result
}

function addCopied(result: CopiedFolders, folder: string, bytes: number): void {
  result.kept.push(folder)
  if (bytes > 0) result.copied++
  result.copiedBytes += bytes
}

/**
 * Classifies folders whose files were missing. A GIF that was hidden or shown in the meantime may have its files under
 * another media id: they are copied from there to the folder named in the snapshot.
 */
async function copyMissed(
  { live, media }: BackupDeps,
  missed: FolderFiles[],
  result: CopiedFolders,
): Promise<void> {
  const named = await live.named(missed.map(({ folder }) => folder))
  const now = await live.foldersOf(missed.flatMap(({ gifId }) => gifId ?? []))
  for (const wanted of missed) {
    const { folder, gifId } = wanted
    const current = gifId === undefined ? undefined : now.get(gifId)
    const isMoved = current !== undefined && current !== folder
    const bytes = isMoved ? await media.copyFolder(wanted, current) : undefined
    if (bytes !== undefined) addCopied(result, folder, bytes)
    else if (isMoved || named.has(folder)) result.lost.push(folder)
    else result.gone.push(folder)
  }
}

function chunksOf<T>(items: T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / atOnce) }, (_, index) =>
    items.slice(index * atOnce, (index + 1) * atOnce),
  )
}

function namesOf(folders: string[]): Set<string> {
  return new Set(folders.map(nameOf))
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1)
}
