import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import type { DerivePlan } from '#src/media/media-engine.ts'
import { type RenditionName, renditionMs, renditions } from '#src/media/rendition.ts'
import { missingRenditions } from '#src/media/resolve-rendition.ts'
import { isFullRun } from '../support/full-run.ts'
import { makeAnimation } from '../support/media/animations.ts'
import { type Decoded, decode, gifLoops } from '../support/media/decoded.ts'
import { picture, screen, trailer } from '../support/media/gif-blocks.ts'
import { gifCases } from '../support/media/gif-cases.ts'
import { visible } from '../support/media/gif-playback.ts'
import { makeFolder, render, startPool } from '../support/rendering/rendering.ts'

const run = promisify(execFile)

const pool = startPool({ after })
const delaysMs = [100, 30, 30, 1500, 50, 70, 700]
const durationMs = 2480

/** The start time of each frame of a video, and the end, in milliseconds. */
async function videoTimes(path: string): Promise<{ startsMs: number[]; endMs: number }> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-show_entries', 'packet=pts_time:format=duration', '-of', 'json', path],
  ])
  const { packets, format } = JSON.parse(stdout) as {
    packets: { pts_time: string }[]
    format: { duration: string }
  }
  const toMs = (seconds: string) => Math.round(Number(seconds) * 1000)
  return {
    startsMs: packets.map((packet) => toMs(packet.pts_time)).toSorted((one, other) => one - other),
    endMs: toMs(format.duration),
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const shown = ({ frames }: Decoded) => frames.map(visible)

test('a GIF is kept frame by frame, and everything made from it has its frames and times', async (t) => {
  const input = await makeAnimation(await makeFolder(t), 'gif', { delaysMs, width: 321, height: 240 })
  const made = await render(t, pool, { kind: 'keep', input })
  assert.deepEqual([made.frames, made.durationMs, made.hasAlpha], [7, durationMs, false])
  assert.deepEqual(made.kept, { loops: 0, isOriginal: true })
  const source = await decode(input)
  const gif = await decode(made.files.gif.path)
  assert.deepEqual([gif.delaysMs, shown(gif)], [source.delaysMs, shown(source)])
  const startsMs = delaysMs.map((_, frame) => sum(delaysMs.slice(0, frame)))
  assert.deepEqual(await videoTimes(made.files.mp4.path), { startsMs, endMs: durationMs })
  assert.deepEqual((await decode(made.files.webp.path)).delaysMs, delaysMs)
  assert.ok(made.files.gif220w)
  assert.deepEqual((await decode(made.files.gif220w.path)).delaysMs, delaysMs)
  assert.equal(await gifLoops(made.files.gif220w.path), 0)

  const usual = new Set<RenditionName>(['gif100w', 'webp200w', 'webm', 'mp4100w', 'gif200h6'])
  const names = missingRenditions({ ...made, renditions: made.files }).filter(
    (name) => isFullRun || usual.has(name),
  )
  const { width, height, frames, hasAlpha } = made
  const plan: DerivePlan = {
    kind: 'derive',
    from: { kind: 'source', plan: { kind: 'keep', input: made.files.gif.path } },
    gif: { width, height, frames, durationMs, hasAlpha },
    loops: 5,
    renditions: [
      ...names,
      'gifPreview',
      'mp4Preview',
      ...(isFullRun ? (['webpPreview', 'mp4200kb'] as const) : []),
    ],
  }
  const options = { signal: AbortSignal.timeout(120_000), onProgress: () => {} }
  const files = await pool.derive(plan, await makeFolder(t), options)
  for (const [name, file] of Object.entries(files) as [RenditionName, { path: string }][]) {
    const { codec, frames: which } = renditions[name]
    if (which === 'first') continue
    const shownMs = renditionMs(name, made)
    if (codec === 'h264' || codec === 'vp9') {
      const times = await videoTimes(file.path)
      assert.ok(
        Math.abs(times.endMs - shownMs) <= (renditions[name].maxBytes === null ? 1 : 100),
        `${name} ends at ${times.endMs} ms`,
      )
      if (renditions[name].maxBytes === null) assert.deepEqual(times.startsMs, startsMs, name)
      continue
    }
    const decoded = await decode(file.path)
    const tolerance = renditions[name].maxBytes === null ? 0 : 100
    assert.ok(
      Math.abs(sum(decoded.delaysMs) - shownMs) <= tolerance,
      `${name} lasts ${sum(decoded.delaysMs)} ms`,
    )
    if (renditions[name].maxBytes === null && which === 'all')
      assert.deepEqual(decoded.delaysMs, delaysMs, name)
    if (codec === 'gif') assert.equal(await gifLoops(file.path), 0, 'as often as the kept GIF')
  }
})

test('delays of 0 stay in the GIF, and its derived files show them like browsers', async (t) => {
  const folder = await makeFolder(t)
  const input = await makeAnimation(folder, 'gif', { delaysMs: [0, 0, 200], hasAlpha: true })
  const made = await render(t, pool, { kind: 'keep', input })
  assert.deepEqual([made.durationMs, made.hasAlpha], [400, true])
  assert.deepEqual((await decode(made.files.webp.path)).delaysMs, [100, 100, 200])
  const [source, kept] = [await readFile(input), await readFile(made.files.gif.path)]
  const delayAt = (bytes: Buffer) => bytes.readUInt16LE(bytes.indexOf(Buffer.from([0x21, 0xf9, 4])) + 4)
  assert.deepEqual([delayAt(kept), kept.length <= source.length * 1.01], [0, true])
})

test('a file beyond a limit of kept files is refused with the limit, and the message offers a remake', async (t) => {
  const folder = await makeFolder(t)
  const input = await makeAnimation(folder, 'gif', { delaysMs: [1000, 1500] })
  const refused = (message: RegExp) => ({ code: 'keep_refused', field: 'keep', message })
  const pool = startPool(t, { maxClipSeconds: 2, maxMegapixels: 20 })
  await assert.rejects(
    render(t, pool, { kind: 'keep', input }),
    refused(/lasts 2\.5 seconds.* 2\. It can be remade/),
  )
  const wide = join(folder, 'wide.gif')
  await writeFile(wide, ofSize(4200, 4000))
  await assert.rejects(
    render(t, pool, { kind: 'keep', input: wide }),
    refused(/4200 x 4000 pixels.* 16\.7 million\. It can be remade/),
  )
  const few = startPool(t, { maxAnimationFrames: 3 })
  for (const type of ['gif', 'apng'] as const) {
    const make = async (frames: number) =>
      render(t, few, {
        kind: 'keep',
        input: await makeAnimation(await makeFolder(t), type, { delaysMs: Array<number>(frames).fill(100) }),
      })
    assert.equal((await make(3)).frames, 3, type)
    await assert.rejects(make(4), refused(/more than 3 frames/), type)
  }
})

/** A GIF of two frames that declares the given number of pixels. */
const ofSize = (width: number, height: number) =>
  Buffer.from([...screen({ width, height }), ...picture(), ...picture(), ...trailer])

test('a GIF that is too large to be remade is refused immediately, as without keep, and no remake is offered', async (t) => {
  const input = join(await makeFolder(t), 'huge.gif')
  await writeFile(input, ofSize(20_000, 20_000))
  const refused = {
    code: 'media_too_large',
    message: 'The video has more pixels in a frame than this service accepts.',
  }
  await assert.rejects(render(t, pool, { kind: 'keep', input }), refused)
})

test('a GIF that browsers show is kept, even if parts are outside the screen or missing', async (t) => {
  const folder = await makeFolder(t)
  const names = [
    ...[
      'a frame partly outside to the right',
      'a frame completely outside',
      'a first frame larger than the screen',
    ],
    ...['a screen of 0 by 0', 'no palette', 'a second frame that is cut off', 'a least code size of 10'],
  ]
  for (const name of names) {
    const input = join(folder, 'source.gif')
    await writeFile(input, gifCases[name] ?? Buffer.of())
    const made = await render(t, pool, { kind: 'keep', input })
    const decoded = await decode(made.files.gif.path)
    assert.deepEqual([decoded.width, decoded.height], [4, 4], name)
    assert.equal(decoded.delaysMs.length, made.frames, name)
  }
})

test('a GIF without displayable content is reported as damaged, and no remake is offered', async (t) => {
  const input = join(await makeFolder(t), 'damaged.gif')
  await writeFile(input, gifCases['a first frame that is cut off'] ?? Buffer.of())
  const broken = { code: 'media_broken', message: 'The GIF is damaged: it ends within its first frame.' }
  await assert.rejects(render(t, pool, { kind: 'keep', input }), broken)
})

/** The animated PNG with these delays: a fraction of seconds whose denominator of 0 means 100. */
function withDelays(png: Buffer, numerator: number, denominator: number): Buffer {
  const bytes = Buffer.from(png)
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) !== 'fcTL') continue
    bytes.writeUInt16BE(numerator, at + 28)
    bytes.writeUInt16BE(denominator, at + 30)
    bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, at + 34)), at + 34)
  }
  return bytes
}

