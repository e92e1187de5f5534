import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Answer } from '../answers.ts'
import { askForGif } from '../creations.ts'
import { startPostgres } from '../servers/postgres.ts'
import { until } from '../until.ts'
import type { OldContents } from './old-instance.ts'

/*
 * Makes the fixture of an old version; see README.md. OLD_PROGRAM is the folder of its code, OLD_DATABASE is sqlite or
 * postgres, OLD_FIXTURE the archive to write.
 */

const run = promisify(execFile)
const { OLD_PROGRAM = '', OLD_DATABASE = 'sqlite', OLD_FIXTURE = '', PATH = '' } = process.env

test('an instance of the old version is filled, backed up and packed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-old-'))
  t.after(() => rm(folder, { recursive: true }))
  const program = join(OLD_PROGRAM, 'bin/gifwright.mjs')
  const env: Record<string, string> = {
    PATH,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    RATE_LIMIT: 'off',
    RENDITIONS: 'core',
    MIN_FREE_DISK_MB: '0',
    LOG_LEVEL: 'error',
  }
  if (OLD_DATABASE === 'postgres')
    env.DATABASE_URL = await (await startPostgres(t)).newDatabase({ empty: true })
  const gifwright = async (...args: string[]) =>
    (await run(process.execPath, [program, ...args], { env, cwd: OLD_PROGRAM })).stdout.trim()

  // The oldest version has `serve` for today's `start`.
  const help = await gifwright('--help')
  const command = /^ {2}start /m.test(help) ? 'start' : 'serve'
  const server = spawn(process.execPath, [program, command], {
    env,
    cwd: OLD_PROGRAM,
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  t.after(() => server.kill('SIGKILL'))
  let said = ''
  server.stderr.on('data', (chunk: Buffer) => (said += chunk))
  await until('the old version listens', () => / at (http:\S+)/.test(said))
  const url = / at (http:\S+)/.exec(said)?.[1] ?? ''

  const token = await gifwright('account', 'add', 'ann@example.org', '--premium')
  await gifwright('account', 'add', 'boss@example.org', '--admin')
  const [categoryId] = (await gifwright('category', 'add', 'Old things', 'old-things')).split('\t')
  const hasVisibility = JSON.stringify(await (await fetch(`${url}/api/openapi.json`)).json()).includes(
    '"visibility"',
  )
  const secret = hasVisibility ? { visibility: 'private' } : { private: true }
  const wanted = [
    { title: 'A green frog jumps', tags: ['frog', 'pond'], values: {}, isPrivate: false },
    {
      title: 'A blue whale sings',
      tags: ['whale'],
      values: { category: Number(categoryId) },
      isPrivate: false,
    },
    { title: 'A newt that only Ann sees', tags: ['newt'], values: secret, isPrivate: true },
  ]
  const headers = { authorization: `Bearer ${token}` }
  const gifs: OldContents['gifs'] = []
  for (const { title, tags, values, isPrivate } of wanted) {
    const { status, body } = await askForGif(url, { title, tags, ...values }, headers)
    assert.equal(status, 200, JSON.stringify(body))
    let task: Answer = body
    await until(`${title} is made`, async () => {
      task = (await (await fetch(`${url}/api/status/${body.id}`, { headers })).json()) as Answer
      assert.notEqual(task.status, 'error', JSON.stringify(task))
      return task.status === 'done'
    })
    const found = (await (await fetch(`${url}/api/gif/${task.url}`, { headers })).json()) as Answer
    const gif = found.result[0]!
    const file = await (await fetch(gif.gif_url)).arrayBuffer()
    const sha256 = createHash('sha256').update(new Uint8Array(file)).digest('hex')
    gifs.push({ code: task.url, title, tag: tags[0] ?? '', isPrivate, sha256 })
  }
  server.kill('SIGTERM')
  await once(server, 'exit')
  await gifwright('backup', join(folder, 'backup'))
  const about: OldContents = { token, gifs }
  await writeFile(join(folder, 'about.json'), `${JSON.stringify(about, null, 2)}\n`)
  const left = ['data/tmp', 'data/search', 'data/cache', '*.db-shm', '*.db-wal'].map(
    (one) => `--exclude=${one}`,
  )
  await run('tar', ['-C', folder, ...left, '-czf', resolve(OLD_FIXTURE), 'about.json', 'data', 'backup'])
})
