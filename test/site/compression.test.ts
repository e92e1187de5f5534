import assert from 'node:assert/strict'
import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { newTask } from '../contract/stores.ts'
import { pageOf } from '../support/browser/page.ts'
import { withPassword } from '../support/account-site.ts'
import { shareSite } from '../support/site.ts'

const site = shareSite()

type Wire = { status: number; headers: IncomingHttpHeaders; bytes: Buffer }

/** An answer as sent on the wire, requested with exactly these headers. */
function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Wire> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }),
        reject,
      )
    })
      .on('error', reject)
      .end()
  })
}

function unpack({ headers, bytes }: Wire): string {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(bytes).toString()
  if (headers['content-encoding'] === 'gzip') return gunzipSync(bytes).toString()
  return bytes.toString()
}

/** The style sheet and the script of every page. */
async function staticFiles(): Promise<string[]> {
  const page = await pageOf(site.url)
  const styles = page.elements('link').filter(({ attribs }) => attribs.rel === 'stylesheet')
  return [...styles.map(({ attribs }) => attribs.href ?? ''), ...page.all('script', 'src')]
}

/** The accepted encodings of a client, and the one it is sent. */
const choices: [string | undefined, string | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['br', 'br'],
  ['BR', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['*', 'br'],
  ['br;q=0', undefined],
  ['br;q=0.0, gzip', 'gzip'],
  ['br; q=0, *', 'gzip'],
  ['gzip;q=0.9, br;q=0.1', 'gzip'],
  ['gzip;q=0, br;q=0', undefined],
  ['identity;q=1, gzip;q=0.5', undefined],
  ['identity;q=0, gzip', 'gzip'],
  ['*;q=0', undefined],
  ['deflate, compress', undefined],
  [`${'gzip;q=0.5,'.repeat(800)}br`, undefined],
]

test('static files, pages and JSON use the client’s preferred encoding', async () => {
  for (let number = 0; number < 30; number++) await site.add({ title: `Frog ${number}` })
  for (const path of [...(await staticFiles()), '/', '/api/find?q=frog', '/api/openapi.json']) {
    const plain = (await ask(site.url + path)).bytes
    for (const [accepted, encoding] of choices) {
      const headers = accepted === undefined ? undefined : { 'accept-encoding': accepted }
      const answer = await ask(site.url + path, headers)
      const name = `${path} ${accepted?.slice(0, 40)}`
      assert.equal(answer.status, 200, name)
      assert.equal(answer.headers['content-encoding'], encoding, name)
      assert.match(answer.headers.vary ?? '', /\baccept-encoding\b/i, name)
      assert.equal(answer.headers['content-length'], String(answer.bytes.length), name)
      assert.equal(unpack(answer), plain.toString(), name)
      if (encoding !== undefined) assert.ok(answer.bytes.length < 0.5 * plain.length, name)
    }
  }
})

test('an Accept-Encoding of more than 500 characters is not parsed', async () => {
  const accepted = (length: number) => `br, ${'x'.repeat(length - 'br, '.length)}`
  const encodingFor = async (length: number) => {
    const answer = await ask(`${site.url}/api/openapi.json`, { 'accept-encoding': accepted(length) })
    assert.equal(answer.status, 200)
    return answer.headers['content-encoding']
  }
  assert.equal(await encodingFor(500), 'br')
  assert.equal(await encodingFor(501), undefined)
  assert.equal(await encodingFor(12_000), undefined)
})

test('each encoding of a static file has an ETag of its own, and is not sent again to clients that have it', async () => {
  for (const path of [...(await staticFiles()), '/favicon.svg']) {
    const tags = new Set<string>()
    for (const accepted of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': accepted }
      const whole = await ask(site.url + path, headers)
      const tag = whole.headers.etag ?? ''
      assert.match(tag, /^"[^"]+"$/)
      tags.add(tag)
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await ask(site.url + path, { ...headers, 'if-none-match': known })
        assert.equal(again.status, 304, `${path} ${known}`)
        assert.equal(again.bytes.length, 0)
        for (const name of ['etag', 'vary', 'cache-control'])
          assert.equal(again.headers[name], whole.headers[name], name)
      }
      assert.equal((await ask(site.url + path, { ...headers, 'if-none-match': '"other"' })).status, 200)
    }
    assert.equal(tags.size, 3, 'three encodings')
  }
})

test('HEAD gets the same answer as GET, without the body', async () => {
  for (const path of [...(await staticFiles()), '/', '/api/openapi.json']) {
    for (const accepted of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': accepted }
      const get = await ask(site.url + path, headers)
      const head = await ask(site.url + path, headers, 'HEAD')
      assert.equal(head.bytes.length, 0)
      for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary'])
        assert.equal(head.headers[name], get.headers[name], `${path} ${accepted} ${name}`)
    }
  }
})

test('media, exports, events and small answers are sent uncompressed', async () => {
  const gif = await site.addWithFiles()
  const anna = await withPassword(site)
  const headers = { 'accept-encoding': 'br, gzip', cookie: anna.headers.cookie }
  const files = ['gif.gif', 'video.mp4', 'animation.webp', 'thumb.jpg'].map(
    (name) => `/media/gifs/${gif.mediaId}/${name}`,
  )
  const paths = [...files, '/settings/export', '/robots.txt', '/api/nothing', '/healthz']
  for (const path of paths) {
    const { status, headers: answered } = await ask(site.url + path, headers)
    assert.equal(status, path === '/api/nothing' ? 404 : 200, path)
    assert.equal(answered['content-encoding'], undefined, path)
  }

  const task = newTask()
  await site.withStores(({ tasks }) => tasks.submissions.add(task, 1000))
  // The first event arrives although the stream continues.
  const events = await fetch(`${site.url}/api/status/${task.id}/events`, { headers })
  assert.equal(events.headers.get('content-encoding'), null)
  const reader = events.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  assert.match(new TextDecoder().decode(value), /^data: \{"status":"waiting"/)
  await reader?.cancel()
})
