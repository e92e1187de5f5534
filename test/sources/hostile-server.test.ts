import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createPace, defaultTransferLimits } from '../../src/adapters/sources/transfer-limits.ts'
import { breaking, mp4Bytes, page, startOrigin, video } from '../support/http/origin-server.ts'
import { flood, startRawServer, trickle } from '../support/http/raw-server.ts'
import { appError, startFetching } from '../support/media/source-fetching.ts'

const clip = mp4Bytes(50_000)
const videoHead = 'HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n'
const noHttp = appError('source_unreachable', { message: /does not answer in valid HTTP/ })
/** Never reached unless a test makes one of them small. */
const patient = { ...defaultTransferLimits }

async function fetchFrom(
  t: TestContext,
  onRequest: (socket: Socket) => void,
  limits: Partial<typeof patient> = {},
) {
  const server = await startRawServer(t, onRequest)
  const settings = { allowedHosts: [server.pair], transferLimits: { ...patient, ...limits } }
  const { fetch, files } = await startFetching(t, settings)
  return { server, files, fetch: () => fetch(`http://${server.pair}/a.mp4`) }
}

const garbled: Record<string, string> = {
  'a status line of another protocol': 'SSH-2.0-OpenSSH_9.2\r\n',
  'a status line without a number': 'HTTP/1.1 OK\r\n\r\n',
  'an unknown version': 'HTTP/9.9 200 OK\r\n\r\n',
  'a header without a colon': 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n',
  'a zero byte in a header': 'HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n',
  'two lengths that differ': `${videoHead}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
  'a negative length': `${videoHead}Content-Length: -5\r\n\r\nhello`,
  'a length and chunks': `${videoHead}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  'a chunk whose length is no number': `${videoHead}Transfer-Encoding: chunked\r\n\r\nmany\r\nhello`,
  'a header of 64 KB': `${videoHead}x: ${'y'.repeat(2 ** 16)}\r\n\r\n`,
  'a chunk with an extension of 64 KB': `${videoHead}Transfer-Encoding: chunked\r\n\r\n5;x=${'y'.repeat(2 ** 16)}\r\nhello\r\n0\r\n\r\n`,
  'a switch to another protocol': 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
}

for (const [what, bytes] of Object.entries(garbled)) {
  test(`an answer with ${what} is refused`, async (t) => {
    const { fetch, files } = await fetchFrom(t, (socket) => socket.write(bytes))
    await assert.rejects(fetch(), noHttp)
    assert.deepEqual(
      (await files()).filter((name) => name !== 'source'),
      [],
    )
  })
}

const floods: Record<string, [start: string, again: string]> = {
  'endless headers': [videoHead, 'a: b\r\n'],
  'an endless status line': ['HTTP/1.1 200 ', 'O'.repeat(1000)],
  'endless informational responses': ['', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
  'endless trailers': [
    `${videoHead}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n`,
    `x: ${'y'.repeat(100)}\r\n`,
  ],
  'chunks that are nearly all overhead': [
    `${videoHead}Transfer-Encoding: chunked\r\n\r\n`,
    `1;x=${'y'.repeat(10_000)}\r\nv\r\n`,
  ],
}

for (const [what, [start, again]] of Object.entries(floods)) {
  test(`${what} are cut off`, async (t) => {
    const { fetch } = await fetchFrom(t, (socket) => {
      socket.write(start)
      flood(socket, again)
    })
    await assert.rejects(fetch(), noHttp)
  })
}

test('a few informational responses before the answer are no error', async (t) => {
  const { fetch } = await fetchFrom(t, (socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3))
    socket.write(`${videoHead}Content-Length: ${clip.length}\r\n\r\n`)
    socket.end(clip)
  })
  assert.deepEqual((await fetch()).bytes, clip)
})

test('headers sent byte by byte are cut off, though there is never silence', async (t) => {
  const { fetch } = await fetchFrom(
    t,
    (socket) => {
      socket.write(`${videoHead}x: `)
      trickle(socket)
    },
    { headersMs: 300 },
  )
  await assert.rejects(fetch(), appError('source_unreachable', { retry: true, message: /in time/ }))
})

test('a body sent byte by byte is cut off and not requested again', async (t) => {
  const { fetch, server } = await fetchFrom(
    t,
    (socket) => {
      socket.write(`${videoHead}ETag: "1"\r\nContent-Length: 100000\r\n\r\n`)
      socket.write(clip.subarray(0, 2000))
      trickle(socket)
    },
    { paceMs: 300 },
  )
  await assert.rejects(fetch(), appError('source_unreachable', { retry: false, message: /too slowly/ }))
  assert.equal(server.connections(), 1)
})

test('a server whose first bytes are too slow is disconnected', async (t) => {
  const { promise: hungUp, resolve } = Promise.withResolvers<void>()
  const { fetch } = await fetchFrom(
    t,
    (socket) => {
      socket.on('close', () => resolve())
      socket.write(`${videoHead}Content-Length: 100000\r\n\r\n`)
      trickle(socket)
    },
    { paceMs: 300 },
  )
  await assert.rejects(fetch(), appError('source_unreachable', { message: /too slowly/ }))
  await hungUp
})

test('silence in the middle of a body ends the connection', async (t) => {
  const { fetch } = await fetchFrom(
    t,
    (socket) => socket.write(`${videoHead}Content-Length: 100000\r\n\r\nhello`),
    { idleMs: 200 },
  )
  await assert.rejects(fetch(), appError('source_unreachable', { retry: true, message: /in time/ }))
})

