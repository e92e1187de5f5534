import { execFile } from 'node:child_process'
import { open, mkdtemp, rm, rmdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type SmallDisk = {
  folder: string
  /** Leaves so many bytes free and no more, until `empty`. */
  fill(leftBytes?: number): Promise<void>
  empty(): Promise<void>
  /** Lets nobody write, or lets them again. */
  setReadOnly(isReadOnly: boolean): Promise<void>
}

const filler = 'filler'
const blockBytes = 64 * 1024

/** A disk of its own in memory, gone when the test ends; null where this user may not mount one. */
export async function mountSmallDisk(
  t: { after(action: () => Promise<void>): void },
  megabytes: number,
): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  } catch {
    await rmdir(folder)
    return null
  }
  t.after(async () => {
    await run('umount', ['--lazy', folder])
    await rmdir(folder)
  })
  return {
    folder,
    async fill(leftBytes = 0) {
      const file = await open(join(folder, filler), 'a')
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(folder)
          const bytes = Math.min(blockBytes, bavail * bsize - leftBytes)
          if (bytes <= 0) break
          await file.write(Buffer.alloc(bytes))
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        await file.close()
      }
    },
    empty: () => rm(join(folder, filler), { force: true }),
    async setReadOnly(isReadOnly) {
      await run('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder])
    },
  }
}
