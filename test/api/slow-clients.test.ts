import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DataRateMonitor } from '#src/http/bodies/receive-body.ts'
import { type ServerLimits, serverLimits } from '#src/http/connection/server-limits.ts'
import { randomId } from '#src/lib/ids.ts'
import { renditionKey } from '#src/media/rendition.ts'
import { newTask } from '../contract/stores.ts'
import { startApp } from '../support/app.ts'
import { ask, closed, connectTo, exchange, readAnswer, requestOf } from '../support/media/raw.ts'
import { trickle } from '../support/http/raw-server.ts'
import { until } from '../support/until.ts'
import { startSite, type TestSite } from '../support/site.ts'

const get = requestOf(['GET /api/categories HTTP/1.1', 'Host: x'])
const quick = { checkEveryMs: 20 }
/** A body may be slow, but it has to arrive. */
const patient = { idleMs: 60_000, graceMs: 60_000, minBytesPerSecond: 1 }

function start(t: TestContext, serverLimits: Partial<ServerLimits>, settings: Record<string, string> = {}) {
  return startApp(
    t,
    { WORKER_CONCURRENCY: '0', ...settings },
    { serverLimits: { ...quick, ...serverLimits } },
  )
}

/** Returns true if one more connection is served, and not closed. */
async function isAdmitted(url: string, from?: string): Promise<boolean> {
  return (await exchange(url, get.replace('Host', 'Connection: close\r\nHost'), from)) !== ''
}

/** Reads all incoming data as text, without an end. */
function collect(socket: Socket): { text: () => string } {
  let text = ''
  socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')))
  return { text: () => text }
}

test('a connection without a complete head in time is answered 408 and ended', async (t) => {
  const app = await start(t, { headersTimeoutMs: 100, requestTimeoutMs: 200 })
  for (const begun of ['', 'G', 'GET / HTTP/1.1\r\nHost: x\r\n', `${get}GET / HTTP/1.1\r\nHost:`]) {
    const answers = await exchange(app.url, begun)
    const last = readAnswer(answers.slice(answers.lastIndexOf('HTTP/1.1')))
    assert.equal(last.status, 408, begun)
    assert.equal(last.json.error.code, 'too_slow')
    assert.match(last.head, /\r\nconnection: close/i)
  }
})

test('a head that arrives byte by byte has no more time than another', async (t) => {
  const app = await start(t, { headersTimeoutMs: 150, requestTimeoutMs: 300 })
  const socket = await connectTo(app.url)
  const { text } = collect(socket)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\na: ')
  trickle(socket)
  await closed(socket)
  assert.equal(readAnswer(text()).status, 408)
})

test('a request that is incomplete at its time limit is ended', async (t) => {
  const app = await start(t, { headersTimeoutMs: 200, requestTimeoutMs: 300, body: patient })
  const head = ['POST /api/find HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 99']
  const answer = readAnswer(await exchange(app.url, requestOf(head, '{')))
  assert.equal(answer.status, 408)
})

const uploads: [string, string, string][] = [
  ['application/json', '{"video":"data:video/mp4;base64,AAAA', 'A'],
  ['application/x-www-form-urlencoded', 'video=data:video/mp4;base64,AAAA', 'A'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="video"; filename="a"\r\n\r\nA',
    'A',
  ],
]

for (const [type, begun, more] of uploads) {
  const head = ['POST /api/create-gif/source/video HTTP/1.1', 'Host: x', `Content-Type: ${type}`]
  const begin = requestOf([...head, 'Content-Length: 100000'], begun)

  test(`an upload that stalls is answered 408, and its place is free again: ${type}`, async (t) => {
    const app = await start(t, { body: { ...patient, idleMs: 150 } }, { MAX_UPLOADS_AT_ONCE: '1' })
    const first = await connectTo(app.url)
    const { text } = collect(first)
    first.write(begin)
    const folder = join(app.folder, 'tmp', 'uploads')
    await until('the upload is running', async () => (await readdir(folder)).length === 1)
    await closed(first)
    const answer = readAnswer(text())
    assert.equal(answer.status, 408)
    assert.equal(answer.json.error.code, 'too_slow')
    assert.equal(answer.json.success, false)
    assert.match(answer.head, /\r\nconnection: close/i)
    await until('its files are gone', async () => (await readdir(folder)).length === 0)
    const next = { category: 1, start: 0, end: 1, title: 'x', url: 'https://example.org/' }
    assert.equal((await app.post('/api/create-gif/source/url', next)).status, 200)
  })

  test(`an upload that trickles is answered 408 after the grace: ${type}`, async (t) => {
    const app = await start(t, { body: { idleMs: 60_000, graceMs: 150, minBytesPerSecond: 1e9 } })
    const socket = await connectTo(app.url)
    const { text } = collect(socket)
    socket.write(begin)
    trickle(socket, more)
    await closed(socket)
    assert.equal(readAnswer(text()).status, 408)
  })
}

