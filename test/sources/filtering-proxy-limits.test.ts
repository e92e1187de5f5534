import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createAddressGuard } from '../../src/adapters/sources/guard/address-guard.ts'
import { openFilteringProxy, type ProxySettings } from '../../src/adapters/sources/proxy/filtering-proxy.ts'
import { createGuardedConnect } from '../../src/adapters/sources/guard/guarded-connect.ts'
import { noSpace } from '../../src/lib/disk/disk-faults.ts'
import { defaultTransferLimits } from '../../src/adapters/sources/transfer-limits.ts'
import { answer, startOrigin } from '../support/http/origin-server.ts'
import { flood, startRawServer, trickle } from '../support/http/raw-server.ts'
import { appError, fakeNetwork, publicIp } from '../support/media/source-fetching.ts'

/** A proxy for one job; the server on `port` is behind the one public name. */
async function startProxy(t: TestContext, port: number, more: Partial<ProxySettings> = {}) {
  const guard = createAddressGuard({ allowedHosts: [], ports: [80, 443] })
  const ports = { [`${publicIp}:80`]: port, [`${publicIp}:443`]: port }
  const network = fakeNetwork({ 'site.example.com': [publicIp] }, ports)
  const abort = new AbortController()
  const settings = { maxBytes: 10 ** 7, signal: abort.signal, ...more }
  const proxy = await openFilteringProxy(guard, createGuardedConnect(guard, network), settings)
  t.after(() => proxy.close())
  const url = new URL(proxy.url)
  const credential = Buffer.from(`${url.username}:${url.password}`).toString('base64')
  return {
    proxy,
    abort,
    port: Number(url.port),
    auth: `Proxy-Authorization: Basic ${credential}\r\n`,
    ...network,
  }
}

async function exchange(to: NetConnectOpts, text: string): Promise<string> {
  const socket = connect(to)
  socket.write(text)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  socket.on('error', () => socket.destroy())
  await once(socket, 'close')
  return received
}

const local = (port: number) => ({ port, host: '127.0.0.1' })
const get = (auth: string, more = '') =>
  `GET http://site.example.com/ HTTP/1.1\r\nHost: site.example.com\r\nConnection: close\r\n${auth}${more}\r\n`

test('nothing passes before disk space is reserved for it, and without space the job ends', async (t) => {
  const origin = await startOrigin(t, { '/': answer('x'.repeat(100_000)) })
  let reserved = 0
  const { port, auth } = await startProxy(t, origin.port, {
    reserve: async (bytes) => void (reserved += bytes),
  })
  assert.match(await exchange(local(port), get(auth)), /x{1000}/)
  assert.ok(reserved >= 100_000)
  const full = await startProxy(t, origin.port, { reserve: () => Promise.reject(noSpace()) })
  assert.doesNotMatch(await exchange(local(full.port), get(full.auth)), /x{1000}/)
  assert.equal(full.proxy.refusal()?.reason, 'no_space')
})

test('two runs cannot use each other’s credential', async (t) => {
  const origin = await startOrigin(t, { '/': answer('hello') })
  const [one, two] = [await startProxy(t, origin.port), await startProxy(t, origin.port)]
  assert.match(await exchange(local(one.port), get(one.auth)), /200 [^]*hello/)
  assert.match(await exchange(local(one.port), get(two.auth)), /^HTTP\/1\.1 407 /)
  assert.match(await exchange(local(two.port), get(one.auth)), /^HTTP\/1\.1 407 /)
  assert.deepEqual([one.proxy.connections(), two.proxy.connections()], [1, 0])
})

