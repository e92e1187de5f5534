import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { serverLimits } from '#src/http/connection/server-limits.ts'
import { randomId } from '#src/lib/ids.ts'
import { renditionKey } from '#src/media/rendition.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { ask, closed, connectTo, exchange, readAnswer, requestOf } from '../support/media/raw.ts'
import { until } from '../support/until.ts'
import { startSite } from '../support/site.ts'

let app: TestApp
const endings: (() => Promise<void>)[] = []
before(async () => {
  const given = { WORKER_CONCURRENCY: '0', MAX_WAITING_TASKS: '1' }
  app = await startApp({ after: (end) => void endings.push(end as () => Promise<void>) }, given)
})
after(async () => {
  for (const end of endings) await end()
})

const get = 'GET /api/categories HTTP/1.1'
const last = requestOf([get, 'Host: x', 'Connection: close'])
const find = ['POST /api/find HTTP/1.1', 'Host: x', 'Content-Type: application/json']
const http10 = [
  'POST /api/find HTTP/1.0',
  'Host: x',
  'Content-Type: application/json',
  'Transfer-Encoding: chunked',
]
const allow = {
  pages: /\r\nallow: GET, HEAD, POST, OPTIONS(\r|$)/i,
  api: /\r\nallow: GET, HEAD, POST, OPTIONS, PUT, /i,
}

