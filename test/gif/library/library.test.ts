import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../support/browser/browser.ts'
import { decode, decodeByVips } from '../../support/media/decoded.ts'
import { psnr } from '../../support/media/damage.ts'
import { shareInFile } from '../../support/shared.ts'
import { installPackedEncoder } from './packed-encoder.ts'

import { presetNames as presets } from '#src/gif/encode/encoder-settings.ts'

const exec = promisify(execFile)
const project = shareInFile(installPackedEncoder)

/** Opens a page with bundled scripts, of which app.js is run. */
async function openBundle(page: Page, files: ReadonlyMap<string, string>): Promise<void> {
  await page.route('http://127.0.0.1:9/**', (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    const script = files.get(name)
    if (script !== undefined) return route.fulfill({ contentType: 'text/javascript', body: script })
    return route.fulfill({
      contentType: 'text/html',
      body: '<body><script type="module" src="app.js"></script>',
    })
  })
  await page.goto('http://127.0.0.1:9/page.html')
}

/** The bytes of an expression of a page. */
async function bytesIn(page: Page, expression: string): Promise<Buffer> {
  return Buffer.from(await page.evaluate(`${expression}.then((bytes) => [...new Uint8Array(bytes)])`))
}

test('the packed library is small, has no dependencies, and names its types', async () => {
  const { folder, archive } = project()
  const manifest = JSON.parse(
    await readFile(join(folder, 'node_modules/gifwright-encoder/package.json'), 'utf8'),
  ) as Record<string, unknown>
  assert.equal(manifest.dependencies, undefined)
  assert.equal(manifest.license, 'MIT')
  const scripts = archive.files.filter(({ path }) => path.endsWith('.js'))
  const bytes = scripts.reduce((sum, { size }) => sum + size, 0)
  assert.deepEqual(scripts.map(({ path }) => path).toSorted(), ['encoder.js', 'index.js', 'worker.js'])
  assert.ok(bytes < 64_000, `${bytes} bytes of JavaScript`)
  assert.ok(archive.size < 36_000, `${archive.size} bytes packed`)
})

test('the first example of the README writes a file of raw frames as a GIF', async () => {
  const { folder, examples, run } = project()
  const filter = 'testsrc2=s=320x180:r=15:d=1'
  const raw = join(folder, 'frames.rgba')
  await exec('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    filter,
    '-pix_fmt',
    'rgba',
    '-f',
    'rawvideo',
    raw,
  ])
  await run('first.js', examples[0] ?? '')
  const { width, height, frames, delaysMs } = await decode(join(folder, 'clip.gif'))
  assert.deepEqual([width, height], [320, 180])
  assert.equal(
    delaysMs.reduce((sum, ms) => sum + ms, 0),
    1000,
  )
  const source = await readFile(raw)
  assert.ok(psnr(frames[0] ?? Buffer.of(), source.subarray(0, 320 * 180 * 4)) > 30)
})

test('the second example of the README makes a GIF of a canvas in a worker of the browser', async (t) => {
  const { examples, bundle } = project()
  const page = await (await openBrowser(t)).newPage()
  await openBundle(page, await bundle('second.js', examples[1] ?? ''))
  await page.waitForSelector('img')
  const gif = await bytesIn(page, 'fetch(document.querySelector("img").src).then((got) => got.arrayBuffer())')
  const { width, height, frames, delaysMs } = await decodeByVips(gif)
  assert.deepEqual([width, height, frames.length], [320, 180, 36])
  assert.ok(delaysMs.every((ms) => ms === 40))
  // A white box on a color, which has moved to the right.
  const at = (frame: number, x: number) => [
    ...(frames[frame]?.subarray((90 * 320 + x) * 4).subarray(0, 3) ?? []),
  ]
  assert.deepEqual(
    [at(0, 30), at(9, 110)],
    [
      [255, 255, 255],
      [255, 255, 255],
    ],
  )
  assert.ok(at(0, 110).some((level) => level < 100))
})

test('the third example of the README keeps its limit, in Node and in a browser alike', async (t) => {
  const { folder, examples, run, bundle } = project()
  const example = examples[2] ?? ''
  await writeFile(join(folder, 'third.js'), example)
  await run(
    'third-in-node.js',
    `import { gif } from './third.js'
    import { writeFile } from 'node:fs/promises'
    await writeFile('third.gif', gif)`,
  )
  const gif = await readFile(join(folder, 'third.gif'))
  assert.ok(gif.length <= 250_000 && gif.length > 125_000, `${gif.length} bytes`)
  const { width, delaysMs } = await decodeByVips(gif)
  assert.ok(width <= 240)
  assert.equal(
    delaysMs.reduce((sum, ms) => sum + ms, 0),
    29 * 50 + 1000,
  )

  const page = await (await openBrowser(t)).newPage()
  await openBundle(
    page,
    await bundle(
      'third-in-browser.js',
      `import { gif } from './third.js'
    globalThis.made = gif`,
    ),
  )
  await page.waitForFunction('globalThis.made')
  assert.ok((await bytesIn(page, 'Promise.resolve(made)')).equals(gif))
})

