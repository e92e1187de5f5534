import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Answer } from '../support/answers.ts'
import { instanceSettings } from '../support/instance.ts'
import { startApp } from '../support/app.ts'
import { runHere } from '../support/processes/command.ts'
import { makeVideo } from '../support/media/media.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { fullTest } from '../support/full-run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a command to its end, or until it prints a text; returns its output and a way to continue. */
function run(
  t: TestContext,
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  const exited = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | string)
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, signal)
    } catch {
      // It has ended.
    }
  }
  t.after(() => signalGroup('SIGKILL'))
  return { child, exited, signalGroup, said: () => said }
}

test('npm start makes the data folder, says where it listens, and Ctrl-C lets a running task finish', async (t) => {
  const folder = join(await dataFolder(t), 'new')
  const settings = { PORT: '0', MIN_FREE_DISK_MB: '0', LOG_LEVEL: 'error', DRAIN_SECONDS: '60' }
  const env = instanceSettings({ DATA_DIR: folder, ...settings })
  const started = run(t, 'npm', ['start'], { env })
  await until('it listens', () => /listens at/.test(started.said()))
  const url = /listens at (\S+)/.exec(started.said())?.[1]
  const { categories } = (await (await fetch(`${url}/api/categories`)).json()) as Answer
  assert.ok(categories.length >= 18)
  const form = new FormData()
  for (const [key, value] of Object.entries({ category: '1', start: '0', end: '3', title: 'A GIF' }))
    form.append(key, value)
  form.append(
    'video',
    new Blob([
      new Uint8Array(await readFile(await makeVideo(t, { seconds: 3, width: 320, height: 180, fps: 15 }))),
    ]),
    'clip.mp4',
  )
  const posted = await fetch(`${url}/api/create-gif/source/video`, { method: 'POST', body: form })
  const { id } = (await posted.json()) as Answer
  const status = async (at: string | undefined) =>
    (await (await fetch(`${at}/api/status/${id}`)).json()) as Answer
  await until('the GIF is being made', async () => (await status(url)).progress > 0)
  started.signalGroup('SIGINT')
  await started.exited
  assert.match(started.said(), /Stopping/)
  const again = await startServer({ DATA_DIR: folder })
  t.after(() => again.child.kill('SIGKILL'))
  assert.equal((await status(again.url)).status, 'done')
})

test('a port that is in use ends the start with a sentence', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const port = String(Object(other.address()).port)
  const { exited, said } = run(t, process.execPath, ['bin/gifwright.mjs', 'start'], {
    env: { DATA_DIR: await dataFolder(t), PORT: port },
  })
  assert.equal(await exited, 1)
  assert.match(said(), new RegExp(`Port ${port} is in use; set PORT`))
})

/** The output of a command that starts the service and is expected to fail. */
async function refusal(
  command: 'start' | 'serve' | 'work',
  settings: Record<string, string>,
): Promise<string> {
  const { code, err } = await runHere([command], settings)
  assert.equal(code, 1)
  return err
}

test('unusable settings are all reported at once', async () => {
  const said = await refusal('start', { PORT: 'abc', SITE_URL: 'example.org', MAX_CLIP_SECONDS: '-1' })
  for (const name of ['PORT', 'MAX_CLIP_SECONDS']) assert.match(said, new RegExp(`${name} must be`))
  const half = await refusal('start', {
    SITE_URL: 'example.org',
    TRUSTED_PROXIES: 'foo',
    SOURCE_ALLOWED_HOSTS: 'localhost:80',
  })
  for (const name of ['SITE_URL', 'TRUSTED_PROXIES', 'SOURCE_ALLOWED_HOSTS'])
    assert.match(half, new RegExp(name))
})

test('incomplete settings of a database or a store stop the start', async () => {
  const said = await refusal('start', {
    DATABASE_URL: 'mysql://localhost/gifs',
    S3_ENDPOINT: 'http://localhost:9000',
  })
  assert.match(said, /DATABASE_URL must be such as postgres:/)
  assert.match(said, /S3_ENDPOINT needs S3_BUCKET/)
})

test('an unreachable database stops the start with a message that omits its password', async (t) => {
  const said = await refusal('serve', {
    DATA_DIR: await dataFolder(t),
    DATABASE_URL: 'postgres://gifs:hush@127.0.0.1:9/gifs',
  })
  assert.match(said, /^The database 127\.0\.0\.1:9\/gifs cannot be reached \(ECONNREFUSED\)\. Is it running/)
  assert.doesNotMatch(said, /hush|\n.*\n/)
})

test('a path that cannot be a folder is named', async (t) => {
  const file = join(await dataFolder(t), 'file')
  await writeFile(file, '')
  const said = await refusal('start', { DATA_DIR: file })
  assert.match(said, /DATA_DIR .* cannot be used/)
})

fullTest('it listens on an IPv6 address, and its links use it', async (t) => {
  const { url } = await startApp(t, { HOST: '::1', WORKER_CONCURRENCY: '0' })
  assert.match(url, /^http:\/\/\[::1\]:\d+$/)
  assert.equal((await fetch(url)).status, 200)
})

test('the command works in a folder with unusual characters in its name, and under an old Node', async (t) => {
  const folder = join(await dataFolder(t), 'a #b? %41')
  await mkdir(folder)
  for (const name of ['bin', 'src', 'node_modules', 'package.json'])
    await symlink(join(root, name), join(folder, name))
  const odd = run(t, process.execPath, [
    '--preserve-symlinks',
    '--preserve-symlinks-main',
    join(folder, 'bin/gifwright.mjs'),
    '--version',
  ])
  assert.equal(await odd.exited, 0, odd.said())
  const old = '/usr/bin/node'
  const version = run(t, old, ['-p', 'process.versions.node'])
  const isOld = (await version.exited.catch(() => 1)) === 0 && Number.parseInt(version.said(), 10) < 24
  if (!isOld) return t.diagnostic('no older Node is installed here')
  const underOld = run(t, old, ['bin/gifwright.mjs', 'account', '--help'])
  assert.equal(await underOld.exited, 0, underOld.said())
  assert.match(underOld.said(), /premium/)
})

test('a worker that may make no GIFs does not start', async (t) => {
  const said = await refusal('work', { DATA_DIR: await dataFolder(t), WORKER_CONCURRENCY: '0' })
  assert.match(said, /^WORKER_CONCURRENCY 0 makes no GIFs/)
})
