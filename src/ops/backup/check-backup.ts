import type { BackupRows, FolderFiles } from './backup.ts'

export type CheckDeps = {
  rows: BackupRows
  /** What is wrong with the database itself, a sentence each. */
  databaseFaults: () => Promise<string[]>
  /** The size of a file of the media store; undefined where there is none. */
  sizeOf: (key: string) => Promise<number | undefined>
  /** Null: only sizes are compared. */
  contents: {
    /** The files as they were when they were copied; some may be gone since. */
    copied: () => AsyncIterable<{ key: string; sha256: string }>
    /** The SHA-256 of a file now; undefined where there is none. */
    hashOf: (key: string) => Promise<string | undefined>
  } | null
  onProgress: (done: number, of: number) => void
}

export type CheckSummary = { gifs: number; faults: string[] }

/** Reads a whole backup: the database, whether every row has its files, and whether these are as they were copied. */
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
    // Whether it has to be there is what the rows say.
    if (found !== undefined && found !== sha256) yield key
  }
}

function faultOf(size: number | undefined, bytes: number | null): string | undefined {
  if (size === undefined) return 'is missing'
  if (bytes === null) return size === 0 ? 'is empty' : undefined
  return size === bytes ? undefined : `has ${size} bytes instead of ${bytes}`
}