test('the worker gives the same bytes, takes frames as it needs them, and lets the process end', async () => {
  const { run } = project()
  const said = await run(
    'worker.js',
    `import { encodeGif, EncoderWorker, GifWriter, streamGif } from 'gifwright-encoder'
    const options = { width: 64, height: 48, preset: 'small', loops: 3 }
    const draw = (seed) => Uint8Array.from({ length: 64 * 48 * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * seed) >> 3))
    const all = Array.from({ length: 40 }, (_, frame) => ({ data: draw(frame + 3), durationMs: 30 + frame }))
    const bytesOf = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer())
    const parts = []
    const writer = new GifWriter(options, (bytes) => parts.push(...bytes))
    for (const frame of all) writer.add(frame)
    writer.finish()
    const worker = new EncoderWorker()
    let taken = 0
    let isDrawing = true
    async function* counted() {
      for (const { data, durationMs } of all) {
        taken += 1
        yield { data: data.slice(), durationMs }
      }
    }
    const slow = worker.streamGif(counted(), { ...options, transfer: true }).getReader()
    const first = (await slow.read()).value
    const takenAtFirst = taken
    // The worker does what it is asked in order: it has come past all that waits for it.
    const whole = await encodeGif(all, options)
    const same = (bytes) => Buffer.from(bytes).equals(Buffer.from(whole))
    const between = await worker.encodeGif(all, options)
    const takenLater = taken
    const rest = []
    for (;;) {
      const { done, value } = await slow.read()
      if (done) break
      rest.push(...value)
    }
    // Several at a time; the frames are copied, so they can be used again.
    const [one, two] = await Promise.all([
      worker.encodeGif(all, options),
      bytesOf(worker.streamGif(all.map(({ data, durationMs }) => ({ data: Buffer.from(data), durationMs })), options)),
    ])
    console.log(JSON.stringify({
      writer: same(parts),
      stream: same(await bytesOf(streamGif(all, options))),
      transferred: same([...first, ...rest]),
      copied: same(between) && same(one) && same(two) && all[0].data.length > 0,
      isHeldBack: takenLater < all.length && takenLater - takenAtFirst <= 20,
      limited: (await worker.encodeGif(all, { ...options, maxBytes: 30_000, mayShrink: true })).length <= 30_000,
    }))`,
  )
  assert.deepEqual(JSON.parse(said), {
    writer: true,
    stream: true,
    transferred: true,
    copied: true,
    isHeldBack: true,
    limited: true,
  })
})

test('bad options, bad frames and a lost worker end in one sentence that names the cause', async () => {
  const { run } = project()
  const said = await run(
    'errors.js',
    `import { encodeGif, EncoderWorker, GifWriter, streamGif } from 'gifwright-encoder'
    const size = { width: 4, height: 2 }
    const frame = new Uint8Array(32)
    const noise = Array.from({ length: 12 }, (_, seed) =>
      Uint8Array.from({ length: 64 * 64 * 4 }, (_, at) => (at % 4 === 3 ? 255 : Math.imul(at + seed, 2654435761) >>> 24)))
    const messages = []
    const attempt = async (work) => {
      try { await work() } catch ({ name, message, smaller }) {
        messages.push(name + ': ' + message + (smaller ? ' ' + Object.keys(smaller).join() : ''))
      }
    }
    await attempt(() => encodeGif([frame], { ...size, width: 0 }))
    await attempt(() => encodeGif([frame], { width: 4 }))
    await attempt(() => encodeGif([frame], { ...size, preset: 'nice' }))
    await attempt(() => encodeGif([frame], { ...size, loops: -1 }))
    await attempt(() => encodeGif([frame], { ...size, maxBytes: 1.5 }))
    await attempt(() => streamGif([frame], { ...size, maxBytes: 1000 }))
    await attempt(() => new GifWriter(size, () => {}).add({ data: frame, width: 2, height: 4 }))
    await attempt(() => encodeGif([frame, new Uint8Array(31)], size))
    await attempt(() => encodeGif([[1, 2]], size))
    await attempt(() => encodeGif([{ data: frame, durationMs: NaN }], size))
    await attempt(() => encodeGif([], size))
    await attempt(() => encodeGif(noise, { width: 64, height: 64, maxBytes: 4000 }))
    await attempt(() => encodeGif(noise, { width: 64, height: 64, maxBytes: 60, mayShrink: true }))
    const worker = new EncoderWorker()
    await attempt(() => worker.encodeGif([frame, 'frame'], size))
    await attempt(() => worker.encodeGif([], size))
    await attempt(() => worker.encodeGif(noise, { width: 64, height: 64, maxBytes: 4000 }))
    const open = attempt(() => worker.encodeGif((async function* () { yield frame; worker.close(); yield frame; yield frame; yield frame })(), size))
    await open
    await attempt(() => worker.encodeGif([frame], size))
    console.log(messages.join('\\n'))`,
  )
  const smaller =
    /^SizeLimitError: The GIF does not fit into 4000 bytes\. It may fit with \d+ x \d+ pixels( and one of \d+ frames)?: scale the frames, or set mayShrink\. width,height,keepEvery$/
  const lines = said.trim().split('\n')
  assert.match(lines[11] ?? '', smaller)
  assert.match(lines[12] ?? '', /^SizeLimitError: The GIF does not fit into 60 bytes: even of /)
  assert.match(lines[15] ?? '', smaller)
  assert.deepEqual(
    lines.filter((line) => !line.startsWith('SizeLimitError')),
    [
      'RangeError: width must be a whole number from 1 to 65535, not 0.',
      'RangeError: height must be a whole number from 1 to 65535, not undefined.',
      'TypeError: preset must be one of PRESETS, not nice.'.replace('PRESETS', presets.join(', ')),
      'RangeError: loops must be a whole number from 0 to 65535, not -1.',
      `RangeError: maxBytes must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}, not 1.5.`,
      'TypeError: maxBytes needs all frames before the first byte is written: use encodeGif.',
      'RangeError: Frame 1 must be 4 x 2 pixels, not 2 x 4.',
      'RangeError: Frame 2 must have 4 x 2 x 4 = 32 bytes, not 31.',
      'TypeError: Frame 1 must be RGBA bytes, or an object with them as data.',
      'RangeError: durationMs of frame 1 must be from 0 to 655350 milliseconds, not NaN.',
      'Error: a GIF has at least one frame',
      'TypeError: Frame 2 must be RGBA bytes, or an object with them as data.',
      'Error: a GIF has at least one frame',
      'Error: The worker of the encoder was closed.',
      'Error: The worker of the encoder was closed.',
    ],
  )
})

