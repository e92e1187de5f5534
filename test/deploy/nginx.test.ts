import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { startApp, type TestApp } from '../support/app.ts'
import { cleanUp, type CleanUp } from '../support/clean-up.ts'
import { postVideo } from '../support/creations.ts'
import { makeVideo } from '../support/media/media.ts'
import { makeFolder } from '../support/rendering/rendering.ts'
import { noNginx } from '../support/servers/nginx.ts'
import { readExample, startNginxExample } from '../support/servers/nginx-example.ts'
import { until } from '../support/until.ts'

const skip = noNginx

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** A machine behind the proxy that answers as the test specifies. */
async function startUpstream(
  t: CleanUp,
  handle: Handle,
): Promise<{ url: string; requests: IncomingMessage[]; stop(): void }> {
  const requests: IncomingMessage[] = []
  const server = createServer((incoming, response) => {
    if (incoming.url !== '/') requests.push(incoming)
    handle(incoming, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  cleanUp(t, stop)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, stop }
}

const cacheFolder = async (t: TestContext) => join(await makeFolder(t), 'cache')

test('the unchanged example is a valid nginx configuration, with a certificate', { skip }, async (t) => {
  const folder = await makeFolder(t)
  const files = { key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') }
  const words = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=gifs.example.org',
  ]
  execFileSync('openssl', [...words, '-keyout', files.key, '-out', files.certificate], { stdio: 'ignore' })
  const text = readExample('nginx.conf')
    .replaceAll(/listen (?:\[::\]:)?(\d+)/g, (_, port: string) => `listen unix:${folder}/${port}.sock`)
    .replaceAll(/(listen unix:\S+)([^;]*;\s+)listen unix:[^;]+;/g, '$1$2')
    .replaceAll(/\/etc\/letsencrypt\/\S+(fullchain|privkey)\.pem/g, (_, name) =>
      name === 'privkey' ? files.key : files.certificate,
    )
    .replaceAll('/var/cache/nginx-gifwright', join(folder, 'cache'))
    .replaceAll(/# include \/etc\/nginx\/(\S+);/g, (_, name: string) => readExample(name))
  writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid; events { } http { ${text} }`)
  const args = ['-t', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', `error_log ${folder}/errors;`]
  execFileSync('nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] })
})

test(
  'through nginx a video is uploaded, its events are followed and its file is served',
  { skip },
  async (t) => {
    const app: TestApp = await startApp(t, { TRUSTED_PROXIES: '127.0.0.1' })
    const url = await startNginxExample(t, [app.url], await cacheFolder(t))

    const video = await readFile(await makeVideo(t, { seconds: 1, width: 64, height: 48 }))
    const task = await postVideo(url, video)
    const events = await (await fetch(`${url}/api/status/${task}/events`)).text()
    assert.match(events, /"status":"done"/)
    const { result } = await app.ended(task)
    const { body } = await app.json(`/api/gif/${result.code}`)
    const path = new URL(body.result[0]!.gif_url).pathname
    for (const _ of ['from Gifwright', 'from the cache']) {
      const file = await fetch(url + path)
      assert.equal(file.headers.get('content-type'), 'image/gif')
      assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(
        Buffer.from(await file.arrayBuffer())
          .subarray(0, 3)
          .toString(),
        'GIF',
      )
    }
    const part = await fetch(url + path, { headers: { range: 'bytes=0-5' } })
    assert.equal(part.status, 206)
    assert.equal(await part.text(), 'GIF89a')
  },
)

test('nginx forwards an upload while it arrives, and each event as it is sent', { skip }, async (t) => {
  let received = 0
  let finish = () => {}
  const { url: upstream } = await startUpstream(t, (incoming, response) => {
    incoming.on('data', (chunk: Buffer) => (received += chunk.length))
    if (incoming.url === '/api/status/x/events') {
      response.setHeader('content-type', 'text/event-stream')
      response.write('data: 1\n\n')
      finish = () => response.end('data: 2\n\n')
    } else {
      incoming.on('end', () => response.end('stored'))
    }
  })
  const url = await startNginxExample(t, [upstream], await cacheFolder(t))
  const upload = request(`${url}/api/create-gif/source/video`, { method: 'POST' })
  const answered = once(upload, 'response')
  upload.write(Buffer.alloc(200_000))
  await until('the first part arrives before the last is sent', () => received === 200_000)
  upload.end(Buffer.alloc(1000))
  const [answer] = (await answered) as [IncomingMessage]
  assert.equal(answer.statusCode, 200)
  const events = await fetch(`${url}/api/status/x/events`)
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
  assert.equal((await reader.read()).value, 'data: 1\n\n')
  finish()
  assert.equal((await reader.read()).value, 'data: 2\n\n')
})

test(
  'nginx uses both machines, sets the client address itself, and continues with one of them',
  { skip },
  async (t) => {
    const answer: Handle = (_, response) => void response.end('here')
    const one = await startUpstream(t, answer)
    const two = await startUpstream(t, answer)
    const url = await startNginxExample(t, [one.url, two.url], await cacheFolder(t))
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'gopher' }
    for (let count = 0; count < 6; count++) await (await fetch(`${url}/api/find`, { headers })).text()
    assert.ok(one.requests.length > 0 && two.requests.length > 0)
    assert.equal(one.requests.length + two.requests.length, 6)
    const [first] = one.requests
    assert.equal(first?.headers['x-forwarded-for'], '127.0.0.1')
    assert.equal(first?.headers['x-forwarded-proto'], 'http')
    assert.equal(first?.headers.host, new URL(url).hostname)
    one.stop()
    for (let count = 0; count < 4; count++)
      assert.equal(await (await fetch(`${url}/api/find`)).text(), 'here')
  },
)

test('nginx caches public files, and never private ones', { skip }, async (t) => {
  const { url: upstream, requests } = await startUpstream(t, (incoming, response) => {
    const visibility = incoming.url?.includes('private')
      ? 'private, no-cache'
      : 'public, max-age=31536000, immutable'
    response.setHeader('cache-control', visibility)
    response.end('GIF89a')
  })
  const url = await startNginxExample(t, [upstream], await cacheFolder(t))
  const fetches = async (path: string) => {
    const before = requests.length
    for (let count = 0; count < 3; count++) assert.equal(await (await fetch(url + path)).text(), 'GIF89a')
    return requests.length - before
  }
  assert.equal(await fetches('/media/gifs/a/gif.gif'), 1)
  assert.equal(await fetches('/media/gifs/private/gif.gif'), 3)
  assert.equal(await fetches('/api/find'), 3)
})