test('a WebP, a PNG and a silent video are kept frame by frame; one with sound is refused', async (t) => {
  const folder = await makeFolder(t)
  const uneven = [100, 30, 700]
  const webp = await makeAnimation(folder, 'webp', { delaysMs: uneven, hasAlpha: true, plays: 3 })
  const kept = await render(t, pool, { kind: 'keep', input: webp })
  assert.deepEqual([kept.frames, kept.durationMs, kept.kept], [3, 830, { loops: 3, isOriginal: false }])
  assert.equal(await gifLoops(kept.files.gif.path), 2)
  const [source, rewritten, gif] = [webp, kept.files.webp.path, kept.files.gif.path].map(decode)
  assert.deepEqual([(await gif)?.delaysMs, (await rewritten)?.delaysMs], [uneven, uneven])
  assert.deepEqual(shown((await rewritten)!), shown((await source)!))
  const png = await makeAnimation(folder, 'apng', { delaysMs: [80, 80, 80, 80] })
  for (const [isPlain, ms] of [
    [true, 80],
    [false, 250],
  ] as const) {
    if (!isPlain) await writeFile(png, withDelays(await readFile(png), 25, 0))
    const fromPng = await render(t, pool, { kind: 'keep', input: png })
    assert.deepEqual([fromPng.frames, fromPng.durationMs], [4, 4 * ms])
    assert.deepEqual((await decode(fromPng.files.gif.path)).delaysMs, [ms, ms, ms, ms])
  }
  for (const sound of [false, true]) {
    const video = `${folder}/${sound ? 'loud' : 'silent'}.mp4`
    await run('ffmpeg', [
      ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=25:duration=0.4'],
      ...(sound ? ['-f', 'lavfi', '-i', 'sine=duration=0.4'] : []),
      ...['-pix_fmt', 'yuv420p', video],
    ])
    const made = render(t, pool, { kind: 'keep', input: video })
    if (sound) await assert.rejects(made, { code: 'keep_refused', message: /it has sound/ })
    else assert.deepEqual([(await made).frames, (await made).durationMs], [10, 400])
  }
})
