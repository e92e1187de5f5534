import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createAddressGuard } from '../../src/adapters/sources/guard/address-guard.ts'
import { openFilteringProxy } from '../../src/adapters/sources/proxy/filtering-proxy.ts'
import { createGuardedConnect } from '../../src/adapters/sources/guard/guarded-connect.ts'
import { answer, endless, redirect, silent, startOrigin } from '../support/http/origin-server.ts'
import { appError, fakeNetwork, publicIp } from '../support/media/source-fetching.ts'
import { until } from '../support/until.ts'

type Options = { allowedHosts?: string[]; maxBytes?: number; names?: Record<string, string[]>; port?: number }

/** A proxy for one job; the site made by the test is behind every public name. */
async function startProxy(
  t: TestContext,
  { allowedHosts = [], maxBytes = 10 ** 6, names = {}, port = 1 }: Options,
) {
  const guard = createAddressGuard({ allowedHosts, ports: [80, 443] })
  const network = fakeNetwork(
    { 'site.example.com': [publicIp], ...names },
    { [`${publicIp}:80`]: port, [`${publicIp}:443`]: port },
  )
  const abort = new AbortController()
  const proxy = await openFilteringProxy(guard, createGuardedConnect(guard, network), {
    maxBytes,
    signal: abort.signal,
  })
  t.after(() => proxy.close())
  const url = new URL(proxy.url)
  const credential = Buffer.from(`${url.username}:${url.password}`).toString('base64')
  return {
    ...network,
    proxy,
    abort,
    port: Number(url.port),
    auth: `Proxy-Authorization: Basic ${credential}\r\n`,
  }
}

