import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeToken } from '#src/accounts/tokens.ts'
import { openStores } from '#src/app.ts'
import { loadConfig } from '#src/config/config.ts'
import { renditionNames } from '#src/media/rendition.ts'
import type { Answer } from '../support/answers.ts'
import { askForGif, statusOf } from '../support/creations.ts'
import { makeVideo } from '../support/media.ts'
import { type ServerProcess, dataFolder, startServer, until } from '../support/server-process.ts'
import { mountSmallDisk } from '../support/small-disk.ts'

const noMount = 'needs the right to mount a small disk'

/** A server with one public GIF, and a token whose use has never been noted. */
async function startService(t: TestContext, folder: string) {
  const server = await startServer({
    ...{ DATA_DIR: folder, LEASE_SECONDS: '1', WORKER_CONCURRENCY: '1', LOG_LEVEL: 'silent' },
  })
  t.after(async () => {
    server.child.kill('SIGKILL')
    await server.exited
  })
  const stores = await openStores(loadConfig({ DATA_DIR: folder }))
  const { id } = await stores.accounts.add({
    ...{ email: 'anna@example.org', premium: false, admin: false, passwordHash: null },
  })
  const { token } = await makeToken(stores.accounts, id, 'test')
  await stores.close()
  const task = await accepted(server)
  await allDone(server, [task])
  return { server, bearer: { authorization: `Bearer ${token}` } }
}

async function accepted({ url }: ServerProcess): Promise<string> {
  const { status, body } = await askForGif(url, { title: 'A frog' })
  assert.equal(status, 200, JSON.stringify(body))
  return body.id
}

async function postVideo({ url }: ServerProcess, video: Buffer): Promise<Response> {
  const form = new FormData()
  for (const [key, value] of Object.entries({ category: '1', start: '0', end: '3', title: 'A frog' }))
    form.append(key, value)
  form.append('video', new Blob([new Uint8Array(video)], { type: 'video/mp4' }), 'clip.mp4')
  return fetch(`${url}/api/create-gif/source/video`, { method: 'POST', body: form })
}

async function allDone({ url }: ServerProcess, tasks: string[]): Promise<void> {
  for (const task of tasks) {
    await until('the task has ended', async () => /done|error/.test((await statusOf(url, task)).status))
    const ended = await statusOf(url, task)
    assert.equal(ended.status, 'done', JSON.stringify(ended.error))
  }
}

async function assertCreationIsRefused({ url }: ServerProcess): Promise<void> {
  const { status, headers, body } = await askForGif(url)
  assert.deepEqual([status, body.success, body.error.code], [503, false, 'unavailable'])
  assert.ok(Number(headers.get('retry-after')) > 0)
  assert.match(body.error.message, /try again/)
}

/** What only reads: search and records, with a token too, and pages. */
async function assertReadingGoesOn({ url }: ServerProcess, bearer: Record<string, string>): Promise<void> {
  for (const headers of [{}, bearer] as Record<string, string>[]) {
    const response = await fetch(`${url}/api/find?q=frog`, { headers })
    assert.equal(response.status, 200)
    assert.ok(((await response.json()) as Answer).total >= 1)
  }
  for (const path of ['/', '/?q=frog', '/api/random-gif', '/api/categories', '/healthz'])
    assert.equal((await fetch(url + path)).status, 200, path)
}

async function files({ url }: ServerProcess): Promise<string[]> {
  const { result } = (await (await fetch(`${url}/api/find?q=frog`)).json()) as Answer
  return result.flatMap((gif) => [gif.gif_url, gif.mp4_url, gif.webp_url, gif.thumb_url])
}

/** No GIF without its files, no half of one. */
function assertFoldersWhole(media: string, gifs: number): void {
  const folders = readdirSync(join(media, 'gifs'))
  for (const folder of folders)
    assert.equal(readdirSync(join(media, 'gifs', folder)).length, renditionNames.length)
  assert.equal(folders.length, gifs)
}

