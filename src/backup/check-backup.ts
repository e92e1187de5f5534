import type { BackupRows, FolderFiles } from './backup.ts'

export type CheckDeps = {
  rows: BackupRows
  /** What is wrong with the database itself, a sentence each. */
  databaseFaults: () => Promise<string[]>
  /** The size of a file of the media store; undefined where there is none. */
  sizeOf: (key: string) => Promise<number | undefined>
  onProgress: (done: number, of: number) => void
}

export type CheckSummary = { gifs: number; faults: string[] }

/** Reads a whole backup, but not the pictures themselves: the database, and whether every row has its files. */
export async function checkBackup({
  rows,
  databaseFaults,
  sizeOf,
  onProgress,
}: CheckDeps): Promise<CheckSummary> {
  const gifs = await rows.gifCount()
  const faults = await databaseFaults()
  const check = async (batch: FolderFiles[]) => {
    for (const { folder, files } of batch) {
      for (const { name, bytes } of files) {
        const fault = faultOf(await sizeOf(`${folder}/${name}`), bytes)
        if (fault !== undefined) faults.push(`media/${folder}/${name} ${fault}.`)
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
  return { gifs, faults }
}

function faultOf(size: number | undefined, bytes: number | null): string | undefined {
  if (size === undefined) return 'is missing'
  if (bytes === null) return size === 0 ? 'is empty' : undefined
  return size === bytes ? undefined : `has ${size} bytes instead of ${bytes}`
}