/** Sends bytes unchanged and returns everything received until the end. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  return await readToEnd(socket)
}

async function readToEnd(socket: Socket): Promise<string> {
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  // A closed connection ends here as well; the bytes before count.
  socket.on('error', () => socket.destroy())
  await once(socket, 'close')
  return received
}

test('a request is sent to the checked address, without hop-by-hop headers', async (t) => {
  const origin = await startOrigin(t, {
    '/a': answer('hello', { connection: 'close, x-private', 'x-private': '1', 'x-public': '2' }),
  })
  const { auth, port, proxy, resolved, dialled } = await startProxy(t, { port: origin.port })
  const received = await exchange(
    port,
    `GET http://site.example.com/a?b=1 HTTP/1.1\r\nHost: 127.0.0.1:1\r\n${auth}Proxy-Connection: keep-alive\r\n` +
      'Connection: close, x-secret\r\nX-Secret: 1\r\nTE: trailers\r\nCookie: mine=1\r\n\r\n',
  )
  assert.match(received, /^HTTP\/1\.1 200 [^]*x-public: 2[^]*\r\n\r\n[^]*hello/i)
  assert.doesNotMatch(received, /x-private/i)
  const [request] = origin.requests
  assert.equal(request?.path, '/a?b=1')
  assert.deepEqual(
    { ...request?.headers },
    { host: 'site.example.com', cookie: 'mine=1', connection: 'close' },
  )
  assert.deepEqual([resolved, dialled, proxy.connections()], [['site.example.com'], [`${publicIp}:80`], 1])
})

test('HEAD and a posted body pass, and redirects are left to the client', async (t) => {
  const posted: string[] = []
  const origin = await startOrigin(t, {
    '/post': (request, response) => {
      request.on('data', (chunk) => posted.push(String(chunk))).on('end', () => response.end('got it'))
    },
    '/head': (_request, response) => response.writeHead(200, { 'content-length': 5 }).end(),
    '/away': redirect('http://127.0.0.1/'),
  })
  const { auth, port } = await startProxy(t, { port: origin.port })
  const ask = (line: string, more = '') =>
    exchange(port, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${auth}${more || '\r\n'}`)
  const body = 'Content-Length: 4\r\n\r\nbody'
  assert.match(await ask('POST http://site.example.com/post', body), /200 [^]*got it/)
  assert.match(
    await ask(
      'POST http://site.example.com/post',
      'Transfer-Encoding: chunked\r\n\r\n4\r\nmore\r\n0\r\n\r\n',
    ),
    /200 /,
  )
  assert.deepEqual(posted, ['body', 'more'])
  assert.match(await ask('HEAD http://site.example.com/head'), /^HTTP\/1\.1 200 [^]*content-length: 5/i)
  assert.match(
    await ask('GET http://site.example.com/away'),
    /^HTTP\/1\.1 302 [^]*location: http:\/\/127\.0\.0\.1\//i,
  )
})

test('a client without the credential of the job gets nowhere', async (t) => {
  const origin = await startOrigin(t, { '/': answer('hello') })
  const { port, auth, proxy } = await startProxy(t, { port: origin.port })
  const wrong = [
    '',
    'Proxy-Authorization: Basic am9iOndyb25n\r\n',
    auth.replace('Proxy-', ''),
    auth.toLowerCase(),
  ]
  for (const header of wrong) {
    for (const line of ['GET http://site.example.com/', 'CONNECT site.example.com:443']) {
      assert.match(await exchange(port, `${line} HTTP/1.1\r\nHost: x\r\n${header}\r\n`), /^HTTP\/1\.1 407 /)
    }
  }
  assert.equal(proxy.connections(), 0)
})

test('other methods and other forms of address are refused', async (t) => {
  const { port, auth, proxy } = await startProxy(t, {})
  for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE']) {
    const received = await exchange(
      port,
      `${method} http://site.example.com/ HTTP/1.1\r\nHost: x\r\n${auth}\r\n`,
    )
    assert.match(received, /^HTTP\/1\.1 405 /)
  }
  for (const line of [
    'GET /',
    'GET https://site.example.com/',
    'GET ftp://site.example.com/',
    'CONNECT site.example.com',
    'CONNECT user@site.example.com:443',
    'CONNECT site.example.com:443/x',
    'CONNECT :443',
  ]) {
    assert.match(
      await exchange(port, `${line} HTTP/1.1\r\nHost: x\r\n${auth}\r\n`),
      /^HTTP\/1\.1 40[03] /,
      line,
    )
  }
  assert.match(await exchange(port, 'nonsense\r\n\r\n'), /^HTTP\/1\.1 400 /)
  assert.equal(proxy.connections(), 0)
})

test('private hosts are refused in requests and tunnels, in every spelling', async (t) => {
  const canary = await startOrigin(t, { '/': answer('secret') })
  const names = { 'inside.example.com': ['127.0.0.1'], 'mixed.example.com': [publicIp, '10.0.0.1'] }
  const { port, auth, proxy, dialled } = await startProxy(t, { names })
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    '169.254.169.254',
    '10.0.0.1',
    'inside.example.com',
    'mixed.example.com',
    'printer.local',
  ]
  for (const host of [...hosts, `127.0.0.1:${canary.port}`, 'site.example.com:22']) {
    const request = `GET http://${host}/ HTTP/1.1\r\nHost: site.example.com\r\nConnection: close\r\n${auth}\r\n`
    assert.match(await exchange(port, request), /^HTTP\/1\.1 403 /, host)
    const target = host.endsWith(':22') || host.endsWith(`:${canary.port}`) ? host : `${host}:443`
    const tunnel = `CONNECT ${target} HTTP/1.1\r\nHost: site.example.com:443\r\n${auth}\r\n`
    assert.match(await exchange(port, tunnel), /^HTTP\/1\.1 403 /, host)
  }
  assert.deepEqual([dialled, proxy.connections(), canary.requests.length], [[], 0, 0])
  assert.ok(appError('source_refused')(proxy.refusal()))
})

test('an allowed host opens its own address and port in the proxy, too', async (t) => {
  const origin = await startOrigin(t, { '/': answer('hello') })
  const other = await startOrigin(t, { '/': answer('secret') })
  const guard = createAddressGuard({ allowedHosts: [origin.pair], ports: [80] })
  const signal = new AbortController().signal
  const proxy = await openFilteringProxy(guard, createGuardedConnect(guard), { maxBytes: 10 ** 6, signal })
  t.after(() => proxy.close())
  const url = new URL(proxy.url)
  const auth = `Proxy-Authorization: Basic ${Buffer.from(`${url.username}:${url.password}`).toString('base64')}\r\n`
  const ask = (pair: string) =>
    exchange(Number(url.port), `GET http://${pair}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${auth}\r\n`)
  assert.match(await ask(origin.pair), /200 [^]*hello/)
  assert.match(await ask(other.pair), /403 /)
})

test('a tunnel carries bytes both ways, including those sent with its request', async (t) => {
  const echo = createServer((socket) => socket.pipe(socket))
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  t.after(() => echo.close())
  const address = echo.address()
  const echoPort = typeof address === 'object' && address !== null ? address.port : 0
  const { port, auth, proxy, dialled } = await startProxy(t, { port: echoPort })
  const socket = connect(port, '127.0.0.1')
  socket.write(`CONNECT site.example.com:443 HTTP/1.1\r\nHost: x\r\n${auth}\r\nearly `)
  socket.end('bytes')
  assert.match(await readToEnd(socket), /^HTTP\/1\.1 200 [^\r]+\r\n\r\nearly bytes$/)
  assert.deepEqual([dialled, proxy.connections()], [[`${publicIp}:443`], 1])
})

test('the job ends when more bytes pass than allowed', async (t) => {
  const origin = await startOrigin(t, { '/': endless })
  const { port, auth, proxy } = await startProxy(t, { port: origin.port, maxBytes: 200_000 })
  const received = await exchange(port, `GET http://site.example.com/ HTTP/1.1\r\nHost: x\r\n${auth}\r\n`)
  assert.ok(received.length < 250_000)
  assert.ok(appError('source_too_large')(proxy.refusal()))
  const tunnel = await startProxy(t, { port: origin.port, maxBytes: 200_000 })
  const inside = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
  const through = await exchange(
    tunnel.port,
    `CONNECT site.example.com:443 HTTP/1.1\r\nHost: x\r\n${tunnel.auth}\r\n${inside}`,
  )
  assert.ok(through.length < 250_000)
  assert.ok(appError('source_too_large')(tunnel.proxy.refusal()))
})

test('an unreachable site is a bad gateway', async (t) => {
  const { port, auth } = await startProxy(t, {})
  for (const line of [
    'GET http://site.example.com/',
    'GET http://nowhere.example.com/',
    'CONNECT site.example.com:443',
  ]) {
    const received = await exchange(port, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${auth}\r\n`)
    assert.match(received, /^HTTP\/1\.1 502 /, line)
  }
})

test('the end of the job ends every connection, and a closed proxy is gone', async (t) => {
  const origin = await startOrigin(t, { '/': silent })
  for (const line of ['GET http://site.example.com/', 'CONNECT site.example.com:443']) {
    const { port, auth, abort, proxy, dialled } = await startProxy(t, { port: origin.port })
    const socket = connect(port, '127.0.0.1')
    const ended = readToEnd(socket)
    socket.write(`${line} HTTP/1.1\r\nHost: x\r\n${auth}\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n`)
    await until('the site is dialed', () => dialled.length > 0)
    abort.abort()
    await ended
    await proxy.close()
    await assert.rejects(once(connect(port, '127.0.0.1'), 'connect'), { code: 'ECONNREFUSED' })
  }
})
