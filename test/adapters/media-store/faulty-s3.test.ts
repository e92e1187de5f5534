import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import { openBucket } from '#src/adapters/media-store/s3/open-bucket.ts'
import { createS3Client } from '#src/adapters/media-store/s3/s3-client.ts'
import { S3MediaStore } from '#src/adapters/media-store/s3/s3-media-store.ts'
import { AppError } from '#src/lib/app-error.ts'
import { storeKey } from '#src/media/media-store.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { startHttpServer } from '../../support/http/http-server.ts'

const key = storeKey('gifs/a/gif.gif')
const secretAccessKey = 'hush-hush'

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** A server that answers S3 requests as the test specifies, and a store that uses it. */
async function startFaulty(t: TestContext, answer: Answer, timeoutMs = 5000) {
  const endpoint = await startHttpServer(t, answer)
  const own = { region: 'us-east-1', pathStyle: true, accessKeyId: 'gifwright', secretAccessKey }
  const options = { endpoint, bucket: 'files', timeoutMs, ...own }
  const store = new S3MediaStore({ client: createS3Client(options), bucket: 'files' })
  cleanUp(t, () => store.close())
  return { store, options }
}

async function keysOf(store: S3MediaStore): Promise<string[]> {
  const keys: string[] = []
  for await (const file of store.list('gifs/a')) keys.push(file.key)
  return keys
}

const isAway = (error: unknown) => {
  assert.ok(error instanceof AppError && error.code === 'unavailable' && error.retry, inspect(error))
  assert.ok(error.retryAfterSeconds !== undefined && error.retryAfterSeconds > 0)
  // Neither the secret nor anything signed with it is logged.
  assert.doesNotMatch(inspect(error, { depth: 20, showHidden: true }), /hush|Signature=|authorization/i)
  return true
}

const listOf = (keys: string[], more = '') =>
  `<ListBucketResult><IsTruncated>${more !== ''}</IsTruncated>${more}${keys
    .map(
      (name) =>
        `<Contents><Key>${name}</Key><Size>1</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`,
    )
    .join('')}</ListBucketResult>`

test('a transfer from S3 that breaks off resumes at that point, and only if the file is unchanged', async (t) => {
  const bytes = Buffer.alloc(300_000, 'gifwright')
  const asked: [range: string | undefined, tag: string | undefined][] = []
  const { store } = await startFaulty(t, ({ headers }, response) => {
    asked.push([headers.range, headers['if-match']])
    const [, first = '0'] = /^bytes=(\d+)-/.exec(headers.range ?? '') ?? []
    const from = Number(first)
    const length = { 'content-length': bytes.length - from, etag: '"tag"' }
    const range = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
    response.writeHead(from === 0 ? 200 : 206, from === 0 ? length : { ...length, ...range })
    if (from > 200_000) response.end(bytes.subarray(from))
    else response.write(bytes.subarray(from, from + 120_000), () => response.destroy())
  })
  assert.ok((await buffer(await store.read(key))).equals(bytes))
  assert.deepEqual(asked[0], [undefined, undefined])
  assert.ok(asked.length >= 3)
  for (const [range, tag] of asked.slice(1))
    assert.deepEqual([/^bytes=\d+-299999$/.test(range ?? ''), tag], [true, '"tag"'])
})

test('a file that S3 never sends completely ends in an error, not early', async (t) => {
  const { store } = await startFaulty(t, ({ headers }, response) => {
    if (headers.range !== undefined) {
      response.destroy()
      return
    }
    response.writeHead(200, { 'content-length': 1000, etag: '"tag"' })
    response.write('only this', () => response.destroy())
  })
  const body = await store.read(key)
  await assert.rejects(buffer(body), isAway)
})

test('a part of a file other than the requested one, or a length that S3 does not declare, is refused', async (t) => {
  const answers = [
    // It does not support ranges.
    { status: 200, headers: { 'content-length': '10' }, body: '0123456789' },
    { status: 206, headers: { 'content-length': '3', 'content-range': 'bytes 0-2/10' }, body: '012' },
    { status: 206, headers: { 'content-length': '3', 'content-range': 'bytes 2-5/10' }, body: '234' },
    { status: 206, headers: {}, body: '2345' },
  ]
  for (const { status, headers, body } of answers) {
    const { store } = await startFaulty(t, (_request, response) =>
      response.writeHead(status, headers).end(body),
    )
    await assert.rejects(store.read(key, { first: 2, last: 5 }), isAway)
  }
})

test('an S3 server that falls silent times out', async (t) => {
  const { store } = await startFaulty(t, () => undefined, 100)
  await assert.rejects(store.stat(key), isAway)
  await assert.rejects(store.read(key), isAway)
})

