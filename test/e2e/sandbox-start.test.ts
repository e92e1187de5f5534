import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import test from 'node:test'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startApp } from '../support/app.ts'
import { fakeTools } from '../support/rendering/fake-tools.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { make } from '../support/processes/make.ts'
import { until } from '../support/until.ts'
import { makeFolder } from '../support/rendering/rendering.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('../../bin/gifwright.mjs', import.meta.url))

test('the service does not start without its required sandbox, and says what to do', async (t) => {
  const PATH = await fakeTools(t, { bwrap: 'echo "bwrap: not permitted" >&2; exit 1' })
  const settings = { PORT: '0', SANDBOX: 'require', MIN_FREE_DISK_MB: '0', DATA_DIR: await makeFolder(t) }
  const env = { ...process.env, PATH, ...settings }
  await assert.rejects(run(process.execPath, [program, 'start'], { env, timeout: 30_000 }), {
    code: 1,
    stderr: /^SANDBOX=require, but bubblewrap does not work here \(bwrap: not permitted\)\. Allow /m,
  })
})

test('a service that makes no GIFs needs no sandbox', async (t) => {
  const path = process.env.PATH
  process.env.PATH = await fakeTools(t, { bwrap: 'exit 1' })
  t.after(() => (process.env.PATH = path))
  const app = await startApp(t, { SANDBOX: 'require', WORKER_CONCURRENCY: '0' })
  assert.equal((await app.fetch('/healthz')).status, 200)
})

test('the start reports the isolation of decoders and yt-dlp at any log level, and warns about root; make does not', async (t) => {
  const settings = { LOG_LEVEL: 'error', SANDBOX: 'off', YT_DLP: process.execPath }
  const { child, said } = await startServer({ DATA_DIR: await dataFolder(t), ...settings })
  t.after(() => child.kill('SIGKILL'))
  const warning = /^Gifwright runs as root: .* Run it as a separate user/m
  const isRoot = process.getuid?.() === 0
  const sandboxes = /^yt-dlp: limits only, because SANDBOX is off$/m
  await until('the start is over', () => sandboxes.test(said()) && (!isRoot || warning.test(said())))
  assert.match(said(), /^sandbox: limits only, because SANDBOX is off$/m)
  assert.equal(warning.test(said()), isRoot, said())
  const folder = await makeFolder(t)
  const { code, err } = await make(folder, [join(await ensureFixtures(), 'h264.mp4'), '-o', 'out.gif'])
  assert.equal(code, 0)
  assert.doesNotMatch(err, warning)
})
