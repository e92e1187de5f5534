import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, test, type TestContext } from 'node:test'
import { guardedClient } from '#src/adapters/sources/source-fetcher.ts'
import { createUpstream, type UpstreamSettings } from '#src/adapters/sources/upstream/upstream-server.ts'
import type { UpstreamQuery } from '#src/catalogue/upstream.ts'
import { AppError } from '#src/lib/app-error.ts'
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

/** 120 results in pages of at most 50; `next` is the place of the next one. */
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
    { client, log: { warn: (...line: unknown[]) => warnings.push(line) }, ...(now && { now }) },
  )
  return { upstream, origin, warnings }
}

const idsOf = ({ gifs }: { gifs: { id: string }[] }) => gifs.map(({ id }) => Number(id))

describe('an upstream server', () => {
  test('gives any part of its results, and each page is asked for once', async (t) => {
    const { upstream, origin } = await startUpstream(t, { '/v2/search': pages })
    const parts = await Promise.all([
      upstream.find(query),
      upstream.find({ ...query, skip: 45 }),
      upstream.find({ ...query, text: 'CAT', skip: 110, limit: 20 }),
    ])
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

  test('learns what is searched for, and nothing about who searches', async (t) => {
    const { upstream, origin } = await startUpstream(t, { '/v2/search': pages, '/v2/featured': pages })
    await upstream.find({ ...query, text: 'a & b', maxRating: 'pg-13', stickers: true, shape: 'wide' })
    await upstream.find({ ...query, text: null })
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
    const { upstream } = await startUpstream(t, {
      '/v2/search': (_request, response) => json(response, { results, next: 5 }),
    })
    const { gifs, hasMore } = await upstream.find(query)
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

  for (const [fault, answer] of Object.entries<Handler>({
    'is no JSON': (_request, response) => response.end('<html>'),
    'is no list of results': (_request, response) => json(response, { results: 'none' }),
    'is an error': (_request, response) => response.writeHead(500).end(),
    'never ends': (_request, response) => response.write('{'),
    'is endless': (_request, response) => {
      const piece = Buffer.alloc(65_536, 32)
      const more = () => {
        while (!response.destroyed && response.write(piece));
      }
      response.on('drain', more)
      more()
    },
  })) {
    test(`gives no results, and is left alone for a while, when its answer ${fault}`, async (t) => {
      let now = 0
      const { upstream, origin, warnings } = await startUpstream(
        t,
        { '/v2/search': answer },
        { now: () => now, timeoutMs: 300 },
      )
      assert.deepEqual(await upstream.find(query), { gifs: [], hasMore: false })
      assert.deepEqual(await upstream.find(query), { gifs: [], hasMore: false })
      assert.deepEqual([origin.requests.length, warnings.length], [1, 1])
      now = 31_000
      await upstream.find(query)
      assert.equal(origin.requests.length, 2)
    })
  }

  test('is not asked at a private address that is not allowed, nor are its files', async (t) => {
    const { upstream, origin } = await startUpstream(t, { '/v2/search': pages }, { allowedHosts: [] })
    assert.deepEqual((await upstream.find(query)).gifs, [])
    await assert.rejects(upstream.fetchFile(origin.url('/a.gif').href), isError('source_refused'))
    assert.equal(origin.requests.length, 0)
  })

  test('is asked UPSTREAM_PER_MINUTE times at most', async (t) => {
    const { upstream, origin } = await startUpstream(t, { '/v2/search': pages }, { requestsPerMinute: 2 })
    for (const text of ['a', 'b', 'c', 'd']) await upstream.find({ ...query, text })
    assert.equal(origin.requests.length, 2)
  })

  test('has its files passed on by their bytes, kept for a while, and only pictures and videos', async (t) => {
    const { upstream, origin } = await startUpstream(t, {
      '/a.gif': (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(gifBytes),
      '/a.html': (_request, response) =>
        response.writeHead(200, { 'content-type': 'image/gif' }).end('<script>alert(1)</script>'),
      '/a.svg': (_request, response) =>
        response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
      '/big.gif': (_request, response) => response.end(Buffer.concat([gifBytes, Buffer.alloc(20_000)])),
    })
    const file = (name: string) => upstream.fetchFile(origin.url(name).href)
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