test('without WebAssembly SIMD the library and its worker name the requirement', async () => {
  const { folder, run } = project()
  await writeFile(
    join(folder, 'old-worker.js'),
    `WebAssembly.validate = () => false
    await import('gifwright-encoder/worker')`,
  )
  const said = await run(
    'old-engine.js',
    `import { Worker } from 'node:worker_threads'
    import { encodeGif, EncoderWorker, MissingSimdError } from 'gifwright-encoder'
    WebAssembly.validate = () => false
    const worker = new EncoderWorker({ worker: new Worker(new URL('old-worker.js', import.meta.url)) })
    for (const encode of [encodeGif, (...args) => worker.encodeGif(...args)])
      await encode([new Uint8Array(16)], { width: 2, height: 2 }).catch((error) =>
        console.log(error instanceof MissingSimdError, error.message))`,
  )
  const line =
    'true GIFs are made with WebAssembly SIMD, which is missing here. Use Chrome or Edge 91, Firefox 89, Safari 16.4 or Node.js 16.4, or a later version.\n'
  assert.equal(said, line.repeat(2))
})

test('the types of the library are strict, and need no types of Node', async () => {
  const { folder } = project()
  await writeFile(
    join(folder, 'types.ts'),
    `import { encodeGif, EncoderWorker, type GifFrame, GifWriter, presetNames, SizeLimitError, streamGif } from 'gifwright-encoder'
    const frames: GifFrame[] = [new Uint8Array(4), new ImageData(1, 1), { data: new Uint8ClampedArray(4), durationMs: 20 }]
    const gif: Uint8Array<ArrayBuffer> = await encodeGif(frames, { width: 1, height: 1, preset: presetNames[0]!, maxBytes: 9 })
    const file = new Blob([gif])
    const stream: ReadableStream<Uint8Array> = streamGif(frames, { width: 1, height: 1, loops: 0, frameMs: 20 })
    const worker = new EncoderWorker({ worker: new Worker('worker.js', { type: 'module' }) })
    await worker.encodeGif(frames, { width: 1, height: 1, transfer: true, mayShrink: true })
    new GifWriter({ width: 1, height: 1 }, (bytes: Uint8Array) => console.log(bytes, file, stream)).add(frames[0]!)
    const side: number | undefined = new SizeLimitError('').smaller?.width
    // @ts-expect-error height is missing
    await encodeGif(frames, { width: side ?? 1 })
    // @ts-expect-error there is no such preset
    await encodeGif(frames, { width: 1, height: 1, preset: 'nice' })
    // @ts-expect-error a stream has no limit
    streamGif(frames, { width: 1, height: 1, maxBytes: 9 })
    // @ts-expect-error an array of numbers is no frame
    await encodeGif([[1, 2, 3, 4]], { width: 1, height: 1 })
    export {}`,
  )
  const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022']
  const types = ['--lib', 'es2022,dom', '--types', '', '--strict', '--exactOptionalPropertyTypes', '--noEmit']
  const { stdout } = await exec(
    process.execPath,
    [compiler, '--ignoreConfig', ...modules, ...types, 'types.ts'],
    {
      cwd: folder,
    },
  ).catch((error: { stdout: string }) => error)
  assert.equal(stdout, '')
})
