import assert from 'node:assert/strict'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { test } from 'node:test'
import { newTask } from '../contract/stores.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { closed, connectTo, requestOf } from '../support/media/raw.ts'
import { until } from '../support/until.ts'
import { lockWrites } from '../support/stores/database-access.ts'
import { storedFolders } from '../support/stores/stored-files.ts'

const create = (app: TestApp) =>
  app.post('/api/create-gif/source/url', { category: 1, start: 0, end: 1, url: 'https://example.org/' })

/** The bytes of an MP4 file that identify its type. */
const ftyp = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex').toString('base64')

const values = { category: '1', start: '0', end: '1', title: 'Gone', video: `data:video/mp4;base64,${ftyp}` }
const body = JSON.stringify(values)
const head = ['POST /api/create-gif/source/video HTTP/1.1', 'Host: a', 'Content-Type: application/json']
const request = requestOf([...head, `Content-Length: ${body.length}`], body)

test('the number of simultaneous uploads is limited; one more is 503 until one has ended', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MAX_UPLOADS_AT_ONCE: '2' })
  const uploads = join(app.folder, 'tmp', 'uploads')
  const begin = () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST /api/create-gif/source/video HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"video":"data:video/mp4;base64,AAAA',
    )
    return socket
  }
  const open = [begin(), begin()]
  await until('both uploads are running', async () => (await readdir(uploads)).length === 2)
  const refused = await create(app)
  assert.equal(refused.status, 503)
  assert.equal(refused.body.error.code, 'unavailable')
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  for (const socket of open) socket.destroy()
  await until('both are gone', async () => (await readdir(uploads)).length === 0)
  assert.equal((await create(app)).status, 200)
})

test('a client that disconnects while its upload is being stored keeps its place until that has ended', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MAX_UPLOADS_AT_ONCE: '1' })
  const lock = await lockWrites(t, app.folder)
  const socket = await connectTo(app.url)
  socket.write(request)
  await until('it is stored', async () => (await storedFolders(app.folder, 'incoming')).length > 0)
  socket.resetAndDestroy()
  await closed(socket)
  for (let times = 0; times < 20; times++) {
    const { status, body } = await create(app)
    assert.deepEqual([status, body.error.message.slice(0, 16)], [503, 'Too many uploads'])
  }
  await lock.release()
  await until('its place is free', async () => (await create(app)).status === 200)
})

test('an upload sent ahead, behind an answer that nobody reads, frees its place', async (t) => {
  const settings = { WORKER_CONCURRENCY: '0', MAX_UPLOADS_AT_ONCE: '1' }
  const app = await startApp(t, settings)
  const task = newTask()
  await app.withStores(({ tasks }) => tasks.submissions.add(task, 100))
  const socket = await connectTo(app.url)
  socket.write(requestOf([`GET /api/status/${task.id}/events HTTP/1.1`, 'Host: a']) + request)
  await until('it is stored', async () => (await storedFolders(app.folder, 'incoming')).length > 0)
  socket.resetAndDestroy()
  await until('its place is free', async () => (await create(app)).status === 200)
  await until('nothing is left', async () => (await readdir(join(app.folder, 'tmp', 'uploads'))).length === 0)
})

test('uploads that cannot be removed are logged, and the service continues', async (t) => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MAX_UPLOADS_AT_ONCE: '1' }, { log })
  const uploads = join(app.folder, 'tmp', 'uploads')
  const socket = await connectTo(app.url)
  socket.write(request.slice(0, -1))
  await until('the upload is running', async () => (await readdir(uploads)).length === 1)
  await rename(uploads, `${uploads}-away`)
  await writeFile(uploads, 'a file where the folder was')
  socket.destroy()
  await until('it is logged', () => lines.some((line) => line.includes('could not be removed')))
  await rm(uploads)
  await rename(`${uploads}-away`, uploads)
  assert.equal((await create(app)).status, 200)
})

test('every answer forbids browsers to guess its type, and pages count toward the limit like calls', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', RATE_LIMIT: 'on', READS_PER_MINUTE: '5' })
  const paths = ['/', '/api/categories', '/api/docs', '/api/nothing', '/nothing']
  for (const path of paths) {
    assert.equal((await app.fetch(path)).headers.get('x-content-type-options'), 'nosniff', path)
  }
  for (const path of ['/', '/api/categories', '/oembed']) {
    const answer = await app.fetch(path)
    assert.equal(answer.status, 429, path)
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
  }
  assert.equal((await app.fetch('/media/gifs/unknown/gif.gif')).status, 404)
})

test('a client that disconnects once its upload is sent causes no error, and leaves only an accepted task', async (t) => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' }, { log })
  for (let number = 0; number < 60; number++) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => {
        socket.write(request, () => setTimeout(() => socket.destroy(), number % 6))
      })
      socket.on('error', () => {}).on('close', () => resolve())
    })
  }
  const uploads = join(app.folder, 'tmp', 'uploads')
  await until('no upload is running', async () => (await readdir(uploads)).length === 0)
  assert.deepEqual(lines, [])
  const { waiting } = await app.withStores(({ tasks }) => tasks.records.counts())
  const kept = await storedFolders(app.folder, 'incoming')
  assert.equal(kept.length, waiting)
})