test('an upload of acceptable speed is too slow while more than half of the places are taken', async (t) => {
  const slow = { idleMs: 60_000, graceMs: 150, minBytesPerSecond: 1 }
  const app = await start(t, { body: slow }, { MAX_UPLOADS_AT_ONCE: '2' })
  const head = ['POST /api/create-gif/source/video HTTP/1.1', 'Host: x', 'Content-Type: application/json']
  const begin = async () => {
    const socket = await connectTo(app.url)
    const { text } = collect(socket)
    socket.write(requestOf([...head, 'Content-Length: 100000'], '{"title":"'))
    trickle(socket)
    return closed(socket).then(() => readAnswer(text()).status)
  }
  assert.equal(await Promise.race([begin(), begin()]), 408)
})

test('the time that the server needs for a body does not count against the client', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let told = 0
  const watch = new DataRateMonitor({ idleMs: 100, graceMs: 1000, minBytesPerSecond: 1 }, () => told++)
  watch.wait()
  t.mock.timers.tick(99)
  watch.received(10)
  t.mock.timers.tick(10_000)
  assert.equal(told, 0)
  watch.wait()
  t.mock.timers.tick(99)
  assert.equal(told, 0)
  t.mock.timers.tick(1)
  assert.equal(told, 1)
  watch.received(1)
  watch.wait()
  t.mock.timers.tick(100)
  assert.equal(told, 1, 'once')
})

/** Publishes a GIF whose file, by default, is larger than the system's buffer for a client that does not read. */
async function largeFile(site: TestSite, bytes = 64 * 2 ** 20): Promise<{ request: string; bytes: number }> {
  const mediaId = randomId(16)
  const file = join(site.folder, 'large.gif')
  await writeFile(file, Buffer.alloc(bytes, 'x'))
  await site.withStores(({ mediaStore }) => mediaStore.put(renditionKey(mediaId, 'gif'), file))
  await site.add({ mediaId })
  return {
    request: requestOf([`GET /media/gifs/${mediaId}/gif.gif HTTP/1.1`, 'Host: x', 'Connection: close']),
    bytes,
  }
}

/** Reads a little of the received data in each turn of the event loop; returns the total number of bytes received. */
async function readInSips(socket: Socket, sipBytes: number): Promise<number> {
  let bytes = 0
  for (;;) {
    const piece: unknown = socket.read(Math.min(sipBytes, socket.readableLength))
    if (piece instanceof Buffer) bytes += piece.length
    if (socket.closed || socket.readableEnded) return bytes
    await nextTurn()
  }
}

test('a reader who reads nothing is disconnected, and the connection is free again', async (t) => {
  const settings = { RATE_LIMIT: 'on', CONNECTIONS_PER_ADDRESS: '1' }
  const site = await startSite(t, settings, { serverLimits: { ...quick, stalledMs: 200 } })
  const { request, bytes } = await largeFile(site)
  const deaf = await connectTo(site.url)
  deaf.pause()
  deaf.write(request)
  await until('another is admitted', () => isAdmitted(site.url))
  assert.ok((await readInSips(deaf, bytes)) < bytes)
})

test('a reader who takes an answer in sips is disconnected after the grace period', async (t) => {
  const answer = { graceMs: 100, minBytesPerSecond: 1e12 }
  const site = await startSite(t, {}, { serverLimits: { ...quick, answer } })
  const { request, bytes } = await largeFile(site)
  const socket = await connectTo(site.url)
  socket.pause()
  socket.write(request)
  assert.ok((await readInSips(socket, 10)) < bytes)
})

test('a small file that is requested repeatedly without being read is sent no longer than another', async (t) => {
  // A file of 4 MB in one piece would grant a minute and more.
  const answer = { graceMs: 100, minBytesPerSecond: 2 ** 16 }
  const settings = { RATE_LIMIT: 'on', CONNECTIONS_PER_ADDRESS: '1' }
  const site = await startSite(t, settings, { serverLimits: { ...quick, answer } })
  const { request, bytes } = await largeFile(site, 4 * 2 ** 20)
  const times = serverLimits.maxPipelined
  const deaf = await connectTo(site.url)
  deaf.pause()
  deaf.write(request.replace('\r\nConnection: close', '').repeat(times))
  await until('another is admitted', () => isAdmitted(site.url))
  assert.ok((await readInSips(deaf, bytes)) < times * bytes)
})

