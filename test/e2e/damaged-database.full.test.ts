import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openStores } from '#src/app/stores.ts'
import { loadConfig } from '#src/config/config.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { storeGif } from '../support/stores/stored-gifs.ts'

const name = 'gifwright.db'

/** The data folder of a stopped service, with a GIF in it. */
async function stoppedService(t: TestContext): Promise<string> {
  const folder = await dataFolder(t)
  const stores = await openStores(loadConfig({ DATA_DIR: folder }))
  await storeGif({ ...stores, folder })
  await stores.close()
  return folder
}

/** The output of the program when an unprivileged user starts it; null if no such user exists. */
async function outputAsNobody(args: string[], settings: Record<string, string>): Promise<string | null> {
  const program = fileURLToPath(new URL('../../bin/gifwright.mjs', import.meta.url))
  const isRoot = process.getuid?.() === 0
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  return once(child, 'close').then(
    () => said,
    () => null,
  )
}

const nobody = 65534

test('a user without write permission is told which file or folder needs it', async (t) => {
  if (!/^\d/.test((await outputAsNobody(['--version'], {})) ?? ''))
    return t.skip('another user cannot run the program from its folder')
  const whole = await stoppedService(t)
  const cases: [what: string, fileMode: number, folderMode: number, said: RegExp][] = [
    ['a read-only file', 0o444, 0o755, /cannot be written by this user\. Give it the right/],
    ['a read-only folder', 0o644, 0o555, /cannot be used as a folder; set it to one that can/],
    ['an unreadable file', 0, 0o755, /cannot be opened\. It must be a file/],
  ]
  for (const [what, fileMode, folderMode, said] of cases) {
    const folder = await mkdtemp(join(tmpdir(), 'gifwright-rights-'))
    await cp(join(whole, name), join(folder, name))
    if (process.getuid?.() === 0)
      for (const path of [folder, join(folder, name)]) await chown(path, nobody, nobody)
    await chmod(join(folder, name), fileMode)
    await chmod(folder, folderMode)
    const sentence = await outputAsNobody(['start'], { DATA_DIR: folder, PORT: '0' })
    await chmod(folder, 0o755)
    await rm(folder, { recursive: true })
    assert.match(sentence ?? '', said, what)
    assert.match(sentence ?? '', /^[^\n]+\.\n$/, what)
  }
})

test('two processes that start at once on a new folder create one database, and both answer', async (t) => {
  const folder = join(await dataFolder(t), 'new')
  const servers = await Promise.all(
    [0, 1].map(() => startServer({ DATA_DIR: folder, WORKER_CONCURRENCY: '0' })),
  )
  t.after(() => servers.map(({ child }) => child.kill('SIGKILL')))
  const answers = await Promise.all(
    servers.map(async ({ url }) => (await fetch(`${url}/api/categories`)).json()),
  )
  assert.deepEqual(answers[0], answers[1])
})
