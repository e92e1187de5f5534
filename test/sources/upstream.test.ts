import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, test, type TestContext } from 'node:test'
import { guardedClient } from '#src/adapters/sources/source-fetcher.ts'
import { createUpstream, type UpstreamSettings } from '#src/adapters/sources/upstream/upstream-server.ts'
import type { UpstreamQuery } from '#src/catalogue/upstream.ts'
import { AppError } from '#src/lib/app-error.ts'
import { createLog } from '#src/lib/log/log.ts'
import { type Handler, startOrigin } from '../support/http/origin-server.ts'

const gifBytes = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(5000, 7)])
const query: UpstreamQuery = {
  text: 'cat',
  maxRating: 'g',
  stickers: false,
  shape: null,
  skip: 0,
  limit: 10,
}

function result(id: number) {
  const file = { url: `https://media.example.org/${id}.gif`, dims: [200, 100], duration: 1.5, size: 900 }
  return {
    id: String(id),
    title: `cat ${id}`,
    content_description: 'A cat',
    tags: ['cat'],
    created: 1,
    flags: [],
    media_formats: { gif: file, tinygif: file, unknown: file },
  }
}

/** 120 results in pages of at most 50; `next` is the position of the next one. */
function pages(request: IncomingMessage, response: ServerResponse): void {
  const { searchParams } = new URL(request.url ?? '', 'http://x')
  const start = Number(searchParams.get('pos') ?? 0)
  const end = Math.min(120, start + Number(searchParams.get('limit')))
  const results = Array.from({ length: end - start }, (_, index) => result(start + index))
  json(response, { results, next: end === 120 ? '' : String(end) })
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function startUpstream(
  t: TestContext,
  routes: Record<string, Handler>,
  changes: Partial<UpstreamSettings> & { allowedHosts?: string[]; now?: () => number } = {},
) {
  const origin = await startOrigin(t, routes)
  const { allowedHosts = [origin.pair], now, ...settings } = changes
  const warnings: unknown[] = []
  const { client } = guardedClient({ allowedHosts, ports: [80, 443, origin.port] })
  const log = createLog('silent')
  t.mock.method(log, 'warn', (...line: unknown[]) => void warnings.push(line))
  const upstream = createUpstream(
    {
      url: `http://${origin.pair}/v2`,
      key: 'the key',
      requestsPerMinute: 100,
      timeoutMs: 2000,
      maxFileBytes: 20_000,
      cacheBytes: 100_000,
      ...settings,
    },
    { client, log, ...(now && { now }) },
  )
  return {
    upstream,
    find: (changes: Partial<UpstreamQuery> = {}, client = alice) =>
      upstream.find({ ...query, ...changes }, client),
    origin,
    warnings,
  }
}

const alice = '192.0.2.1'

const idsOf = ({ gifs }: { gifs: { id: string }[] }) => gifs.map(({ id }) => Number(id))

describe('an upstream server', () => {
  test('gives any part of its results, and each page is requested once', async (t) => {
    const { find, origin } = await startUpstream(t, { '/v2/search': pages })
    const parts = await Promise.all([find(), find({ skip: 45 }), find({ text: 'CAT', skip: 110, limit: 20 })])
    assert.deepEqual(parts.map(idsOf), [
      Array.from({ length: 10 }, (_, index) => index),
      Array.from({ length: 10 }, (_, index) => 45 + index),
      Array.from({ length: 10 }, (_, index) => 110 + index),
    ])
    assert.deepEqual(
      parts.map(({ hasMore }) => hasMore),
      [true, true, false],
    )
    assert.equal(origin.requests.length, 3)
  })

  test('receives the search text, and nothing about the searcher', async (t) => {
    const { find, origin } = await startUpstream(t, { '/v2/search': pages, '/v2/featured': pages })
    await find({ text: 'a & b', maxRating: 'pg-13', stickers: true, shape: 'wide' })
    await find({ text: null })
    const [search, featured] = origin.requests
    assert.deepEqual(Object.fromEntries(new URL(search?.path ?? '', 'http://x').searchParams), {
      key: 'the key',
      client_key: 'gifwright',
      q: 'a & b',
      contentfilter: 'low',
      searchfilter: 'sticker',
      ar_range: 'wide',
      limit: '50',
    })
    assert.match(featured?.path ?? '', /^\/v2\/featured\?.*contentfilter=high/)
    assert.deepEqual(Object.keys(search?.headers ?? {}).toSorted(), [
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
      'x-gifwright-upstream',
    ])
  })

  test('cannot make an answer fail: malformed results are left out', async (t) => {
    const long = 'x'.repeat(100_000)
    const { media_formats: formats } = result(1)
    const results = [
      ...[null, 'text', 7, [], {}, { id: 'a' }, { id: '../a', media_formats: formats }],
      { id: 'no-gif', media_formats: { mp4: formats.gif } },
      { id: 'script', media_formats: { gif: { ...formats.gif, url: 'javascript:alert(1)' } } },
      { id: 'huge', media_formats: { gif: { ...formats.gif, dims: [1e9, 1] } } },
      {
        id: 'good',
        title: long,
        tags: [1, 'cat', long],
        created: 'x',
        media_formats: { ...formats, mp4: 3 },
      },
    ]
    const { find } = await startUpstream(t, {
      '/v2/search': (_request, response) => json(response, { results, next: 5 }),
    })
    const { gifs, hasMore } = await find()
    assert.equal(hasMore, false)
    assert.deepEqual(
      gifs.map(({ id, title, tags, createdAt, files }) => [
        id,
        title.length,
        tags.length,
        createdAt,
        [...files.keys()],
      ]),
      [['good', 500, 2, 0, ['gif', 'tinygif']]],
    )
  })

  const status =
    (code: number): Handler =>
    (_request, response) =>
      response.writeHead(code).end()

  for (const [fault, answer] of Object.entries<Handler>({
    'has status 500': status(500),
    'has status 401': status(401),
    'has status 403': status(403),
    'has status 429': status(429),
    'never ends': (_request, response) => response.write('{'),
    'breaks off': (_request, response) => response.destroy(),
  })) {
    test(`gives no results, and is left alone for a while, when its answer ${fault}`, async (t) => {
      let now = 0
      const { find, origin, warnings } = await startUpstream(
        t,
        { '/v2/search': answer },
        { now: () => now, timeoutMs: 300 },
      )
      assert.deepEqual(await find({ text: 'a' }), { gifs: [], hasMore: false })
      assert.deepEqual(await find({ text: 'b' }), { gifs: [], hasMore: false })
      assert.deepEqual([origin.requests.length, warnings.length], [1, 1])
      now = 31_000
      await find()
      assert.equal(origin.requests.length, 2)
    })
  }

  for (const [fault, answer] of Object.entries<Handler>({
    'has status 400': status(400),
    'has status 404': status(404),
    'has status 451': status(451),
    'is invalid JSON': (_request, response) => response.end('<html>'),
    'has no list of results': (_request, response) => json(response, { results: 'none' }),
    'is endless': (_request, response) => {
      const piece = Buffer.alloc(65_536, 32)
      const more = () => {
        while (!response.destroyed && response.write(piece));
      }
      response.on('drain', more)
      more()
    },
  })) {
    test(`gets requests for other texts, but not for the same one, when its answer ${fault}`, async (t) => {
      let now = 0
      const search: Handler = (request, response) =>
        request.url?.includes('q=bad') === true ? answer(request, response) : pages(request, response)
      const { find, origin } = await startUpstream(t, { '/v2/search': search }, { now: () => now })
      assert.deepEqual(await find({ text: 'bad' }), { gifs: [], hasMore: false })
      assert.equal((await find({ text: 'good' })).gifs.length, 10)
      await find({ text: 'BAD' })
      assert.equal(origin.requests.length, 2)
      now = 31_000
      await find({ text: 'bad' })
      assert.equal(origin.requests.length, 3)
    })
  }

  test('is never called at a private address that is not allowed, nor are its files', async (t) => {
    const { upstream, find, origin } = await startUpstream(t, { '/v2/search': pages }, { allowedHosts: [] })
    assert.deepEqual((await find()).gifs, [])
    await assert.rejects(upstream.fetchFile(origin.url('/a.gif').href, alice), isError('source_refused'))
    assert.equal(origin.requests.length, 0)
  })

  test('is called at most UPSTREAM_PER_MINUTE times', async (t) => {
    const { find, origin } = await startUpstream(t, { '/v2/search': pages }, { requestsPerMinute: 2 })
    for (const text of ['a', 'b', 'c', 'd']) await find({ text }, `client ${text}`)
    assert.equal(origin.requests.length, 2)
  })

  test('is called for one client at most a fifth of UPSTREAM_PER_MINUTE, and still for others', async (t) => {
    const { upstream, find, origin } = await startUpstream(t, {
      '/v2/search': pages,
      '/a.gif': (_request, response) => response.end(gifBytes),
    })
    for (let text = 0; text < 30; text += 1) await find({ text: `a ${text}` })
    assert.equal(origin.requests.length, 20)
    assert.equal((await find({ text: 'a 0' })).gifs.length, 10, 'cached results need no request')
    assert.equal((await find({ text: 'b' }, 'another client')).gifs.length, 10)
    assert.equal(origin.requests.length, 21)
    const urls = Array.from({ length: 21 }, (_, index) => origin.url(`/a.gif?${index}`).href)
    for (const url of urls.slice(0, 20)) await upstream.fetchFile(url, alice)
    await assert.rejects(upstream.fetchFile(urls[20] ?? '', alice), isError('unavailable'))
    await upstream.fetchFile(urls[20] ?? '', 'another client')
  })

  test('leaves requests for new clients however many call', async (t) => {
    const { find, origin } = await startUpstream(t, { '/v2/search': pages })
    for (let text = 0; text < 200; text += 1) await find({ text: `a ${text}` }, `client ${text % 8}`)
    assert.ok(origin.requests.length < 95, String(origin.requests.length))
    assert.equal((await find({ text: 'b' }, 'a new client')).gifs.length, 10)
  })

  test('gives the known results of a search whose next page would be too many requests', async (t) => {
    const { find } = await startUpstream(t, { '/v2/search': pages }, { requestsPerMinute: 5 })
    assert.equal((await find()).gifs.length, 10)
    assert.deepEqual(idsOf(await find({ skip: 45 })), [45, 46, 47, 48, 49])
    assert.equal((await find({ skip: 45 }, 'another client')).gifs.length, 10)
  })

  test('has its files forwarded by their bytes, cached for a while, and only pictures and videos', async (t) => {
    const { upstream, origin } = await startUpstream(t, {
      '/a.gif': (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(gifBytes),
      '/a.html': (_request, response) =>
        response.writeHead(200, { 'content-type': 'image/gif' }).end('<script>alert(1)</script>'),
      '/a.svg': (_request, response) =>
        response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
      '/big.gif': (_request, response) => response.end(Buffer.concat([gifBytes, Buffer.alloc(20_000)])),
    })
    const file = (name: string) => upstream.fetchFile(origin.url(name).href, alice)
    assert.deepEqual(await file('/a.gif'), { bytes: gifBytes, contentType: 'image/gif' })
    await file('/a.gif')
    assert.equal(origin.requests.length, 1)
    await assert.rejects(file('/a.html'), isError('not_found'))
    await assert.rejects(file('/a.svg'), isError('not_found'))
    await assert.rejects(file('/big.gif'), isError('source_too_large'))
    await assert.rejects(file('/missing.gif'), isError('source_not_found'))
  })
})

function isError(code: string) {
  return (error: unknown) => error instanceof AppError && error.code === code
}
