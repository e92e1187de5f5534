import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Gif } from '#src/catalogue/gif.ts'
import { renditionKey, mainRenditions, renditions } from '#src/media/rendition.ts'
import { noNginx, startNginx } from '../support/servers/nginx.ts'
import { startSite, type TestSite } from '../support/site.ts'

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))

/** A GIF whose files have these bytes. */
async function addGif(site: TestSite, given: Parameters<TestSite['add']>[0] = {}): Promise<Gif> {
  const gif = await site.add(given)
  await site.withStores(async ({ mediaStore }) => {
    for (const name of mainRenditions) {
      const path = join(site.folder, 'new')
      await writeFile(path, bytes)
      await mediaStore.put(renditionKey(gif.mediaId, name), path)
    }
  })
  return gif
}

const pathOf = (gif: Gif) => `/media/gifs/${gif.mediaId}/${renditions.gif.file}`

test('with MEDIA_OFFLOAD an answer has the headers of a file and names it for the proxy, without its bytes', async (t) => {
  for (const [MEDIA_OFFLOAD, header] of [
    ['x-accel', 'x-accel-redirect'],
    ['x-sendfile', 'x-sendfile'],
  ] as const) {
    const site = await startSite(t, { MEDIA_OFFLOAD })
    const gif = await addGif(site, { title: 'A name' })
    const key = renditionKey(gif.mediaId, 'gif')
    const named = header === 'x-sendfile' ? join(site.folder, 'media', key) : `/protected-media/${key}`
    const first = await site.fetch(pathOf(gif))
    // The second one is answered from memory.
    for (const answer of [
      first,
      await site.fetch(pathOf(gif)),
      await site.fetch(pathOf(gif), { method: 'HEAD' }),
    ]) {
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get(header), named)
      assert.equal(answer.headers.get('content-type'), 'image/gif')
      // nginx would keep it for an error, too.
      const caching = header === 'x-accel-redirect' ? 'x-media-cache-control' : 'cache-control'
      assert.equal(answer.headers.get(caching), 'public, max-age=31536000, immutable')
      assert.equal(answer.headers.has('cache-control'), caching === 'cache-control')
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
      // nginx and Caddy make a tag of their own; that of Apache's module would be the same for all files.
      assert.equal(answer.headers.get('etag') !== null, header === 'x-sendfile')
      assert.equal((await answer.arrayBuffer()).byteLength, 0)
    }
    const download = await site.fetch(`${pathOf(gif)}?download=1`)
    assert.match(download.headers.get('content-disposition') ?? '', /^attachment; filename="A name.gif"/)
    assert.equal(download.headers.get(header), named)
  }
})

test('files that a client may not have are not named for the proxy', async (t) => {
  const site = await startSite(t, { MEDIA_OFFLOAD: 'x-accel' })
  const closed = await addGif(site, { visibility: 'private' })
  const hidden = await addGif(site, { hidden: true })
  const withoutFile = await site.add()
  for (const path of [closed, hidden, withoutFile].map(pathOf)) {
    const answer = await site.fetch(path)
    assert.deepEqual([answer.status, answer.headers.get('x-accel-redirect')], [404, null])
  }
  const shown = await addGif(site)
  assert.equal((await site.fetch(pathOf(shown))).status, 200)
  assert.equal((await site.fetch(pathOf(shown))).headers.has('x-accel-redirect'), true)
  await site.withStores(({ catalogue }) => catalogue.change(shown.id, { hidden: true }))
  assert.equal((await site.fetch(pathOf(shown))).status, 404)
})

test('with MEDIA_OFFLOAD the group of the media folder may open files whose names it knows; without, nobody else', async (t) => {
  const modeOf = async (folder: string) => (await stat(join(folder, 'media'))).mode & 0o777
  const site = await startSite(t, { MEDIA_OFFLOAD: 'x-accel' })
  assert.equal(await modeOf(site.folder), 0o710)
  await site.stop()
  await startSite(t, { DATA_DIR: site.folder })
  assert.equal(await modeOf(site.folder), 0o700)
})

test(
  'nginx with the example of deploy/ sends files with ranges, conditions, HEAD and the headers of the program',
  { skip: noNginx },
  async (t) => {
    const site = await startSite(t, { MEDIA_OFFLOAD: 'x-accel', TRUSTED_PROXIES: '127.0.0.1' })
    const example = await readFile(new URL('../../deploy/nginx-media-offload.conf', import.meta.url), 'utf8')
    const folder = `${join(site.folder, 'media')}/`
    assert.ok(example.includes('/var/lib/gifwright/media/'))
    const { url: nginx } = await startNginx(
      t,
      `location / { proxy_pass ${site.url}; proxy_http_version 1.1; proxy_set_header Connection ""; }
      ${example.replace('/var/lib/gifwright/media/', folder)}`,
    )
    const gif = await addGif(site)
    const url = nginx + pathOf(gif)
    const whole = await fetch(url)
    assert.equal(whole.status, 200)
    assert.ok(bytes.equals(Buffer.from(await whole.arrayBuffer())))
    const expected = {
      'content-type': 'image/gif',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; img-src 'self'; media-src 'self'",
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-accel-redirect': null,
    }
    const head = await fetch(url, { method: 'HEAD' })
    for (const { headers } of [whole, head])
      assert.deepEqual(
        Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)])),
        expected,
      )
    const etag = whole.headers.get('etag') ?? ''
    const modified = whole.headers.get('last-modified') ?? ''
    assert.notEqual(etag, '')
    const statusOf = async (headers: Record<string, string>) => (await fetch(url, { headers })).status
    assert.equal(await statusOf({ 'if-none-match': etag }), 304)
    assert.equal(await statusOf({ 'if-none-match': '"another"' }), 200)
    assert.equal(await statusOf({ 'if-modified-since': modified }), 304)
    assert.equal(await statusOf({ 'if-match': etag }), 200)
    assert.equal(await statusOf({ 'if-match': '"another"' }), 412)
    assert.equal(await statusOf({ range: `bytes=${bytes.length}-` }), 416)
    assert.equal(await statusOf({ range: 'bytes=0-9', 'if-range': '"another"' }), 200)
    const part = await fetch(url, { headers: { range: 'bytes=1000-1999', 'if-range': etag } })
    assert.deepEqual(
      [part.status, part.headers.get('content-range')],
      [206, `bytes 1000-1999/${bytes.length}`],
    )
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(1000, 2000))

    const unlisted = await addGif(site, { visibility: 'unlisted' })
    const answer = await fetch(nginx + pathOf(unlisted))
    assert.deepEqual(
      [answer.status, answer.headers.get('x-robots-tag'), answer.headers.get('cache-control')],
      [200, 'noindex', 'private, no-cache'],
    )
    const closed = await addGif(site, { visibility: 'private' })
    for (const path of [pathOf(closed), `/protected-media/gifs/${gif.mediaId}/gif.gif`])
      assert.equal((await fetch(nginx + path)).status, 404)
  },
)
