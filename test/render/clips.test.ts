import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { after, before, describe } from 'node:test'
import { decode, frameNumber, played } from '../support/media/decoded.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { isFullRun } from '../support/full-run.ts'
import { render, startPool, videoPlan } from '../support/rendering/rendering.ts'

describe('the clip of a video', () => {
  let folder = ''
  const pool = startPool({ after })
  before(async () => {
    folder = await ensureFixtures()
  })

  /** The numbers in the frames of the GIF; `gifOnly`: MP4 and WebP are not compared with it. */
  async function numbersOf(
    t: Parameters<typeof render>[0],
    name: string,
    [start, end]: [number, number],
    gifOnly = false,
  ) {
    const made = await render(
      t,
      pool,
      videoPlan(join(folder, name), { startSeconds: start, endSeconds: end }),
    )
    const file = await decode(made.files.gif.path)
    const gif = played(file, made.frames, made.durationMs)
    const numbers = gif.frames.map((_, frame) => frameNumber(gif, frame))
    const total = file.delaysMs.reduce((sum, delay) => sum + delay, 0)
    assert.ok(Math.abs(total - made.durationMs) <= 5, `the GIF lasts ${total} of ${made.durationMs} ms`)
    if (gifOnly) return { numbers, total, webpMs: total }
    const mp4 = await decode(made.files.mp4.path)
    const webp = await decode(made.files.webp.path)
    assert.deepEqual(
      mp4.frames.map((_, frame) => frameNumber(mp4, frame)),
      numbers,
      'the MP4 shows the same',
    )
    assert.deepEqual(
      [...new Set(webp.frames.map((_, frame) => frameNumber(webp, frame)))],
      [...new Set(numbers)],
    )
    return { numbers, total, webpMs: webp.delaysMs.reduce((sum, delay) => sum + delay, 0) }
  }

  /** Frame k of the GIF shows the last frame that begins before the middle between k and k + 1. */
  function expected(fps: number, rate: number, [start, end]: [number, number]): number[] {
    const count = Math.round((end - start) * rate)
    return Array.from({ length: count }, (_, k) => {
      if (k === 0) return Math.floor((start + 0.001) * fps + 1e-6)
      return Math.ceil((start + (k + 0.5) / rate - 0.0006) * fps) - 1
    })
  }

  const files: [name: string, fps: number, exact: boolean][] = [
    ['numbered-24.mp4', 24, true],
    ['numbered-25.mov', 25, true],
    ['numbered-30.mkv', 30, true],
    ['numbered-60.mp4', 60, true],
    ['numbered-30.webm', 30, true],
    ['numbered-25.avi', 25, true],
    ['numbered-late.avi', 25, false],
    ['numbered-30.ts', 30, true],
    ['numbered-offset.mkv', 30, true],
    ['numbered-30.flv', 30, true],
    ['numbered-h264.flv', 30, true],
    ['numbered-30.wmv', 30, true],
    ['numbered-30.ogv', 30, true],
    ['numbered-mpeg1.mpg', 30, true],
    ['numbered-mpeg2.mpg', 30, true],
    ['numbered-wrap.mpg', 30, true],
    ['numbered-30.3gp', 30, true],
    ['numbered-30.m4v', 30, true],
    ['numbered-30.mts', 30, true],
    ['numbered-wrap.mts', 30, true],
    ['numbered-live.webm', 30, true],
  ]
  /** The clips that `npm test` includes: one file for each way to store the time of a frame. */
  const usualStarts: Record<string, number[]> = {
    'numbered-30.mkv': [0, 1.033, 3.2],
    'numbered-60.mp4': [1.033],
    'numbered-late.avi': [1.033],
    'numbered-h264.flv': [1.033],
    'numbered-mpeg2.mpg': [3.2],
    'numbered-wrap.mts': [3.2],
    'numbered-live.webm': [1.033],
  }
  for (const [name, fps, isExact] of files) {
    for (const start of isFullRun ? [0, 1.033, 3.2] : (usualStarts[name] ?? [])) {
      const window: [number, number] = [start, start + 0.6]
      test(`${name} from ${start} begins with the frame on screen at that time, and continues evenly`, async (t) => {
        const { numbers, total, webpMs } = await numbersOf(t, name, window, start !== 1.033)
        const right = expected(fps, 15, window)
        if (name !== 'numbered-late.avi') assert.equal(numbers[0], right[0])
        assert.equal(numbers.length, 9)
        assert.equal(total, 600)
        assert.ok(Math.abs(webpMs - 600) <= 10, `the WebP lasts ${webpMs} ms`)
        const off = numbers.map((number, index) => Math.abs(number - right[index]!))
        assert.ok(Math.max(...off) <= (isExact ? 0 : 1), `${numbers} are not ${right}`)
      })
    }
  }

  test("a GIF at the source's rate keeps it, and its frames build upon each other from the first", async (t) => {
    const { numbers, total } = await numbersOf(t, 'numbered-10.gif', [1.5, 2.5])
    assert.deepEqual(numbers, [15, 16, 17, 18, 19, 20, 21, 22, 23, 24])
    assert.equal(total, 1000)
  })

  test('a rate below 15 is kept', async (t) => {
    const { numbers } = await numbersOf(t, 'numbered-12.mp4', [1, 2])
    assert.deepEqual(numbers, [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23])
  })

  test('frames of uneven length keep their durations', async (t) => {
    const plan = videoPlan(join(folder, 'numbered-vfr.mkv'), { startSeconds: 0.9, endSeconds: 2.5 })
    const made = await render(t, pool, plan)
    for (const path of [made.files.gif.path, made.files.mp4.path]) {
      const decoded = await decode(path)
      const shown = decoded.frames.map(
        (_, frame) => `${frameNumber(decoded, frame)}:${decoded.delaysMs[frame]}`,
      )
      assert.deepEqual(shown.slice(0, 3), ['1:100', '2:500', '3:500'])
      // The rest comes 30 times per second: it is sampled.
      const rest = decoded.delaysMs.slice(3).reduce((sum, ms) => sum + ms, 0)
      assert.ok(Math.abs(rest - 500) <= 10 && shown.length <= 13, shown.join(' '))
    }
  })

  test('a gap of hours in the timestamps is a frame that stays, and costs nothing', async (t) => {
    const { numbers, total } = await numbersOf(t, 'numbered-hole.mkv', [0, 3])
    assert.equal(numbers.length, 45)
    assert.equal(total, 3000)
    assert.equal(numbers.at(-1), 14)
  })

  test('an end past the end of the video is cut to it, with or without a correct header', async (t) => {
    assert.equal((await numbersOf(t, 'numbered-30.mkv', [3, 50])).numbers.length, 15)
    assert.equal((await numbersOf(t, 'numbered-live.webm', [3, 50])).numbers.length, 15)
  })

  test('the shortest clip is one frame', async (t) => {
    assert.deepEqual((await numbersOf(t, 'numbered-30.mkv', [1, 1.01])).numbers, [30])
  })

  const lastFrames: [name: string, fps: number][] = [
    ['numbered-24.mp4', 24],
    ['numbered-30.mkv', 30],
    ['numbered-60.mp4', 60],
    ['numbered-12.mp4', 12],
    ['numbered-10.gif', 10],
  ]
  for (const [name, fps] of lastFrames) {
    for (const part of [0.1, 0.9]) {
      if (!isFullRun && (part < 0.5 || name.endsWith('.mp4'))) continue
      test(`a start ${part} into the last frame of ${name} gives that frame`, async (t) => {
        const start = 4 - (1 - part) / fps
        const { numbers } = await numbersOf(t, name, [start, 9])
        assert.equal(numbers[0], 4 * fps - 1)
      })
    }
  }

  test('a truncated video gives its existing frames', async (t) => {
    const { numbers } = await numbersOf(t, 'cut-off.webm', [0, 4])
    assert.ok(numbers.length > 10 && numbers.length < 50, `${numbers.length} frames`)
    assert.deepEqual(numbers.slice(0, 3), [0, 2, 4])
  })

  for (const name of [
    'numbered-30.mkv',
    'numbered-live.webm',
    'numbered-60.mp4',
    'numbered-30.ts',
    'numbered-30.flv',
    'numbered-h264.flv',
    'numbered-30.wmv',
    'numbered-30.ogv',
    'numbered-mpeg1.mpg',
    'numbered-mpeg2.mpg',
    'numbered-30.3gp',
    'numbered-30.m4v',
    'numbered-30.mts',
    'numbered-10.gif',
  ]) {
    if (!isFullRun && !['numbered-30.mkv', 'numbered-live.webm', 'numbered-10.gif'].includes(name)) continue
    test(`a start after the end of ${name} is an error that states its length`, async (t) => {
      await assert.rejects(
        render(t, pool, videoPlan(join(folder, name), { startSeconds: 20, endSeconds: 25 })),
        {
          code: 'clip_outside_video',
          message: /is (?:4|3\.9\d) seconds long/,
          retry: false,
        },
      )
    })
  }
})
