import type { BackupRows, FolderFiles } from './backup.ts'

export type CheckDeps = {
  rows: BackupRows
  /** The faults of the database itself, one sentence each. */
  databaseFaults: () => Promise<string[]>
  /** The size of a file in the media store; undefined if it does not exist. */
  sizeOf: (key: string) => Promise<number | undefined>
  /** Null: only sizes are compared. */
  contents: {
    /** The files with their checksums when they were copied; some may be gone by now. */
    copied: () => AsyncIterable<{ key: string; sha256: string }>
    /** The current SHA-256 of a file; undefined if it does not exist. */
    hashOf: (key: string) => Promise<string | undefined>
  } | null
  onProgress: (done: number, of: number) => void
}

export type CheckSummary = { gifs: number; faults: string[] }

/**
 * Checks a whole backup: the database, the presence of every row's files, and their checksums from when they were
 * copied.
 */
export async function checkBackup(deps: CheckDeps): Promise<CheckSummary> {
  const { rows, databaseFaults, sizeOf, onProgress } = deps
  const gifs = await rows.gifCount()
  const faults = await databaseFaults()
  const faulty = new Set<string>()
  const check = async (batch: FolderFiles[]) => {
    for (const { folder, files } of batch) {
      for (const { name, bytes } of files) {
        const key = `${folder}/${name}`
        const fault = faultOf(await sizeOf(key), bytes)
        if (fault === undefined) continue
        faulty.add(key)
        faults.push(`media/${key} ${fault}.`)
      }
    }
  }
  await check(await rows.uploadFolders())
  let done = 0
  for await (const batch of rows.gifFolders()) {
    await check(batch)
    done += batch.length
    onProgress(done, gifs)
  }
  for await (const key of changedFiles(deps))
    if (!faulty.has(key)) faults.push(`media/${key} is not as it was when it was copied.`)
  return { gifs, faults }
}

async function* changedFiles({ contents }: CheckDeps): AsyncIterable<string> {
  if (contents === null) return
  for await (const { key, sha256 } of contents.copied()) {
    const found = await contents.hashOf(key)
    // The rows decide whether it has to exist.
    if (found !== undefined && found !== sha256) yield key
  }
}

function faultOf(size: number | undefined, bytes: number | null): string | undefined {
  if (size === undefined) return 'is missing'
  if (bytes === null) return size === 0 ? 'is empty' : undefined
  return size === bytes ? undefined : `has ${size} bytes instead of ${bytes}`
}
