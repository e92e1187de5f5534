import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { startSession } from '#src/accounts/sessions.ts'
import { openStores } from '#src/app/stores.ts'
import { renditionKey } from '#src/media/rendition.ts'
import type { Answer } from '../support/answers.ts'
import { postVideo } from '../support/creations.ts'
import { publishGif } from '../support/stores/gifs.ts'
import { makeVideo } from '../support/media/media.ts'
import { renditionsOf } from '../contract/stores.ts'
import { dataFolder, descendants, isAlive, startServer } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { testConfig } from '../support/instance.ts'

const drainSeconds = 2
/** Far more than the server needs to clean up after the time limit, and far less than any of these would take. */
const graceMs = 6000
/** More than all buffers between the server and a client that does not read. */
const hugeBytes = 40_000_000

type Open = { url: string; cookie: string; hugeFile: string; task: string }

/** A raw connection that sends this and then only waits. */
async function hold(t: TestContext, url: string, text: string): Promise<Socket> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  socket.pause()
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** An answer of which only the beginning is read. */
async function unread(t: TestContext, url: string, headers: Record<string, string> = {}): Promise<void> {
  const request = get(url, { headers, agent: false })
  t.after(() => request.destroy())
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  response.on('error', () => {})
  response.pause()
}

const upload = [
  'POST /api/create-gif/source/video HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n',
  'Content-Length: 5000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\n\r\n',
  'x'.repeat(100_000),
].join('')

/** The things that may be open when the service is stopped; each alone would last forever, or for minutes. */
const openThings: Record<string, (t: TestContext, open: Open) => Promise<void>> = {
  'a kept-alive connection': async (t, { url }) => {
    const socket = await hold(t, url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'readable')
  },
  'half a request': async (t, { url }) => void (await hold(t, url, 'GET / HTTP/1.1\r\nHost: x\r\n')),
  'a silent connection': async (t, { url }) => void (await hold(t, url, '')),
  'a CONNECT with bytes behind it': async (t, { url }) => {
    const socket = await hold(t, url, 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\nbytes of the tunnel')
    await once(socket, 'readable')
  },
  'a stalled upload': async (t, { url }) => void (await hold(t, url, upload)),
  'a page that follows its task': (t, { url, task }) => unread(t, `${url}/api/status/${task}/events`),
  'an export that nobody reads': (t, { url, cookie }) => unread(t, `${url}/settings/export`, { cookie }),
  'a file that nobody reads': (t, { hugeFile }) => unread(t, hugeFile),
}

async function prepare(t: TestContext, settings: Record<string, string>) {
  const folder = await dataFolder(t)
  const data = join(folder, 'data')
  const server = await startServer({
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
    WORKER_CONCURRENCY: '0',
    DRAIN_SECONDS: String(drainSeconds),
    ...settings,
  })
  t.after(() => server.child.kill('SIGKILL'))
  return { folder, data, server, said: server.said }
}

async function fill(url: string, { folder, data }: { folder: string; data: string }): Promise<Open> {
  const stores = await openStores(testConfig({ DATA_DIR: data }))
  try {
    const account = await stores.accounts.add({
      email: 'anna@example.org',
      premium: false,
      admin: false,
      passwordHash: null,
    })
    const { key } = await startSession(stores.sessions, account.id, 'Firefox on Linux')
    const gif = await publishGif(stores, {
      ownerId: account.id,
      renditions: renditionsOf({ width: 480, height: 270, frames: 30 }, { gif: hugeBytes }),
    })
    for (const name of ['gif', 'mp4', 'webp', 'thumb'] as const) {
      const file = join(folder, name)
      await writeFile(file, Buffer.alloc(hugeBytes, name))
      await stores.mediaStore.put(renditionKey(gif.mediaId, name), file)
    }
    const values = { category: '1', start: '0', end: '1', url: 'https://example.org/clip.mp4' }
    const accepted = await fetch(`${url}/api/create-gif/source/url`, {
      method: 'POST',
      body: new URLSearchParams(values),
    })
    return {
      url,
      cookie: `gifwright=${key}`,
      hugeFile: `${url}/media/gifs/${gif.mediaId}/gif.gif`,
      task: ((await accepted.json()) as Answer).id,
    }
  } finally {
    await stores.close()
  }
}

/** Stops the server and asserts that it ends normally and in time. */
async function assertStops({ server, said }: Awaited<ReturnType<typeof prepare>>): Promise<void> {
  server.child.kill('SIGTERM')
  let code: number | NodeJS.Signals | undefined
  void server.exited.then((end) => (code = end))
  await until('it has stopped', () => code !== undefined, drainSeconds * 1000 + graceMs)
  assert.equal(code, 0, said())
  assert.doesNotMatch(said(), /Error|rejection/i)
}

test('SIGTERM ends everything still open at the time limit, with exit code 0', async (t) => {
  const prepared = await prepare(t, { METRICS_PORT: '0' })
  await until('the metrics listen', () => /Prometheus/.test(prepared.said()))
  const open = await fill(prepared.server.url, prepared)
  for (const start of Object.values(openThings)) await start(t, open)
  const metricsUrl = /http:\S+metrics/.exec(prepared.said())?.[0]
  await hold(t, metricsUrl!, 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\nGET /metrics')
  await assertStops(prepared)
})

test('with only idle connections and followed tasks, a stop takes none of its time limit', async (t) => {
  const prepared = await prepare(t, { DRAIN_SECONDS: '600' })
  const open = await fill(prepared.server.url, prepared)
  for (const name of ['a kept-alive connection', 'a page that follows its task'])
    await openThings[name]!(t, open)
  await assertStops(prepared)
})

test('an upload that completes in time is answered, and then its connection is closed', async (t) => {
  const prepared = await prepare(t, { DRAIN_SECONDS: '600' })
  const socket = await hold(t, prepared.server.url, upload)
  const uploads = join(prepared.data, 'tmp', 'uploads')
  await until('it is being read', async () => (await readdir(uploads)).length > 0)
  const [, length] = /Content-Length: (\d+)/.exec(upload) ?? []
  const sent = upload.length - upload.indexOf('\r\n\r\n') - 4
  prepared.server.child.kill('SIGTERM')
  await until('it stops', () => /Stopping/.test(prepared.said()))
  const end = '\r\n--b--\r\n'
  socket.write('x'.repeat(Number(length) - sent - end.length) + end)
  const answer = Buffer.concat(await socket.toArray()).toString()
  assert.match(answer, /^HTTP\/1\.1 4\d\d /)
  assert.equal(await prepared.server.exited, 0)
})

test('a second signal ends the service immediately, with all its processes', async (t) => {
  const { server, said } = await prepare(t, { WORKER_CONCURRENCY: '1', DRAIN_SECONDS: '600' })
  const video = await readFile(await makeVideo(t, { seconds: 10, width: 640, height: 360 }))
  await postVideo(server.url, video, 10)
  await until('it works', () => descendants(server.pid).length > 1)
  const children = descendants(server.pid)
  server.child.kill('SIGTERM')
  await until('it stops', () => /Stopping/.test(said()))
  // Signals that arrive together count as one, so it is repeated until it counts as another.
  let code: number | NodeJS.Signals | undefined
  void server.exited.then((end) => (code = end))
  await until('it has ended', () => {
    server.child.kill('SIGTERM')
    return code !== undefined
  })
  assert.equal(code, 1)
  await until('no process of it is left', () => !children.some(isAlive))
})
