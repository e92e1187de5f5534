import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { existsSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { noSpace } from '#src/lib/disk/disk-faults.ts'
import { sniffBytes } from '#src/media/file-type.ts'
import {
  answer,
  breaking,
  endless,
  mp4Bytes,
  page,
  redirect,
  startOrigin,
  video,
} from '../support/http/origin-server.ts'
import { appError, startFetching } from '../support/media/source-fetching.ts'

const clip = mp4Bytes(300_000)

test('a direct file arrives unchanged, with its name as the title and with progress reports', async (t) => {
  const origin = await startOrigin(t, { '/clips/A%20funny%20cat.mp4': video(clip) })
  const { fetch, fetcher, progress, files } = await startFetching(t, { allowedHosts: [origin.pair] })
  const { bytes, title } = await fetch(fetcher.check(origin.url('/clips/A%20funny%20cat.mp4').href))
  assert.deepEqual(bytes, clip)
  assert.equal(title, 'A funny cat')
  assert.equal(progress.at(-1), 1)
  assert.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  )
  assert.deepEqual(await files(), ['source'])
})

test('a file without a length, or with a wrong type, is identified by its bytes', async (t) => {
  const origin = await startOrigin(t, {
    '/chunked': (_request, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(clip),
    '/untyped': answer(clip),
    '/octets': answer(clip, { 'content-type': 'application/octet-stream' }),
    '/text.html': answer(clip, { 'content-type': 'text/html' }),
    '/gif': answer(Buffer.from('GIF89a and so on'), { 'content-type': 'image/gif' }),
    '/webm': answer(Buffer.from('\x1a\x45\xdf\xa3webm', 'latin1'), { 'content-type': 'text/plain' }),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  for (const path of ['/chunked', '/untyped', '/octets', '/text.html']) {
    assert.deepEqual((await fetch(origin.url(path))).bytes, clip, path)
  }
  for (const path of ['/gif', '/webm']) assert.ok((await fetch(origin.url(path))).bytes.length > 5)
})

test('an extension does not make a file a video either', async (t) => {
  const origin = await startOrigin(t, {
    '/text.mp4': answer('just words', { 'content-type': 'text/plain' }),
    '/picture.mp4': answer(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), { 'content-type': 'image/png' }),
    '/json.mp4': answer('{"error":1}', { 'content-type': 'application/json' }),
    '/empty.mp4': answer('', { 'content-type': 'video/mp4' }),
    '/xml.mp4': answer('<?xml version="1.0"?><Error/>', { 'content-type': 'video/mp4' }),
    '/list.mp4': answer('#EXTM3U\nhttp://127.0.0.1/', { 'content-type': 'video/mp4' }),
    '/dash.mp4': answer('<?xml?><MPD/>', { 'content-type': 'application/dash+xml' }),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  for (const path of ['/text.mp4', '/picture.mp4', '/json.mp4', '/empty.mp4', '/xml.mp4', '/missing.mp4']) {
    await assert.rejects(fetch(origin.url(path)), appError('source_not_found'), path)
  }
  for (const path of ['/list.mp4', '/dash.mp4']) {
    await assert.rejects(
      fetch(origin.url(path)),
      appError('source_unsupported', { message: /playlist/ }),
      path,
    )
  }
})

test('a file over the limit is refused by its declared length, or cut off without one', async (t) => {
  const origin = await startOrigin(t, {
    '/huge.mp4': (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'video/mp4', 'content-length': 10 ** 12 })
        .write(mp4Bytes(sniffBytes))
    },
    '/endless.mp4': endless,
    '/fits.mp4': video(clip),
    '/over.mp4': video(mp4Bytes(300_001)),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair], maxBytes: clip.length })
  for (const path of ['/huge.mp4', '/endless.mp4', '/over.mp4']) {
    await assert.rejects(fetch(origin.url(path)), appError('source_too_large'), path)
  }
  assert.equal((await fetch(origin.url('/fits.mp4'))).bytes.length, clip.length)
})

test('disk space is reserved before a file is written: for all of it if its length is declared, else as it arrives', async (t) => {
  const large = mp4Bytes(10 * 2 ** 20)
  const origin = await startOrigin(t, {
    '/declared': video(large),
    '/chunked': (_request, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(large),
  })
  const { fetcher, folder, abort } = await startFetching(t, {
    allowedHosts: [origin.pair],
    maxBytes: 20 * 2 ** 20,
  })
  const reservedFor = async (path: string, mostBytes: number) => {
    const calls: number[] = []
    const reserve = async (bytes: number) => {
      const written = await stat(join(folder, 'source')).then(
        ({ size }) => size,
        () => 0,
      )
      const reserved = calls.reduce((sum, call) => sum + call, 0)
      assert.ok(written <= reserved, `${written} of ${reserved} bytes`)
      if (reserved + bytes > mostBytes) throw noSpace()
      calls.push(bytes)
    }
    const options = { signal: abort.signal, onProgress: () => {}, reserve }
    await fetcher.fetch(origin.url(path), folder, options).finally(() => rm(join(folder, 'source')))
    return calls
  }
  const [declared, ...more] = await reservedFor('/declared', Infinity)
  assert.ok(declared !== undefined && declared >= large.length && more.length === 0)
  assert.ok((await reservedFor('/chunked', Infinity)).length > 1)
  for (const path of ['/declared', '/chunked'])
    await assert.rejects(reservedFor(path, 5 * 2 ** 20), { code: 'unavailable', reason: 'no_space' })
})

test('a compressed answer is refused, whatever its content', async (t) => {
  const origin = await startOrigin(t, {
    '/a.mp4': video(gzipSync(clip), { 'content-encoding': 'gzip' }),
    '/page': answer(gzipSync('<video src=a.mp4>'), { 'content-type': 'text/html', 'content-encoding': 'br' }),
    '/plain.mp4': video(clip, { 'content-encoding': 'identity' }),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  await assert.rejects(fetch(origin.url('/a.mp4')), appError('source_unsupported', { message: /compressed/ }))
  await assert.rejects(fetch(origin.url('/page')), appError('source_unsupported', { message: /compressed/ }))
  await fetch(origin.url('/plain.mp4'))
})

test('a broken transfer resumes where it stopped', async (t) => {
  const origin = await startOrigin(t, {
    '/a.mp4': breaking(clip, { breakAfter: 230_000, version: () => '"v1"' }),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  assert.deepEqual((await fetch(origin.url('/a.mp4'))).bytes, clip)
  const ranges = origin.requests.map(({ headers }) => headers.range)
  assert.ok(ranges.length >= 2)
  assert.equal(ranges[0], undefined)
  assert.match(ranges[1] ?? '', /^bytes=\d+-$/)
})

test('a file that changed since the break is fetched again, never joined from two versions', async (t) => {
  const versions = ['"v1"', '"v2"']
  let calls = 0
  const old = mp4Bytes(400_000).fill(1, 100)
  const origin = await startOrigin(t, {
    '/a.mp4': (request, response) => {
      calls += 1
      const version = () => versions[Math.min(calls, 2) - 1] ?? ''
      if (calls === 1) breaking(old, { breakAfter: 390_000, version })(request, response)
      else breaking(clip, { breakAfter: Infinity, version })(request, response)
    },
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  assert.deepEqual((await fetch(origin.url('/a.mp4'))).bytes, clip)
})

test('a transfer that keeps breaking, or cannot resume, is a transient fault', async (t) => {
  const origin = await startOrigin(t, {
    '/often.mp4': breaking(clip, { breakAfter: 10_000, version: () => '"v1"' }),
    '/weak.mp4': breaking(clip, { breakAfter: 10_000, version: () => 'W/"v1"' }),
    '/plain.mp4': breaking(clip, { breakAfter: 10_000 }),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  for (const [path, requests] of Object.entries({ '/often.mp4': 4, '/weak.mp4': 1, '/plain.mp4': 1 })) {
    await assert.rejects(fetch(origin.url(path)), appError('source_unreachable', { retry: true }), path)
    assert.equal(origin.requests.filter((request) => request.path === path).length, requests, path)
  }
})

test('the status of the answer decides the message and the retry', async (t) => {
  const statuses = [404, 410, 401, 403, 400, 416, 204, 206, 304, 408, 429, 500, 503]
  const routes = statuses.map((status) => [
    `/${status}`,
    answer(status === 204 || status === 304 ? '' : 'x', {}, status),
  ])
  const origin = await startOrigin(t, Object.fromEntries(routes))
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  for (const status of statuses) {
    const code = status === 404 || status === 410 ? 'source_not_found' : 'source_unreachable'
    const retry = status === 408 || status === 429 || status >= 500
    await assert.rejects(fetch(origin.url(`/${status}`)), appError(code, { retry }), String(status))
  }
})

test('a server that does not speak HTTP, or sends endless headers, is unreachable', async (t) => {
  const origin = await startOrigin(t, {
    '/noise': (_request, response) => response.socket?.end('220 mail.example.com ESMTP\r\n'),
    '/headers': (_request, response) =>
      response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(64 * 1024)}\r\n\r\n`),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  for (const path of ['/noise', '/headers']) {
    await assert.rejects(fetch(origin.url(path)), appError('source_unreachable', { message: /HTTP/ }), path)
  }
})

test('a page leads to the video that it names, with the title of the page', async (t) => {
  const origin = await startOrigin(t, {
    '/watch': redirect('/real/watch.html'),
    '/real/watch.html': page(
      '<title>Frogs &amp; toads</title><video><source src="../clip?id=1&amp;b=2"></video>',
    ),
    '/clip': video(clip),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  const { bytes, title } = await fetch(origin.url('/watch'))
  assert.deepEqual(bytes, clip)
  assert.equal(title, 'Frogs & toads')
  assert.equal(origin.requests.at(-1)?.path, '/clip?id=1&b=2')
})

test('a candidate that is a page, is missing or is private is skipped for the next', async (t) => {
  const canary = await startOrigin(t, { '/a.mp4': video(clip) })
  const origin = await startOrigin(t, {
    '/': page(`<meta property="og:video" content="/player"><meta property="og:video" content="/missing.mp4">
      <meta property="og:video" content="${canary.url('/a.mp4').href}"><video src="/good.mp4"></video>`),
    '/player': page('<video src="/deeper.mp4"></video>'),
    '/deeper.mp4': video(clip),
    '/good.mp4': video(clip),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  assert.deepEqual((await fetch(origin.url('/'))).bytes, clip)
  assert.deepEqual(
    origin.requests.map(({ path }) => path),
    ['/', '/player', '/missing.mp4', '/good.mp4'],
  )
  assert.equal(canary.requests.length, 0)
})

test('a page whose only video is private is refused, and one without a video has none', async (t) => {
  const canary = await startOrigin(t, { '/a.mp4': video(clip) })
  const origin = await startOrigin(t, {
    '/private': page(`<video src="${canary.url('/a.mp4').href}">`),
    '/hidden': page('<video src="/hop">'),
    '/hop': redirect(canary.url('/a.mp4').href),
    '/none': page('<!doctype html><p>words'),
    '/busy': page('<video src="/503"><source src="/404"></video>'),
    '/503': answer('', {}, 503),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  await assert.rejects(fetch(origin.url('/private')), appError('source_refused'))
  await assert.rejects(fetch(origin.url('/hidden')), appError('source_refused'))
  await assert.rejects(fetch(origin.url('/none')), appError('source_not_found'))
  await assert.rejects(fetch(origin.url('/busy')), appError('source_unreachable', { retry: true }))
  assert.equal(canary.requests.length, 0)
})

test('an endless page is read to 2 MiB, and its charset is used', async (t) => {
  const head = Buffer.from(
    '<meta charset="windows-1251"><title>\xca\xee\xf2</title><video src="/a.mp4"></video>',
    'latin1',
  )
  const origin = await startOrigin(t, {
    '/page': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(head)
      const pump = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
      }
      response.on('drain', pump)
      pump()
    },
    '/a.mp4': video(clip),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  assert.equal((await fetch(origin.url('/page'))).title, 'Кот')
})

const realClip = new URL('../../../shared/media/frog.mp4', import.meta.url)
test(
  'a real clip arrives completely',
  { skip: existsSync(realClip) ? false : 'the real clips are missing' },
  async (t) => {
    const real = await readFile(realClip)
    const origin = await startOrigin(t, {
      '/frog.mp4': breaking(real, { breakAfter: 600_000, version: () => '"f"' }),
    })
    const { fetch } = await startFetching(t, { allowedHosts: [origin.pair], maxBytes: real.length })
    assert.deepEqual((await fetch(origin.url('/frog.mp4'))).bytes, real)
  },
)

/** A GIF of the given number of frames, drawn by libvips. */
function gifOf(frames: number): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: 8 * 8 * frames * 3 }, (_, index) => (index * 7) % 256))
  const raw = { width: 8, height: 8 * frames, channels: 3 as const, pageHeight: 8 }
  return sharp(pixels, { raw })
    .gif({ delay: Array.from({ length: frames }, () => 100) })
    .toBuffer()
}

test('a page whose only animation is its preview GIF gives that GIF, and no still picture', async (t) => {
  const [moving, still] = await Promise.all([gifOf(2), gifOf(1)])
  const preview = (path: string, more = '') =>
    page(`<title>A cat</title>${more}<meta property="og:image" content="${path}">`)
  const asGif = (bytes: Buffer) => answer(bytes, { 'content-type': 'image/gif' })
  const origin = await startOrigin(t, {
    '/cat': preview('/cat.gif'),
    '/cat.gif': asGif(moving),
    '/untyped': preview('/media?id=1'),
    '/media': asGif(moving),
    '/gone-video': preview('/cat.gif', '<video src="/missing.mp4"></video>'),
    '/video': preview('/cat.gif', '<video src="/a.mp4"></video>'),
    '/a.mp4': video(clip),
    '/logo': preview('/logo.gif'),
    '/logo.gif': asGif(still),
    '/photo': preview('/picture?id=1'),
    '/picture': answer(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), { 'content-type': 'image/jpeg' }),
    '/no-picture': preview('/missing.gif'),
    '/busy-video': preview('/cat.gif', '<video src="/503"></video>'),
    '/503': (_request, response) => response.writeHead(503).end(),
  })
  const { fetch, folder } = await startFetching(t, { allowedHosts: [origin.pair] })
  for (const path of ['/cat', '/untyped', '/gone-video']) {
    const { bytes, title } = await fetch(origin.url(path))
    assert.deepEqual([path, title], [path, 'A cat'])
    assert.deepEqual(bytes, moving)
  }
  assert.deepEqual((await fetch(origin.url('/video'))).bytes, clip)
  for (const path of ['/logo', '/photo', '/no-picture']) {
    await assert.rejects(
      fetch(origin.url(path)),
      appError('source_not_found', { message: /No video found/ }),
      path,
    )
    assert.equal(existsSync(join(folder, 'source')), false)
  }
  await assert.rejects(fetch(origin.url('/busy-video')), appError('source_unreachable', { retry: true }))
})
