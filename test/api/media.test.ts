import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import fastify from 'fastify'
import { type Viewer, visitor } from '../../src/accounts/account.ts'
import { FileMediaStore } from '../../src/adapters/media-store/files/file-media-store.ts'
import type { Gif } from '../../src/catalogue/gif.ts'
import { mediaSurface } from '../../src/http/media/media-routes.ts'
import type { ByteRange } from '../../src/media/media-store.ts'
import { createMediaUrls } from '../../src/media/media-urls.ts'
import { type RenditionName, renditionKey, mainRenditions } from '../../src/media/rendition.ts'
import { gifRecord } from '../support/stores/gif-records.ts'
import { serveSurfaces } from '../support/http/surfaces.ts'
import { fakeOf } from '../support/fakes.ts'
import type { CatalogueStore } from '#src/catalogue/catalogue-store.ts'
import type { Discovery } from '#src/catalogue/discovery/discovery.ts'
import { fakeFeed } from '../support/stores/change-feed.ts'

/** Records the streams it returned, to check that they end. */
class WatchedStore extends FileMediaStore {
  readonly streams: Readable[] = []
  override async read(key: string, range?: ByteRange): Promise<Readable> {
    const stream = await super.read(key, range)
    this.streams.push(stream)
    return stream
  }
}