test('only waiting counts toward the pace, and each stretch by itself', () => {
  const limits = { ...patient, paceMs: 1000, minBytesPerSecond: 1000 }
  const steady = createPace(limits)
  for (let step = 0; step < 100; step += 1) assert.equal(steady(100, 100), true)
  const slow = createPace(limits)
  assert.equal(slow(999, 999), true)
  assert.equal(slow(0, 1), false)
  const slowing = createPace(limits)
  assert.equal(slowing(1e9, 1000), true)
  assert.equal(slowing(10, 999), true)
  assert.equal(slowing(10, 1), false)
  const ourDisk = createPace(limits)
  for (let step = 0; step < 100; step += 1) assert.equal(ourDisk(1, 0), true)
})

test('a fault after a quarter of the time is final, so that no source holds a place three times', async (t) => {
  let [aheadMs, takesMs] = [0, 0]
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + aheadMs)
  const { pair } = await startRawServer(t, (socket) => {
    aheadMs += takesMs
    socket.end(`${videoHead}Content-Length: 100000\r\n\r\nhello`)
  })
  const { fetch } = await startFetching(t, { allowedHosts: [pair], timeoutSeconds: 1000 })
  const broke = (retry: boolean) => appError('source_unreachable', { retry, message: /broke/ })
  await assert.rejects(fetch(`http://${pair}/a.mp4`), broke(true))
  takesMs = 250_000
  await assert.rejects(fetch(`http://${pair}/a.mp4`), broke(false))
})

test('a declared length beyond the received bytes is a break; extra bytes are ignored', async (t) => {
  const short = await fetchFrom(t, (socket) => {
    socket.write(`${videoHead}Content-Length: ${clip.length + 1}\r\n\r\n`)
    socket.end(clip)
  })
  await assert.rejects(short.fetch(), appError('source_unreachable', { retry: true }))
  const long = await fetchFrom(t, (socket) => {
    socket.write(`${videoHead}Content-Length: 40000\r\n\r\n`)
    socket.end(clip)
  })
  assert.deepEqual((await long.fetch()).bytes, clip.subarray(0, 40_000))
})

for (const coding of ['gzip', 'br', 'zstd', 'deflate', 'gzip, gzip', 'x-unknown', 'identity, gzip']) {
  test(`a body compressed with ${coding} is refused, also as a transfer coding`, async (t) => {
    const origin = await startOrigin(t, { '/a.mp4': video(clip, { 'content-encoding': coding }) })
    const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
    await assert.rejects(
      fetch(origin.url('/a.mp4')),
      appError('source_unsupported', { message: /compressed/ }),
    )
    const transfer = await fetchFrom(t, (socket) =>
      socket.end(`${videoHead}Transfer-Encoding: ${coding}, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`),
    )
    await assert.rejects(transfer.fetch(), appError('source_unsupported', { message: /compressed/ }))
  })
}

const total = clip.length
/** The possible answers of a server for the second part of a file; the first was 20,000 bytes of version "1". */
const lyingParts: Record<string, Record<string, string>> = {
  'begins elsewhere': { 'content-range': `bytes 30000-${total - 1}/${total}`, etag: '"1"' },
  'belongs to another length': { 'content-range': `bytes 20000-${total}/${total + 1}`, etag: '"1"' },
  'belongs to another version': { 'content-range': `bytes 20000-${total - 1}/${total}`, etag: '"2"' },
  'does not reach the end': { 'content-range': `bytes 20000-29999/${total}`, etag: '"1"' },
  'declares an end before that of its length': {
    'content-range': `bytes 20000-29999/${total}`,
    etag: '"1"',
    'content-length': String(total - 20_000),
  },
  'contradicts its length': {
    'content-range': `bytes 20000-${total - 1}/${total}`,
    etag: '"1"',
    'content-length': '17',
  },
  'has no type': { etag: '"1"' },
  'has several parts': { 'content-type': 'multipart/byteranges; boundary=x', etag: '"1"' },
}

for (const [what, headers] of Object.entries(lyingParts)) {
  test(`a second part that ${what} is not joined to the first`, async (t) => {
    const whole = breaking(clip, { breakAfter: 20_000, version: () => '"1"' })
    const origin = await startOrigin(t, {
      '/a.mp4': (request, response) => {
        if (request.headers.range === undefined) whole(request, response)
        else response.writeHead(206, headers).end(clip.subarray(20_000))
      },
    })
    const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
    await assert.rejects(fetch(origin.url('/a.mp4')), noHttp)
  })
}

test('no connection is reused, not even for the next hop to the same host', async (t) => {
  const seen = new Set<unknown>()
  const origin = await startOrigin(t, {
    '/page': (request, response) => {
      seen.add(request.socket)
      page('<video src="/a.mp4">')(request, response)
    },
    '/a.mp4': (request, response) => {
      seen.add(request.socket)
      video(clip)(request, response)
    },
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  await fetch(origin.url('/page'))
  assert.equal(seen.size, 2)
})

test('an error of a server reveals nothing of its answer', async (t) => {
  const origin = await startOrigin(t, {
    '/a.mp4': (_request, response) =>
      response.writeHead(500, 'secret phrase', { 'x-secret': 'secret' }).end('secret body'),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  await assert.rejects(fetch(origin.url('/a.mp4')), (error: Error) => !/secret/.test(error.message))
})