test('a request that no honest client sends is answered with a status and a message, as JSON', async () => {
  const { maxHeaders, maxHeaderBytes, maxTargetBytes, maxQueryParameters } = serverLimits
  const cases: [string, string[], number, string, RegExp?][] = [
    ['no host', [get], 400, 'malformed_body'],
    ['two hosts', [get, 'Host: a', 'host: b'], 400, 'malformed_body'],
    ['an invalid host', [get, 'Host: <a b>'], 400, 'malformed_body'],
    ['a huge host', [get, `Host: ${'a'.repeat(300)}`], 400, 'malformed_body'],
    ['a host with a path', [get, 'Host: a/b'], 400, 'malformed_body'],
    ['a host with a user', [get, 'Host: a@b'], 400, 'malformed_body'],
    ['many headers', [get, 'Host: x', ...Array<string>(maxHeaders).fill('a: b')], 431, 'malformed_body'],
    ['large headers', [get, 'Host: x', `a: ${'b'.repeat(maxHeaderBytes)}`], 431, 'malformed_body'],
    ['a long address', [`GET /${'a'.repeat(maxTargetBytes)} HTTP/1.1`, 'Host: x'], 414, 'malformed_body'],
    ['a longer address', [`GET /${'a'.repeat(maxHeaderBytes)} HTTP/1.1`, 'Host: x'], 431, 'malformed_body'],
    [
      'many parameters',
      [`GET /?${'a&'.repeat(maxQueryParameters)} HTTP/1.1`, 'Host: x'],
      400,
      'malformed_body',
    ],
    ['an address without a slash', ['GET api HTTP/1.1', 'Host: x'], 400, 'malformed_body'],
    ['an address that cannot be decoded', ['GET /%ff%zz HTTP/1.1', 'Host: x'], 400, 'malformed_body'],
    ['HTTP/2', ['GET / HTTP/2.0', 'Host: x'], 505, 'malformed_body'],
    ['HTTP/0.9', ['GET /'], 505, 'malformed_body'],
    ['an unknown method', ['FOO / HTTP/1.1', 'Host: x'], 400, 'malformed_body'],
    ['TRACE', ['TRACE / HTTP/1.1', 'Host: x'], 405, 'method_not_allowed', allow.pages],
    ['TRACE of the API', ['TRACE /api/find HTTP/1.1', 'Host: x'], 405, 'method_not_allowed', allow.api],
    ['TRACE of its documents', ['TRACE /api/docs HTTP/1.1', 'Host: x'], 405, 'method_not_allowed', allow.api],
    [
      'TRACE of media',
      ['TRACE /media/gifs/a/gif.gif HTTP/1.1', 'Host: x'],
      405,
      'method_not_allowed',
      allow.pages,
    ],
    ['PUT of a page', ['PUT / HTTP/1.1', 'Host: x'], 405, 'method_not_allowed', allow.pages],
    [
      'DELETE of media',
      ['DELETE /media/gifs/a/gif.gif HTTP/1.1', 'Host: x'],
      405,
      'method_not_allowed',
      allow.pages,
    ],
    ['PROPFIND', ['PROPFIND / HTTP/1.1', 'Host: x'], 405, 'method_not_allowed', allow.pages],
    ['PURGE', ['PURGE /api/find HTTP/1.1', 'Host: x'], 405, 'method_not_allowed', allow.api],
    ['CONNECT', ['CONNECT evil.example:443 HTTP/1.1', 'Host: x'], 405, 'method_not_allowed', allow.pages],
    ['an unknown expectation', [...find, 'Expect: cake', 'Content-Length: 0'], 417, 'malformed_body'],
    ['two lengths', [...find, 'Content-Length: 5', 'Content-Length: 6'], 400, 'malformed_body'],
    ['HTTP/1.0 with a chunked body', http10, 400, 'malformed_body', /\r\nconnection: close/i],
    [
      'another coding before chunked',
      [...find, 'Transfer-Encoding: identity, chunked'],
      400,
      'malformed_body',
    ],
    [
      'chunked twice',
      [...find, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
      400,
      'malformed_body',
    ],
    ['a compressed body', [...find, 'Transfer-Encoding: gzip, chunked'], 400, 'malformed_body'],
    ['a negative length', [...find, 'Content-Length: -1'], 400, 'malformed_body'],
    ['a length with a sign', [...find, 'Content-Length: +5'], 400, 'malformed_body'],
    ['an endless length', [...find, 'Content-Length: 99999999999999999999999'], 400, 'malformed_body'],
    [
      'a length and chunks',
      [...find, 'Content-Length: 5', 'Transfer-Encoding: chunked'],
      400,
      'malformed_body',
    ],
    ['an unknown transfer', [...find, 'Transfer-Encoding: xchunked'], 400, 'malformed_body'],
    ['a folded header', [get, 'Host: x', 'a: b', ' c'], 400, 'malformed_body'],
    ['a zero byte in a header', [get, 'Host: x', 'a: b\0c'], 400, 'malformed_body'],
    ['a bare carriage return', [get, 'Host: x', 'a: b\rc: d'], 400, 'malformed_body'],
    ['a space before the colon', [get, 'Host: x', 'a : b'], 400, 'malformed_body'],
  ]
  for (const [words, lines, status, code, header = /^/] of cases) {
    const { head, json, ...answer } = await ask(app.url, lines)
    assert.equal(answer.status, status, `${words}: ${head}`)
    assert.equal(json.status, 'error', words)
    assert.equal(json.error.code, code, words)
    assert.match(json.error.message, /^[A-Z].*\.$/, words)
    assert.match(head, /\r\ncontent-type: application\/json/i, words)
    assert.match(head, /\r\ncache-control: no-store/i, words)
    assert.match(head, /\r\nx-content-type-options: nosniff/i, words)
    assert.match(head, header, words)
  }
})

test('unusual but valid requests are answered as usual', async () => {
  const { maxHeaders } = serverLimits
  const cases: [string, string[]][] = [
    ['the maximum number of headers', [get, 'Host: x', ...Array<string>(maxHeaders - 2).fill('a: b')]],
    ['an address and port of IPv6', [get, 'Host: [::1]:3000']],
    ['an empty host', [get, 'Host:']],
    ['a request for WebSocket', [get, 'Host: x', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']],
    ['a request for HTTP/2', [get, 'Host: x', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA']],
    ['an absolute address', ['GET http://evil.example/api/categories HTTP/1.1', 'Host: x']],
    ['HTTP/1.0 without a host', ['GET /api/categories HTTP/1.0']],
    [
      'a header that overrides the method',
      [get, 'Host: x', 'X-HTTP-Method-Override: DELETE', 'X-Original-URL: /admin'],
    ],
  ]
  for (const [words, lines] of cases) {
    const { status, json } = await ask(app.url, lines)
    assert.equal(status, 200, words)
    assert.equal(json.status, 'done', words)
  }
  const whole = await ask(app.url, ['GET http://evil.example/mine HTTP/1.1', 'Host: evil.example'])
  assert.match(whole.head, /\r\nlocation: \/login\?next=%2Fmine\r/i)
})

test('a search of a thousand letters of any script fits into an address', async () => {
  const { status } = await app.json(`/api/find?q=${encodeURIComponent('猫'.repeat(1000))}`)
  assert.equal(status, 200)
})

test('a client that is refused a CONNECT and resets the connection does not disturb the service', async () => {
  for (const lines of [
    ['CONNECT evil.example:443 HTTP/1.1', 'Host: x'],
    [get, 'Host: x', 'Connection: upgrade', 'Upgrade: websocket'],
  ]) {
    for (const behind of ['', 'bytes of the tunnel']) {
      const socket = await connectTo(app.url, { allowHalfOpen: true })
      socket.write(requestOf(lines, behind))
      const [answer] = (await once(socket, 'data')) as [Buffer]
      assert.match(String(answer), /^HTTP\/1\.1 (?:405|200) /)
      socket.resetAndDestroy()
      await closed(socket)
      assert.equal((await ask(app.url, [get, 'Host: x'])).status, 200)
    }
  }
})

test('a refused CONNECT closes its connection and frees its place', async (t) => {
  const settings = { WORKER_CONCURRENCY: '0', RATE_LIMIT: 'on', CONNECTIONS_PER_ADDRESS: '1' }
  const one = await startApp(t, settings)
  for (let times = 0; times < 3; times++) {
    const held = await connectTo(one.url, { allowHalfOpen: true })
    t.after(() => held.destroy())
    held.write(requestOf(['CONNECT evil.example:443 HTTP/1.1', 'Host: x'], 'bytes'))
    assert.match(String((await once(held, 'data'))[0]), /^HTTP\/1\.1 405 /)
    await until('its place is free', async () => (await exchange(one.url, last)) !== '')
  }
})

test('a second request hidden in the first is not answered', async () => {
  const hidden = requestOf(['GET /api/random-gif HTTP/1.1', 'Host: x'])
  for (const length of [
    'Transfer-Encoding: chunked\r\nContent-Length: 4',
    'Content-Length: 0\r\nContent-Length: 4',
  ]) {
    const text = await exchange(app.url, requestOf([...find, length], `0\r\n\r\n${hidden}`))
    assert.equal(text.match(/HTTP\/1\.1/g)?.length, 1)
    assert.equal(readAnswer(text).status, 400)
  }
})

test('requests behind a body with an ambiguous end are not answered', async () => {
  const body = '0\r\n\r\n'
  for (const head of [
    [...http10, 'Connection: keep-alive'],
    [...find, 'Transfer-Encoding: identity, chunked'],
    [...find, 'Transfer-Encoding: x, chunked'],
  ]) {
    const text = await exchange(app.url, requestOf(head, body + last))
    assert.equal(text.match(/HTTP\/1\.1 \d{3}/g)?.join(), 'HTTP/1.1 400', head.join())
    assert.match(text, /\r\nconnection: close\r\n/i)
  }
})

test('the server asks for a body only after it admits the request', async () => {
  const expect = 'Expect: 100-continue'
  const socket = await connectTo(app.url)
  let text = ''
  socket.on('data', (piece: Buffer) => (text += String(piece)))
  socket.write(requestOf([...find, expect, 'Content-Length: 9', 'Connection: close']))
  await once(socket, 'data')
  assert.equal(text, 'HTTP/1.1 100 Continue\r\n\r\n')
  socket.write('{"q":"a"}')
  await closed(socket)
  assert.match(text, /\r\n\r\nHTTP\/1\.1 200 OK\r\n/)

  const create = [
    'POST /api/create-gif/source/video HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    expect,
  ]
  const refusals: [string, string[], number][] = [
    ['an unknown token', [...create, 'Authorization: Bearer gw_wrong', 'Content-Length: 1000'], 401],
    ['too large', [...create, 'Content-Length: 1000000000'], 413],
    [
      'the wrong type',
      ['POST /api/find HTTP/1.1', 'Host: x', 'Content-Type: a/b', expect, 'Content-Length: 1000'],
      415,
    ],
    ['nothing there', ['POST /api/nothing HTTP/1.1', 'Host: x', expect, 'Content-Length: 1000'], 404],
    ['a full queue', [...create, 'Content-Length: 1000'], 503],
  ]
  const url = { category: 1, title: 'x', start: 0, end: 1, url: 'https://example.org/' }
  for (const [words, lines, status] of refusals) {
    if (status === 503) assert.equal((await app.post('/api/create-gif/source/url', url)).status, 200)
    const waiting = await connectTo(app.url)
    waiting.write(requestOf(lines))
    const [answer] = (await once(waiting, 'data')) as [Buffer]
    waiting.destroy()
    assert.equal(Number(String(answer).slice(9, 12)), status, words)
  }
})

/** Far less than the time allowed for a body in transit. */
const soonMs = 8000

test('a refused request does not wait for a body held back', { timeout: soonMs }, async () => {
  const held = ['Host: x', 'Expect: 100-continue', 'Content-Length: 1000', 'Connection: close']
  const answer = readAnswer(await exchange(app.url, requestOf(['POST /api/nothing HTTP/1.1', ...held])))
  assert.equal(answer.status, 404)
  assert.match(answer.head, /\r\nconnection: close/i)
})

test('an unknown expectation ends the connection, and a flood of them counts like any other', async () => {
  const one = requestOf([...find, 'Expect: cake', 'Content-Length: 1000'])
  const text = await exchange(app.url, one)
  assert.match(readAnswer(text).head, /\r\nconnection: close/i)
  const flood = await exchange(app.url, requestOf([get, 'Host: x', 'Expect: cake']).repeat(500))
  assert.ok((flood.match(/HTTP\/1\.1 417/g)?.length ?? 0) <= 1)
  assert.equal((await app.json('/api/categories')).status, 200)
})

test('a body sent to a route that takes none is answered without waiting for it or storing it', async () => {
  for (const type of ['application/json', 'text/plain', 'a/b']) {
    for (const path of [
      '/media/gifs/a/gif.gif',
      '/media/nothing',
      '/api/docs/nothing',
      '/api/docs',
      '/nothing',
      '/healthz',
    ]) {
      const socket = await connectTo(app.url)
      const lines = [`POST ${path} HTTP/1.1`, 'Host: x', `Origin: ${app.url}`, `Content-Type: ${type}`]
      socket.write(requestOf([...lines, 'Content-Length: 400000000'], '{'))
      const [answer] = (await once(socket, 'data')) as [Buffer]
      assert.match(String(answer), /^HTTP\/1\.1 40[45] /, `${path} ${type}`)
      socket.destroy()
    }
  }
})

test('the number of pipelined requests is limited; a flood of them ends the connection', async () => {
  const one = requestOf([get, 'Host: x'])
  const some = await exchange(app.url, one.repeat(serverLimits.maxPipelined - 1) + last)
  assert.equal(some.match(/HTTP\/1\.1 200/g)?.length, serverLimits.maxPipelined)
  const flood = await exchange(app.url, one.repeat(5000))
  assert.ok((flood.match(/HTTP\/1\.1 200/g)?.length ?? 0) <= serverLimits.maxPipelined)
  assert.equal((await app.json('/api/categories')).status, 200)
})

test('a connection ends after a fixed number of requests', async (t) => {
  const few = await startApp(
    t,
    { WORKER_CONCURRENCY: '0' },
    { serverLimits: { maxRequestsPerConnection: 3 } },
  )
  const socket = await connectTo(few.url)
  let text = ''
  socket.on('data', (piece: Buffer) => (text += String(piece)))
  for (let asked = 1; asked <= 3; asked++) {
    socket.write(requestOf([get, 'Host: x']))
    while (text.split('}]}').length <= asked) await once(socket, 'data')
  }
  await closed(socket)
  assert.deepEqual(
    text.match(/\r\nconnection: \S+/gi)?.map((line) => line.trim().toLowerCase()),
    ['connection: keep-alive', 'connection: keep-alive', 'connection: close'],
  )
})

test('nothing is written into the middle of an answer, whatever follows its request', async (t) => {
  const site = await startSite(t)
  const mediaId = randomId(16)
  const file = join(site.folder, 'large.gif')
  await writeFile(file, Buffer.alloc(20 * 2 ** 20, 'x'))
  await site.withStores(({ mediaStore }) => mediaStore.put(renditionKey(mediaId, 'gif'), file))
  await site.add({ mediaId })
  const socket = await connectTo(site.url)
  socket.write(requestOf([`GET /media/gifs/${mediaId}/gif.gif HTTP/1.1`, 'Host: x']))
  let text = ''
  socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')))
  await once(socket, 'data')
  socket.write('NONSENSE\r\n\r\n')
  await closed(socket)
  assert.equal(text.match(/HTTP\/1\.1/g)?.length, 1)
})