describe('media files', () => {
  const server = fastify()
  const clock = { time: 1_800_000_000_000, now: () => clock.time }
  const open = gifRecord({ title: 'Öffentlich & "frei"' })
  const closed = gifRecord({ visibility: 'private', ownerId: 7 })
  const hidden = gifRecord({ hidden: true, ownerId: 7 })
  const large = gifRecord()
  const withoutFiles = gifRecord()
  const account = { email: '', premium: false, admin: false, blocked: false, createdAt: 0 }
  const viewers: Record<string, Viewer> = {
    owner: { account: { ...account, id: 7 } },
    other: { account: { ...account, id: 8 } },
    operator: { account: { ...account, id: 9, admin: true } },
  }
  const records = new Map([open, closed, hidden, large, withoutFiles].map((gif) => [gif.mediaId, gif]))
  const smallBytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251))
  const largeBytes = Buffer.alloc(24 * 2 ** 20, 'a large file ')
  let folder = ''
  let store: WatchedStore
  let base = ''
  let mediaUrls: ReturnType<typeof createMediaUrls>

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gifwright-media-'))
    store = new WatchedStore(join(folder, 'store'))
    for (const [gif, bytes] of [
      [open, smallBytes],
      [closed, smallBytes],
      [hidden, smallBytes],
      [large, largeBytes],
    ] as const) {
      for (const name of mainRenditions) {
        await writeFile(join(folder, 'new'), bytes)
        await store.put(renditionKey(gif.mediaId, name), join(folder, 'new'))
      }
    }
    const urlsAt = (mediaUrl: string) =>
      createMediaUrls({
        mediaUrl: () => mediaUrl,
        siteMediaUrl: () => 'http://site.test/media',
        secret: 'a secret of the test',
        clock,
        privateTtlSeconds: 3600,
      })
    const surface = mediaSurface({
      mediaStore: store,
      catalogue: fakeOf<CatalogueStore>({
        gifByMediaId: async (mediaId) => records.get(mediaId),
        gifMovedFrom: async () => undefined,
        hasOpenNotices: async () => false,
      }),
      changes: fakeFeed().feed,
      discovery: fakeOf<Discovery>({ countUse: () => {} }),
      offload: null,
      presign: null,
      upstreamFiles: null,
      viewerOf: async () => undefined,
      viewerOfRequest: async ({ headers }) => viewers[String(headers.viewer)] ?? visitor,
      mediaUrls: urlsAt('http://anywhere.test/media'),
    })
    serveSurfaces(server, [surface, { ...surface, prefix: '', routes: () => {} }])
    base = await server.listen({ port: 0 })
    mediaUrls = urlsAt(`${base}/media`)
  })
  after(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  const ask = (gif: Gif, name: RenditionName, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(mediaUrls.urlOf(gif, name), { headers, method })
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

  test('are served whole, with the correct type, cacheable for a year', async () => {
    const types = { gif: 'image/gif', mp4: 'video/mp4', webp: 'image/webp', thumb: 'image/jpeg' }
    for (const name of mainRenditions) {
      const response = await ask(open, name)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), types[name])
      assert.equal(response.headers.get('content-length'), '1000')
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(response.headers.get('accept-ranges'), 'bytes')
      assert.match(response.headers.get('etag') ?? '', /^"[^"]+"$/)
      assert.ok(Date.parse(response.headers.get('last-modified') ?? '') <= Date.now())
      assert.deepEqual(await bytesOf(response), smallBytes)
    }
  })

  test('can be embedded by any site, and are never rendered as a page', async () => {
    const { headers } = await ask(open, 'gif')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(
      headers.get('content-security-policy'),
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'",
    )
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
  })

  test('are identical when streamed from the disk', async () => {
    const response = await ask(large, 'gif')
    assert.equal(response.headers.get('content-length'), String(largeBytes.length))
    assert.ok((await bytesOf(response)).equals(largeBytes))
    const part = await ask(large, 'gif', { range: 'bytes=20000000-20000099' })
    assert.equal(part.status, 206)
    assert.equal(part.headers.get('content-range'), `bytes 20000000-20000099/${largeBytes.length}`)
    assert.deepEqual(await bytesOf(part), largeBytes.subarray(20_000_000, 20_000_100))
  })

  test('answer HEAD with the headers of GET and no bytes', async () => {
    for (const gif of [open, large]) {
      const got = await ask(gif, 'mp4')
      const head = await ask(gif, 'mp4', { range: 'bytes=0-1' }, 'HEAD')
      assert.equal(head.status, 200)
      const ofTheFile = ({ headers }: Response) =>
        [...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
      assert.deepEqual(ofTheFile(head), ofTheFile(got))
      assert.equal((await bytesOf(head)).length, 0)
      await got.body?.cancel()
    }
  })

  test('answer the two-byte probe of Safari, and the ranges that follow', async () => {
    const probe = await ask(open, 'mp4', { range: 'bytes=0-1' })
    assert.equal(probe.status, 206)
    assert.equal(probe.headers.get('content-range'), 'bytes 0-1/1000')
    assert.equal(probe.headers.get('content-length'), '2')
    assert.equal(probe.headers.get('content-type'), 'video/mp4')
    assert.deepEqual(await bytesOf(probe), smallBytes.subarray(0, 2))
    const etag = probe.headers.get('etag') ?? ''
    const all = await ask(open, 'mp4', { range: 'bytes=0-999', 'if-range': etag })
    assert.equal(all.status, 206)
    assert.deepEqual(await bytesOf(all), smallBytes)
  })

  test('serve open and suffix ranges, the whole file for several, and 416 past the end', async () => {
    const openEnd = await ask(open, 'gif', { range: 'bytes=990-' })
    assert.deepEqual(await bytesOf(openEnd), smallBytes.subarray(990))
    const suffix = await ask(open, 'gif', { range: 'bytes=-5' })
    assert.equal(suffix.headers.get('content-range'), 'bytes 995-999/1000')
    assert.deepEqual(await bytesOf(suffix), smallBytes.subarray(995))
    const several = await ask(open, 'gif', { range: 'bytes=0-1,4-5' })
    assert.equal(several.status, 200)
    assert.deepEqual(await bytesOf(several), smallBytes)
    const past = await ask(open, 'gif', { range: 'bytes=1000-' })
    assert.equal(past.status, 416)
    assert.equal(past.headers.get('content-range'), 'bytes */1000')
    assert.equal((await bytesOf(past)).length, 0)
  })

  test('serve the whole file when If-Range names another one', async () => {
    const { headers } = await ask(open, 'gif')
    const statusFor = async (ifRange: string) =>
      (await ask(open, 'gif', { range: 'bytes=0-1', 'if-range': ifRange })).status
    assert.equal(await statusFor('"another"'), 200)
    assert.equal(await statusFor(`W/${headers.get('etag')}`), 200)
    assert.equal(await statusFor('Thu, 01 Jan 2015 00:00:00 GMT'), 200)
    assert.equal(await statusFor(headers.get('etag') ?? ''), 206)
    assert.equal(await statusFor(headers.get('last-modified') ?? ''), 206)
  })

  test('are not sent again to clients that have them', async () => {
    const first = await ask(open, 'gif')
    const etag = first.headers.get('etag') ?? ''
    const lastModified = first.headers.get('last-modified') ?? ''
    const statusFor = async (headers: Record<string, string>) => (await ask(open, 'gif', headers)).status
    assert.equal(await statusFor({ 'if-none-match': etag }), 304)
    assert.equal(await statusFor({ 'if-none-match': `"x", W/${etag}` }), 304)
    assert.equal(await statusFor({ 'if-none-match': '*' }), 304)
    assert.equal(await statusFor({ 'if-none-match': '"x"' }), 200)
    assert.equal(await statusFor({ 'if-modified-since': lastModified }), 304)
    assert.equal(await statusFor({ 'if-modified-since': 'Thu, 01 Jan 2015 00:00:00 GMT' }), 200)
    assert.equal(await statusFor({ 'if-modified-since': 'yesterday' }), 200)
    assert.equal(await statusFor({ 'if-none-match': '"x"', 'if-modified-since': lastModified }), 200)
    const unchanged = await ask(open, 'gif', { 'if-none-match': etag })
    assert.equal(unchanged.headers.get('etag'), etag)
    assert.equal(unchanged.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal((await bytesOf(unchanged)).length, 0)
  })

  test('answer 412 when a condition fails', async () => {
    const { headers } = await ask(open, 'gif')
    const statusFor = async (name: string, value: string) =>
      (await ask(open, 'gif', { [name]: value })).status
    assert.equal(await statusFor('if-match', '"x"'), 412)
    assert.equal(await statusFor('if-match', headers.get('etag') ?? ''), 200)
    assert.equal(await statusFor('if-match', '*'), 200)
    assert.equal(await statusFor('if-unmodified-since', 'Thu, 01 Jan 2015 00:00:00 GMT'), 412)
    assert.equal(await statusFor('if-unmodified-since', headers.get('last-modified') ?? ''), 200)
  })

  test('are saved under their title on request', async () => {
    const response = await fetch(`${mediaUrls.urlOf(open, 'mp4')}?download=1`)
    assert.equal(
      response.headers.get('content-disposition'),
      `attachment; filename="_ffentlich & frei.mp4"; filename*=UTF-8''%C3%96ffentlich%20%26%20frei.mp4`,
    )
    assert.equal((await ask(open, 'mp4')).headers.get('content-disposition'), null)
  })

  test('open a hidden GIF for its owner and operators only, whatever the signature', async () => {
    for (const name of mainRenditions) {
      const plain = mediaUrls.urlOf(hidden, name).replace('http://site.test', base)
      const { search } = new URL(mediaUrls.urlOf({ ...hidden, hidden: false, visibility: 'private' }, name))
      for (const address of [plain, plain + search]) {
        for (const viewer of ['owner', 'operator']) {
          const good = await fetch(address, { headers: { viewer } })
          assert.deepEqual([good.status, good.headers.get('cache-control')], [200, 'private, no-store'])
        }
        for (const viewer of ['other', '']) {
          const refused = await fetch(address, { headers: { viewer } })
          assert.deepEqual([refused.status, refused.headers.get('cache-control')], [404, 'no-store'])
        }
      }
    }
  })

  test('need an unexpired signed address for a private GIF, and are never cached', async () => {
    const signed = new URL(mediaUrls.urlOf(closed, 'mp4'))
    const good = await fetch(signed)
    assert.equal(good.status, 200)
    assert.equal(good.headers.get('cache-control'), 'private, no-store')
    assert.deepEqual(await bytesOf(good), smallBytes)

    const statusOf = async (change: (url: URL) => void) => {
      const url = new URL(signed)
      change(url)
      const response = await fetch(url)
      if (response.status === 404) assert.equal(response.headers.get('cache-control'), 'no-store')
      return response.status
    }
    assert.equal(await statusOf((url) => (url.search = '')), 404)
    assert.equal(await statusOf((url) => url.searchParams.delete('signature')), 404)
    assert.equal(await statusOf((url) => url.searchParams.set('signature', 'x')), 404)
    assert.equal(await statusOf((url) => url.searchParams.append('signature', 'x')), 404)
    assert.equal(await statusOf((url) => url.searchParams.set('expires', '9999999999')), 404)
    assert.equal(await statusOf((url) => (url.pathname = url.pathname.replace('video.mp4', 'gif.gif'))), 404)
    assert.equal(
      await statusOf((url) => (url.pathname = url.pathname.replace(closed.mediaId, 'another'))),
      404,
    )
    assert.equal(await statusOf((url) => url.searchParams.set('download', '1')), 200)

    clock.time += 2 * 3600 * 1000
    assert.equal(await statusOf(() => {}), 404)
    assert.equal((await ask(closed, 'mp4')).status, 200)
  })

  test('are missing without a record, a known name, or the bytes', async () => {
    const paths = [
      `/media/gifs/unknown/gif.gif`,
      `/media/gifs/${open.mediaId}/other.gif`,
      `/media/gifs/${open.mediaId}/..%2f..%2fgif.gif`,
      `/media/gifs/..%2f${open.mediaId}/gif.gif`,
      `/media/gifs/${open.mediaId}/gif.gif%00`,
      `/media/gifs/${withoutFiles.mediaId}/gif.gif`,
      `/media/gifs/${open.mediaId}`,
      `/media/incoming/x/video`,
    ]
    for (const path of paths) assert.equal((await fetch(base + path)).status, 404, path)
  })

  test('are closed when the reader disconnects in the middle', async () => {
    store.streams.length = 0
    const { hostname, port, pathname } = new URL(mediaUrls.urlOf(large, 'mp4'))
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    await once(socket, 'readable')
    const [stream] = store.streams
    assert.ok(stream !== undefined && !stream.closed)
    const end = once(stream, 'close')
    socket.destroy()
    await end
  })
})

