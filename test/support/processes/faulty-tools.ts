import assert from 'node:assert/strict'
import { readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from '#src/lib/tools/find-program.ts'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { makeVideo } from '../media/media.ts'
import { makeFolder } from '../rendering/rendering.ts'
import { readRows } from '../stores/database-access.ts'
import { dataFolder, startServer } from './server-process.ts'

/** A server with one place for work, and its data folder. */
export async function startWith(t: CleanUp, settings: Record<string, string> = {}) {
  const folder = await dataFolder(t)
  const server = await startServer({
    DATA_DIR: folder,
    // No server is started twice: nothing waits for a lease to expire, and no slow machine should lose one.
    LEASE_SECONDS: '120',
    WORKER_CONCURRENCY: '1',
    LOG_LEVEL: 'silent',
    ...settings,
  })
  cleanUp(t, async () => {
    server.child.kill('SIGKILL')
    await server.exited
  })
  return { folder, server }
}

export type Service = Awaited<ReturnType<typeof startWith>>

/** A video of one second. */
export async function smallVideo(t: Parameters<typeof makeVideo>[0]): Promise<Buffer> {
  return readFile(await makeVideo(t, { seconds: 1, width: 320, height: 180 }))
}

/** Reads one number from the database of a service. */
export async function ask(folder: string, sql: string, ...values: string[]): Promise<number> {
  const [row = {}] = await readRows(folder, sql, ...values)
  return Number(Object.values(row)[0])
}

/** A search path with the programs that a creation needs, one of which may be missing or replaced. */
export async function toolBox(t: Parameters<typeof makeFolder>[0], changing: 'ffmpeg' | 'bwrap' = 'ffmpeg') {
  const folder = await makeFolder(t)
  // `true` is the trial program for the sandbox of each tool.
  for (const name of ['ffmpeg', 'ffprobe', 'bwrap', 'setpriv', 'prlimit', 'nice', 'true']) {
    if (name === changing) continue
    const program = await findProgram(name, process.env.PATH ?? '')
    if (program !== undefined) await symlink(program, join(folder, name))
  }
  const real = await findProgram(changing, process.env.PATH ?? '')
  assert.ok(real !== undefined)
  const place = join(folder, changing)
  return {
    path: folder,
    putBack: async () => {
      await symlink(real, `${place}.new`)
      await rename(`${place}.new`, place)
    },
    replace: async (script: string) => {
      await writeFile(`${place}.new`, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      await rename(`${place}.new`, place)
    },
  }
}