test('listed S3 keys that lead out of the prefix are skipped, so they are neither copied nor removed', async (t) => {
  const removed: string[] = []
  const { store } = await startFaulty(t, async (request, response) => {
    if (request.method === 'GET') {
      const names = [
        'gifs/a/gif.gif',
        'gifs/b/gif.gif',
        'gifs/a/../../x',
        'gifs/a/.x',
        '/etc/passwd',
        'gifs/a/ x',
      ]
      response.end(listOf(names))
      return
    }
    const body = await text(request)
    removed.push(...body.matchAll(/<Key>([^<]*)/g).map(([, name = '']) => name))
    response.end('<DeleteResult></DeleteResult>')
  })
  assert.deepEqual(await keysOf(store), ['gifs/a/gif.gif'])
  await store.removeAll('gifs/a')
  assert.deepEqual(removed, ['gifs/a/gif.gif'])
})

test('an endless S3 list, in pages or in one, is aborted', async (t) => {
  const { store } = await startFaulty(t, (_request, response) =>
    response.end(listOf(['gifs/a/gif.gif'], '<NextContinuationToken>again</NextContinuationToken>')),
  )
  await assert.rejects(keysOf(store), isAway)

  const endless = await startFaulty(t, (_request, response) => {
    const line = listOf(Array.from({ length: 5000 }, () => 'gifs/a/gif.gif'))
    const pump = () => {
      while (!response.destroyed && response.write(line));
    }
    response.on('drain', pump)
    pump()
  })
  await assert.rejects(keysOf(endless.store), isAway)
})

test('an S3 tag that is invalid in an answer is replaced', async (t) => {
  const headers = { 'content-length': '4', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }
  for (const etag of ['W/"weak"', 'bare', `"${'x'.repeat(500)}"`, '"a" "b"']) {
    const { store } = await startFaulty(t, (_request, response) =>
      response.writeHead(200, { ...headers, etag }).end(),
    )
    assert.match((await store.stat(key))?.etag ?? '', /^"4-[a-z0-9]+"$/)
  }
})

test('files are removed from S3 with an MD5, which every server knows, and one by one if bulk removal is unknown', async (t) => {
  const requests: string[] = []
  let knowsMany = true
  const { store } = await startFaulty(t, async (request, response) => {
    if (request.method === 'GET') {
      response.end(listOf(['gifs/a/gif.gif', 'gifs/a/video.mp4']))
      return
    }
    const body = await buffer(request)
    requests.push(`${request.method} ${(request.url ?? '').split('?')[0]}`)
    if (request.method === 'POST') {
      assert.equal(request.headers['content-md5'], createHash('md5').update(body).digest('base64'))
      assert.ok(!Object.keys(request.headers).some((name) => name.startsWith('x-amz-checksum')))
    }
    if (request.method === 'POST' && !knowsMany)
      response.writeHead(501).end('<Error><Code>NotImplemented</Code></Error>')
    else response.writeHead(request.method === 'POST' ? 200 : 204).end()
  })
  await store.removeAll('gifs/a')
  knowsMany = false
  await store.removeAll('gifs/a')
  await store.removeAll('gifs/a')
  const single = ['DELETE /files/gifs/a/gif.gif', 'DELETE /files/gifs/a/video.mp4']
  assert.deepEqual(requests, ['POST /files/', 'POST /files/', ...single, ...single])
})

test('a file that S3 reports as not removed is an error', async (t) => {
  const { store } = await startFaulty(t, (request, response) => {
    if (request.method === 'GET') response.end(listOf(['gifs/a/gif.gif']))
    else
      response.end(
        '<DeleteResult><Error><Key>gifs/a/gif.gif</Key><Code>AccessDenied</Code></Error></DeleteResult>',
      )
  })
  await assert.rejects(store.removeAll('gifs/a'), isAway)
})

test('a full S3 store is recognized: nothing is stored until there is space again', async (t) => {
  const { store } = await startFaulty(t, (_request, response) =>
    response.writeHead(507).end('<Error><Code>XMinioStorageFull</Code></Error>'),
  )
  await assert.rejects(store.copyAll('gifs/a', 'gifs/b'), { code: 'unavailable', reason: 'no_space' })
})

test('a server that does not speak S3 stops the start with a message that names S3_ENDPOINT', async (t) => {
  const pages: [number, string][] = [
    [200, '<!doctype html><title>Hello'],
    [404, 'nothing here'],
    [302, ''],
    [500, 'no'],
  ]
  for (const [status, body] of pages) {
    const { options } = await startFaulty(t, (_request, response) =>
      response.writeHead(status, { 'content-type': 'text/html', location: 'http://127.0.0.1:9/' }).end(body),
    )
    await assert.rejects(openBucket(options, 'secret'), ({ message, stack }: Error) => {
      assert.match(message, /S3_ENDPOINT http:/, `${status}: ${message}`)
      assert.doesNotMatch(stack ?? '', /hush/)
      return true
    })
  }
})