test('a slow but steady connection gets the whole of a large file', async (t) => {
  const answer = { graceMs: 100, minBytesPerSecond: 1024 }
  const site = await startSite(t, {}, { serverLimits: { ...quick, stalledMs: 5000, answer } })
  const { request, bytes } = await largeFile(site, 16 * 2 ** 20)
  const socket = await connectTo(site.url)
  socket.pause()
  socket.write(request)
  assert.ok((await readInSips(socket, 4000)) > bytes)
})

test('a client that follows a task without news is no slow reader', async (t) => {
  const answer = { graceMs: 0, minBytesPerSecond: 1e12 }
  const site = await startSite(t, {}, { serverLimits: { checkEveryMs: 5, answer } })
  await site.withStores(async ({ tasks }) => {
    const task = newTask()
    await tasks.submissions.add(task, 100)
    const socket = await connectTo(site.url)
    const { text } = collect(socket)
    socket.write(requestOf([`GET /api/status/${task.id}/events HTTP/1.1`, 'Host: x']))
    await until('it follows', async () => text().includes('"waiting"'))
    assert.ok(await tasks.claims.claim('test', 60_000))
    await until('it is notified', async () => text().includes('"processing"'))
    socket.destroy()
  })
})

test('an idle connection is ended', async (t) => {
  const app = await start(t, { keepAliveTimeoutMs: 50 })
  assert.equal(readAnswer(await exchange(app.url, get)).status, 200)
})

test('the system probes a silent client', async (t) => {
  const app = await start(t, {})
  const socket = await connectTo(app.url)
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
  const [own, other] = [hex(Number(new URL(app.url).port)), hex(socket.localPort ?? 0)]
  const keepAliveTimer = new RegExp(`:${own} [0-9A-F]+:${other} 01 \\S+ 02:`)
  await until('its timer runs', async () =>
    keepAliveTimer.test(await readFile('/proc/self/net/tcp', 'latin1')),
  )
  socket.destroy()
})

test('the number of open connections is limited per address and in total', async (t) => {
  const limits = { RATE_LIMIT: 'on', CONNECTIONS_PER_ADDRESS: '3', MAX_CONNECTIONS: '10' }
  const app = await start(t, {}, limits)
  const isServed = (from: string) => isAdmitted(app.url, from)
  const hold = async (from: string) => {
    const socket = await connectTo(app.url, { from })
    socket.write(get)
    await once(socket, 'data')
    return socket
  }
  const open = [await hold('127.0.0.2'), await hold('127.0.0.2'), await hold('127.0.0.2')]
  assert.equal(await isServed('127.0.0.2'), false)
  assert.equal(await isServed('127.0.0.3'), true)
  open.shift()?.destroy()
  await until('there is a place again', () => isServed('127.0.0.2'))

  for (const from of ['127.0.0.4', '127.0.0.5', '127.0.0.6']) open.push(await hold(from), await hold(from))
  open.push(await hold('127.0.0.2'), await hold('127.0.0.3'))
  assert.equal(await isServed('127.0.0.7'), false)
  for (const socket of open) socket.destroy()
  await until('there is a place again', () => isServed('127.0.0.7'))
})

test('a few addresses that open all the connections they can leave some for others', async (t) => {
  const limits = { RATE_LIMIT: 'on', CONNECTIONS_PER_ADDRESS: '20', MAX_CONNECTIONS: '40' }
  const app = await start(t, {}, limits)
  const open: Socket[] = []
  for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
    for (let count = 0; count < 20; count++) open.push(await connectTo(app.url, { from }))
  assert.equal(await isAdmitted(app.url, '127.0.0.5'), true)
  for (const socket of open) socket.destroy()
})

test("the connections of a named proxy do not count as one client's", async (t) => {
  const settings = { RATE_LIMIT: 'on', CONNECTIONS_PER_ADDRESS: '1', TRUSTED_PROXIES: '127.0.0.0/8' }
  const app = await start(t, {}, settings)
  const open = [await connectTo(app.url), await connectTo(app.url)]
  assert.equal((await ask(app.url, ['GET /api/categories HTTP/1.1', 'Host: x'])).status, 200)
  for (const socket of open) socket.destroy()
})