describe('addresses of media', () => {
  const clock = { time: 1_800_000_001_000, now: () => clock.time }
  const urls = createMediaUrls({
    mediaUrl: () => 'https://cdn.test/media',
    siteMediaUrl: () => 'https://site.test/media',
    secret: 's',
    clock,
    privateTtlSeconds: 600,
  })

  test('are plain and permanent for a public GIF', () => {
    assert.equal(
      urls.urlOf({ mediaId: 'abc', visibility: 'public', hidden: false }, 'webp'),
      'https://cdn.test/media/gifs/abc/animation.webp',
    )
    assert.equal(urls.origins, 'https://cdn.test')
  })

  test('lead to a bucket that serves public files, and to the site for all other files and downloads', () => {
    const direct = createMediaUrls({
      mediaUrl: () => 'https://cdn.test',
      siteMediaUrl: () => 'https://site.test/media',
      direct: true,
      redirectOrigin: 'https://s3.test',
      secret: 's',
      clock,
      privateTtlSeconds: 600,
    })
    const open = { mediaId: 'pub-abc', visibility: 'unlisted', hidden: false } as const
    assert.equal(direct.urlOf(open, 'mp4'), 'https://cdn.test/gifs/pub-abc/video.mp4')
    assert.equal(
      direct.downloadUrlOf(open, 'mp4'),
      'https://site.test/media/gifs/pub-abc/video.mp4?download=1',
    )
    const older = { mediaId: 'abc', visibility: 'public', hidden: false } as const
    assert.equal(direct.urlOf(older, 'gif'), 'https://site.test/media/gifs/abc/gif.gif')
    const closed = { mediaId: 'abc', visibility: 'private', hidden: false } as const
    assert.match(direct.urlOf(closed, 'gif'), /^https:\/\/site\.test\/media\/gifs\/abc\/gif\.gif\?expires=/)
    assert.match(direct.downloadUrlOf(closed, 'gif'), /&download=1$/)
    assert.equal(direct.origins, 'https://cdn.test https://s3.test')
  })

  test('are plain for an unlisted GIF: anyone with the address may open them', () => {
    const unlisted = { mediaId: 'abc', visibility: 'unlisted', hidden: false } as const
    assert.equal(urls.urlOf(unlisted, 'gif'), 'https://cdn.test/media/gifs/abc/gif.gif')
  })

  test('use the site and are never signed for a hidden GIF', () => {
    for (const visibility of ['public', 'unlisted', 'private'] as const) {
      const address = urls.urlOf({ mediaId: 'abc', visibility, hidden: true }, 'gif')
      assert.equal(address, 'https://site.test/media/gifs/abc/gif.gif')
    }
  })

  test('stay the same for some minutes for a private GIF and are valid for at least the configured time', () => {
    const url = new URL(urls.urlOf({ mediaId: 'abc', visibility: 'private', hidden: false }, 'gif'))
    const isOpen = () =>
      urls.isSigned('gifs/abc/gif.gif', url.searchParams.get('expires'), url.searchParams.get('signature'))
    clock.time += 250_000
    assert.equal(urls.urlOf({ mediaId: 'abc', visibility: 'private', hidden: false }, 'gif'), url.href)
    clock.time += 349_000
    assert.ok(isOpen())
    clock.time += 301_000
    assert.ok(!isOpen())
  })

  test('are not accepted if another instance signed them', () => {
    const other = createMediaUrls({
      mediaUrl: () => 'https://cdn.test/media',
      siteMediaUrl: () => 'https://site.test/media',
      secret: 't',
      clock,
      privateTtlSeconds: 600,
    })
    const { searchParams } = new URL(
      other.urlOf({ mediaId: 'abc', visibility: 'private', hidden: false }, 'gif'),
    )
    assert.ok(!urls.isSigned('gifs/abc/gif.gif', searchParams.get('expires'), searchParams.get('signature')))
  })
})