test('a disk that is full refuses creations, answers readers, and the tasks under way end well once there is room', async (t) => {
  const disk = await mountSmallDisk(t, 40)
  if (disk === null) return t.skip(noMount)
  const folder = join(disk.folder, 'data')
  const { server, bearer } = await startService(t, folder)
  const video = await readFile(await makeVideo(t, { seconds: 4, width: 1280, height: 720 }))

  await t.test('full while a GIF is rendered, and others wait', async () => {
    await disk.fill(2 * video.length + 600_000)
    const posted = await postVideo(server, video)
    assert.equal(posted.status, 200)
    const { id } = (await posted.json()) as Answer
    await disk.fill()
    await until('it was tried', async () => {
      const db = await openStores(loadConfig({ DATA_DIR: folder })).catch(() => null)
      const failures = (await db?.tasks.read(id))?.failures ?? 0
      await db?.close()
      return failures > 0 || (await statusOf(server.url, id)).status === 'processing'
    })
    await assertCreationIsRefused(server)
    await assertReadingGoesOn(server, bearer)
    for (const file of await files(server)) assert.equal((await fetch(file)).status, 200)
    assertFoldersWhole(join(folder, 'media'), 1)
    await disk.empty()
    await allDone(server, [id])
    assertFoldersWhole(join(folder, 'media'), 2)
  })

  await t.test('full while tasks wait: they can be neither claimed nor ended', async () => {
    const tasks = [await accepted(server), await accepted(server), await accepted(server)]
    await disk.fill()
    await assertCreationIsRefused(server)
    await assertReadingGoesOn(server, bearer)
    await new Promise((resolve) => setTimeout(resolve, 3000)) // Longer than a lease and a look at the queue.
    assert.equal(server.child.exitCode, null)
    await disk.empty()
    await allDone(server, tasks)
    assertFoldersWhole(join(folder, 'media'), 5)
    assert.deepEqual(readdirSync(join(folder, 'media', 'incoming')), [])
  })

  await t.test('full in the middle of an upload', async () => {
    await disk.fill(Math.floor(video.length / 2))
    const refused = await postVideo(server, video)
    assert.equal(refused.status, 503)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    await disk.empty()
    const { id } = (await (await postVideo(server, video)).json()) as Answer
    await allDone(server, [id])
    assert.deepEqual(readdirSync(join(folder, 'tmp', 'uploads')), [])
  })
})

test('a media disk that may only be read refuses creations, serves its files, and tasks wait until it can be written', async (t) => {
  const disk = await mountSmallDisk(t, 40)
  if (disk === null) return t.skip(noMount)
  const folder = await dataFolder(t)
  await symlink(disk.folder, join(folder, 'media'))
  const { server, bearer } = await startService(t, folder)
  const tasks = [await accepted(server), await accepted(server)]
  await disk.setReadOnly(true)
  await assertCreationIsRefused(server)
  await assertReadingGoesOn(server, bearer)
  for (const file of await files(server)) assert.equal((await fetch(file)).status, 200)
  await disk.setReadOnly(false)
  await allDone(server, tasks)
  await allDone(server, [await accepted(server)])
})

test('files that are out of reach: no task is lost, nothing is stored elsewhere, and all goes on when they are back', async (t) => {
  const folder = await dataFolder(t)
  const { server, bearer } = await startService(t, folder)
  const tasks = [await accepted(server), await accepted(server), await accepted(server)]
  const media = join(folder, 'media')
  await rename(media, `${media}.away`)
  await assertCreationIsRefused(server)
  await assertReadingGoesOn(server, bearer)
  const [file = ''] = await files(server)
  const served = await fetch(file)
  assert.equal(served.status, 503)
  assert.match(served.headers.get('cache-control') ?? '', /no-store/)
  await new Promise((resolve) => setTimeout(resolve, 1500)) // Time for a task to be tried.
  assert.equal(existsSync(media), false)
  await rename(`${media}.away`, media)
  await allDone(server, tasks)
  assert.equal((await fetch(file)).status, 200)
  assertFoldersWhole(media, 4)
})

/** Another process that writes to the database for so long. */
async function holdLock(t: TestContext, folder: string, holdMs: number) {
  const script = fileURLToPath(new URL('../contract/hold-lock.ts', import.meta.url))
  const holder = spawn(process.execPath, [script, join(folder, 'gifwright.db'), String(holdMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const released = once(holder, 'exit')
  t.after(() => holder.kill())
  await once(holder.stdout, 'data')
  return { released }
}

test('a database that another process locks for three seconds: everyone is answered, nobody with an error', async (t) => {
  const folder = await dataFolder(t)
  const { server, bearer } = await startService(t, folder)
  const { released } = await holdLock(t, folder, 3000)
  let isReleased = false
  void released.then(() => (isReleased = true))
  const creations = [accepted(server), accepted(server)]
  await assertReadingGoesOn(server, bearer)
  assert.equal(isReleased, false, 'readers do not wait for the writer')
  await allDone(server, await Promise.all(creations))
})

test('a database that is locked for longer than the wait: creations are refused, readers answered, and the worker goes on afterwards', async (t) => {
  const folder = await dataFolder(t)
  const { server, bearer } = await startService(t, folder)
  const tasks = [await accepted(server), await accepted(server)]
  const { released } = await holdLock(t, folder, 7000)
  await Promise.all([assertCreationIsRefused(server), assertReadingGoesOn(server, bearer)])
  await released
  await allDone(server, [...tasks, await accepted(server)])
})