test('ambiguous requests, which two servers could read differently, are not forwarded', async (t) => {
  const seen: string[] = []
  const server = await startRawServer(t, (socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  )
  const { port, auth } = await startProxy(t, server.port)
  const post = (headers: string, body: string) =>
    `POST http://site.example.com/ HTTP/1.1\r\nHost: x\r\n${auth}${headers}\r\n${body}`
  for (const bytes of [
    post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', '0\r\n\r\n'),
    post('Content-Length: 4\r\nContent-Length: 5\r\n', 'hello'),
    post('Content-Length: +4\r\n', 'hell'),
    post('Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'),
    post('Transfer-Encoding : chunked\r\n', '0\r\n\r\n'),
    get(auth, 'X: a\rY: b\r\n'),
    get(auth, 'X: a\0b\r\n'),
    get(auth, ' folded: b\r\n'),
    get(auth, `X: ${'y'.repeat(20_000)}\r\n`),
    get(auth).replace('GET http://site.example.com/', 'GET http://site.example.com/\0'),
    get(auth).replace('HTTP/1.1', 'HTTP/1.1 HTTP/1.1'),
  ]) {
    seen.push(await exchange(local(port), bytes))
    assert.match(seen.at(-1) ?? '', /^HTTP\/1\.1 4(?:00|31) /, JSON.stringify(bytes.slice(0, 200)))
  }
  assert.equal(server.connections(), 0)
})

test('the host of the address counts, whatever the Host header contains, and the body of a GET is dropped', async (t) => {
  const canary = await startOrigin(t, { '/': answer('secret') })
  const origin = await startOrigin(t, { '/': answer('hello') })
  const { port, auth, dialled } = await startProxy(t, origin.port)
  const headers = `Host: 127.0.0.1:${canary.port}\r\nX-Forwarded-Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: close, upgrade\r\n`
  const smuggled = `GET http://127.0.0.1:${canary.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`
  const request = `GET http://site.example.com/ HTTP/1.1\r\n${headers}${auth}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`
  assert.match(await exchange(local(port), request), /^HTTP\/1\.1 200 [^]*hello/)
  assert.deepEqual([dialled, canary.requests.length], [[`${publicIp}:80`], 0])
  assert.equal(origin.requests.length, 1)
  const [sent] = origin.requests
  assert.equal(sent?.headers.host, 'site.example.com')
  for (const name of ['content-length', 'transfer-encoding', 'upgrade'])
    assert.equal(sent?.headers[name], undefined)
})

const cut: Record<
  string,
  [onRequest: (socket: Socket) => void, limits: Partial<typeof defaultTransferLimits>]
> = {
  'headers byte by byte': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ')
      trickle(socket)
    },
    { headersMs: 300 },
  ],
  'endless headers': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      flood(socket, 'a: b\r\n')
    },
    {},
  ],
  'endless informational responses': [(socket) => flood(socket, 'HTTP/1.1 103 Hints\r\n\r\n'), {}],
  'a switch to another protocol': [
    (socket) => socket.write('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    {},
  ],
}

for (const [what, [onRequest, limits]] of Object.entries(cut)) {
  test(`a site that answers with ${what} is a bad gateway`, async (t) => {
    const server = await startRawServer(t, onRequest)
    const { port, auth } = await startProxy(t, server.port, {
      limits: { ...defaultTransferLimits, ...limits },
    })
    assert.match(await exchange(local(port), get(auth)), /^HTTP\/1\.1 502 /)
  })
}

test('a body sent byte by byte is cut off, in an answer and in a tunnel', async (t) => {
  const server = await startRawServer(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    trickle(socket)
  })
  const limits = { ...defaultTransferLimits, paceMs: 300 }
  for (const start of [
    get,
    (auth: string) => `CONNECT site.example.com:443 HTTP/1.1\r\nHost: x\r\n${auth}\r\nhello`,
  ]) {
    const { port, auth, proxy } = await startProxy(t, server.port, { limits })
    assert.match(await exchange(local(port), start(auth)), /^HTTP\/1\.1 200 /)
    assert.ok(appError('source_unreachable', { message: /too slowly/ })(proxy.refusal()))
  }
})

test('no more than 32 connections are open at once', async (t) => {
  const { port } = await startProxy(t, 1)
  const sockets = Array.from({ length: 33 }, () => connect(local(port)))
  t.after(() => sockets.forEach((socket) => socket.destroy()))
  const closed = sockets.map((socket) =>
    once(
      socket.on('error', () => {}),
      'close',
    ),
  )
  await Promise.race(closed)
  assert.equal(sockets.filter((socket) => !socket.destroyed).length, 32)
})

test('the total number of connections of a job is limited', async (t) => {
  const origin = await startOrigin(t, { '/': answer('hello') })
  const { port, auth, proxy } = await startProxy(t, origin.port, { maxConnections: 2 })
  for (const status of [200, 200, 403, 403]) {
    assert.equal(Number((await exchange(local(port), get(auth))).split(' ')[1]), status)
  }
  assert.ok(appError('source_refused', { message: /more than 2 connections/ })(proxy.refusal()))
  assert.deepEqual([proxy.connections(), origin.requests.length], [2, 2])
})

test('a proxy on a socket is reachable in a folder of any depth, and leaves nothing behind', async (t) => {
  const base = await mkdtemp(join(tmpdir(), 'gifwright-proxy-'))
  t.after(() => rm(base, { recursive: true, force: true }))
  const folder = join(base, 'a'.repeat(100), 'b'.repeat(100))
  await mkdir(folder, { recursive: true })
  const origin = await startOrigin(t, { '/': answer('hello') })
  const socket = { folder, name: 'proxy.sock', portInside: 3128 }
  const { proxy, auth } = await startProxy(t, origin.port, { socket })
  assert.equal(new URL(proxy.url).host, '127.0.0.1:3128')
  assert.deepEqual(await readdir(folder), ['proxy.sock'])
  const before = process.cwd()
  process.chdir(folder)
  t.after(() => process.chdir(before))
  assert.match(await exchange({ path: 'proxy.sock' }, get(auth)), /200 [^]*hello/)
  assert.match(await exchange({ path: 'proxy.sock' }, get('')), /^HTTP\/1\.1 407 /)
  process.chdir(before)
  await proxy.close()
  assert.deepEqual(await readdir(folder), [])
})
