import assert from 'node:assert/strict'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before, describe } from 'node:test'
import { make } from '#src/app/make/make.ts'
import { type ClipOptions, defaultClipOptions } from '#src/options/clip-options.ts'
import type { GifOptions } from '#src/options/gif-options.ts'
import type { RenderPlan } from '#src/media/media-engine.ts'
import { decode } from '../support/media/decoded.ts'
import { ensureFixtures, ffmpegOnce } from '../support/media/fixtures.ts'
import { isFullRun } from '../support/full-run.ts'
import { restoreTools } from '../support/rendering/make-in-process.ts'
import { makeFolder, picturesPlan, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

type Case = {
  gif?: Partial<GifOptions>
  clip?: Partial<ClipOptions>
  startSeconds?: number
  endSeconds?: number
  watermarkText?: string
}

/** The GIF of a plan as made by `make`, without the limits of the service. */
async function madeByCommand(plan: RenderPlan, path: string) {
  const file = await open(path, 'w')
  const isVideo = plan.kind === 'video'
  try {
    return await make(
      {
        inputs: isVideo ? [plan.input] : plan.inputs,
        startSeconds: isVideo ? plan.startSeconds : null,
        endSeconds: isVideo && plan.endSeconds < 60 ? plan.endSeconds : null,
        clip: isVideo ? plan.clip : { ...defaultClipOptions, width: plan.width },
        height: isVideo ? null : plan.height,
        delayMs: isVideo ? null : plan.delayMs,
        gif: plan.gif,
        watermarkText: plan.watermarkText,
        keep: false,
        frames: null,
        append: [],
        chosen: { preset: true, loops: true },
        format: 'gif',
      },
      {
        descriptor: file.fd,
        signal: new AbortController().signal,
        findsFlashes: false,
        onFetched: () => {},
        onRead: () => {},
        onFrames: () => {},
        notify: () => {},
      },
    )
  } finally {
    await file.close()
  }
}

describe('the service and `make` make the same GIF', () => {
  let fixtures = ''
  const pool = startPool({ after })
  after(restoreTools)
  before(async () => {
    fixtures = await ensureFixtures()
  })

  /** Two seconds of moving pictures. */
  function drawn(rate: string): Promise<string> {
    const source = ['-f', 'lavfi', '-i', `testsrc2=size=160x90:rate=${rate}:duration=2`]
    return ffmpegOnce([...source, '-pix_fmt', 'yuv420p', '-g', '20'], 'mp4')
  }

  async function compare(t: test.TestContext, plan: RenderPlan): Promise<{ frames: number; path: string }> {
    const rendered = await render(t, pool, plan)
    const path = join(await makeFolder(t), 'made.gif')
    const made = await madeByCommand(plan, path)
    const { width, height, frames, loop } = rendered
    assert.deepEqual([made.width, made.height, made.frames, made.loop], [width, height, frames, loop])
    const [expected, actual] = await Promise.all([rendered.files.gif.path, path].map(decode))
    assert.deepEqual(actual!.delaysMs, expected!.delaysMs)
    for (const [index, frame] of expected!.frames.entries()) {
      assert.ok(Buffer.from(actual!.frames[index]!).equals(Buffer.from(frame)), `frame ${index} differs`)
    }
    assert.equal((await readFile(path)).length, made.bytes)
    return { frames, path }
  }

  const drawnRates: [name: string, frames: number][] = [
    ['10', 20],
    ['15', 30],
    ['25', 30],
    ['30000/1001', 30],
    ['60', 30],
  ]
  for (const [rate, frames] of isFullRun ? drawnRates : drawnRates.slice(0, 1)) {
    test(`for 2 s of ${rate} fps, with ${frames} frames`, async (t) => {
      assert.equal((await compare(t, videoPlan(await drawn(rate)))).frames, frames)
    })
  }

  const files = [
    ...['numbered-vfr.mkv', 'hdr.mp4', 'interlaced.mts', 'turned-90.mp4', 'alpha-vp9.webm'],
    ...['odd.webm', 'two-sizes.ts', 'wide-pixels.mp4', 'full-range.mp4', 'alpha.gif', 'cut-off.webm'],
    ...['numbered-live.webm', 'numbered-late.avi', 'pictures/animated.webp'],
  ]
  for (const name of isFullRun ? files : files.slice(0, 5)) {
    test(`for ${name}`, async (t) => {
      await compare(t, videoPlan(join(fixtures, name)))
    })
  }

  const options: [what: string, options: Case][] = [
    ['a part', { startSeconds: 0.52, endSeconds: 1.31 }],
    ['twice the speed', { clip: { speed: 2 } }],
    ['half the speed', { clip: { speed: 0.5 }, endSeconds: 0.7 }],
    ['25 fps', { clip: { fps: 25 } }],
    ['12.5 fps', { clip: { fps: 12.5 } }],
    ['a width', { clip: { width: 100 } }],
    ['a width beyond its own', { clip: { width: 300 } }],
    ['a crop', { clip: { crop: { x: 21, y: 10, width: 101, height: 61 } } }],
    ['reverse', { gif: { reverse: true } }],
    ['boomerang', { gif: { boomerang: true } }],
    ['both', { gif: { reverse: true, boomerang: true }, endSeconds: 0.5 }],
    ['the best loop', { clip: { autoLoop: true } }],
    ['the best loop, reversed', { clip: { autoLoop: true }, gif: { reverse: true } }],
    ['a limit', { gif: { maxBytes: 60_000 } }],
    ['a limit and boomerang', { gif: { maxBytes: 40_000, boomerang: true } }],
    ['three loops', { gif: { loops: 3 } }],
    ['a preset', { gif: { preset: 'small' } }],
    ['a watermark', { watermarkText: 'gifs.example' }],
    ['a watermark, reversed', { watermarkText: 'gifs.example', gif: { reverse: true } }],
  ]
  const usual = new Set([
    ...['a part', '25 fps', 'a crop', 'both', 'the best loop, reversed', 'a limit and boomerang', 'a preset'],
    'a watermark, reversed',
  ])
  for (const [what, { gif = {}, clip = {}, ...rest }] of options) {
    if (!isFullRun && !usual.has(what)) continue
    test(`with ${what}`, async (t) => {
      await compare(t, videoPlan(await drawn('30000/1001'), { gif, clip, ...rest }))
    })
  }

  test('for an animated WebP with a crop, a speed and a width', async (t) => {
    const clip = { crop: { x: 8, y: 4, width: 40, height: 30 }, speed: 1.5, width: 20, fps: 20 }
    await compare(t, videoPlan(join(fixtures, 'pictures/animated.webp'), { clip }))
  })

  const pictures: [what: string, options: Partial<GifOptions>, watermarkText: string | null][] = [
    ['', {}, null],
    [' in reverse, with a watermark', { reverse: true }, 'gifs.example'],
    [' within a limit', { maxBytes: 5000 }, null],
  ]
  for (const [what, gif, watermarkText] of isFullRun ? pictures : pictures.slice(1)) {
    test(`for pictures${what}`, async (t) => {
      const inputs = ['plain.png', 'exif-6.jpg', 'alpha.png', 'gray.png'].map((name) =>
        join(fixtures, 'pictures', name),
      )
      await compare(t, picturesPlan(inputs, { resize: true, delayMs: 130, watermarkText, gif }))
    })
  }
})
