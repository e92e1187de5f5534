import { execFile } from 'node:child_process'
import { open, mkdtemp, rm, rmdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { cleanUp, type CleanUp } from '../clean-up.ts'

const run = promisify(execFile)

export type SmallDisk = {
  folder: string
  /** Leaves exactly the given number of bytes free, until `empty`. */
  fill(leftBytes?: number): Promise<void>
  empty(): Promise<void>
  /**
   * Prevents everyone from opening, making, renaming or removing a file for writing, or allows it again. A disk with
   * files that are open for writing cannot be made read-only as a whole; those files stay writable for their processes.
   */
  setReadOnly(isReadOnly: boolean): Promise<void>
}

const filler = 'filler'
const blockBytes = 64 * 1024

/**
 * A test that mounts disks: in this process if it may; else in one with mounts of its own, which most machines grant to
 * ordinary users; skipped if neither is possible. `file` is that of the test.
 */
export function diskTest(
  file: string,
  name: string,
  body: (t: TestContext) => Promise<void>,
  { skip = false }: { skip?: string | false } = {},
): void {
  test(name, { skip }, async (t) => {
    if (await works('unshare', ['-m', ...tryMount])) return body(t)
    const own = ['-rm', '--propagation', 'private']
    if (!(await works('unshare', [...own, ...tryMount]))) return t.skip('no right to mount a small disk')
    const pattern = `--test-name-pattern=^${RegExp.escape(name)}`
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    await run('unshare', [...own, process.execPath, '--test', pattern, file], { env }).catch((error) => {
      throw new Error(`in mounts of its own: ${error.stdout}`, { cause: error })
    })
  })
}

const tryMount = ['mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]

async function works(program: string, args: string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  )
}

/** A separate disk in memory, removed when the test ends; only for `diskTest`. */
export async function mountSmallDisk(t: CleanUp, megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes * 1024}k`, 'tmpfs', folder])
  let isReadOnly = false
  const setReadOnly = async (wanted: boolean) => {
    if (wanted === isReadOnly) return
    isReadOnly = wanted
    if (wanted) {
      // The same disk, mounted on top of itself.
      await run('mount', ['--bind', folder, folder])
      await run('mount', ['-o', 'remount,bind,ro', folder])
    } else {
      await run('umount', ['--lazy', folder])
    }
  }
  cleanUp(t, async () => {
    await setReadOnly(false)
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
    setReadOnly,
  }
}
