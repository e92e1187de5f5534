import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import test from 'node:test'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startApp } from '../support/app.ts'
import { fakeTools } from '../support/rendering/fake-tools.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { until } from '../support/until.ts'
import { makeFolder } from '../support/rendering/rendering.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('../../bin/gifwright.mjs', import.meta.url))

test('the service does not start without the sandbox that it requires, and says what to do', async (t) => {
  const PATH = await fakeTools(t, { bwrap: 'echo "bwrap: not permitted" >&2; exit 1' })
  const settings = { PORT: '0', SANDBOX: 'require', MIN_FREE_DISK_MB: '0', DATA_DIR: await makeFolder(t) }
  const env = { ...process.env, PATH, ...settings }
  await assert.rejects(run(process.execPath, [program, 'start'], { env, timeout: 30_000 }), {
    code: 1,
    stderr: /^SANDBOX=require, but bubblewrap does not work here \(bwrap: not permitted\)\. Allow /m,
  })
})

test('the start says what keeps decoders and yt-dlp apart, however quiet the log is', async (t) => {
  const folder = await dataFolder(t)
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'error', SANDBOX: 'off', YT_DLP: process.execPath }
  const { child, said } = await startServer(settings)
  t.after(() => child.kill('SIGKILL'))
  await until('the start names the sandbox', () =>
    /^yt-dlp: limits only, because SANDBOX is off$/m.test(said()),
  )
  assert.match(said(), /^sandbox: limits only, because SANDBOX is off$/m)
})

test('a service that makes no GIFs needs no sandbox', async (t) => {
  const path = process.env.PATH
  process.env.PATH = await fakeTools(t, { bwrap: 'exit 1' })
  t.after(() => (process.env.PATH = path))
  const app = await startApp(t, { SANDBOX: 'require', WORKER_CONCURRENCY: '0' })
  assert.equal((await app.fetch('/healthz')).status, 200)
})

test('the start warns when the service runs as root; make does not', async (t) => {
  const settings = { DATA_DIR: await dataFolder(t), SANDBOX: 'off', YT_DLP: 'off' }
  const { child, said } = await startServer(settings)
  t.after(() => child.kill('SIGKILL'))
  const warning = /^Gifwright runs as root: .* Run it as a user of its own/m
  const isRoot = process.getuid?.() === 0
  await until('the start is over', () => (isRoot ? warning : /^sandbox: /m).test(said()))
  assert.equal(warning.test(said()), isRoot, said())
  const words = ['make', join(await ensureFixtures(), 'h264.mp4'), '-o', join(await makeFolder(t), 'out.gif')]
  const { stderr } = await run(process.execPath, [program, ...words], { timeout: 60_000 })
  assert.doesNotMatch(stderr, warning)
})
