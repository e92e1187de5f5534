import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { planFrames, ratesOf, type SourceTimes, type TimeOptions } from '#src/options/rules/frame-times.ts'
import { valueOf } from '#src/options/rules/gif-frames.ts'
import { randomRuns } from '../support/full-run.ts'

const defaults: TimeOptions = { speed: 1, fps: null, maxFps: 30, mustBeEven: false }

/** The frames of a clip as `index:milliseconds`, of a source whose last frame ends after `durationSeconds`. */
function shown(
  stamps: number[],
  durationSeconds: number,
  { start = 0, end = Infinity, ...options }: Partial<TimeOptions> & { start?: number; end?: number } = {},
): string[] {
  const source: SourceTimes = { stamps, durationSeconds, startSeconds: start, endSeconds: end }
  const plan = planFrames(source, { ...defaults, ...options })
  const even = Math.round(1000 / valueOf(plan.rate))
  return plan.shown.map((index, frame) => `${index}:${plan.framesMs?.[frame] ?? even}`)
}

const sumOf = (list: number[]) => list.reduce((sum, ms) => sum + ms, 0)

const every = (seconds: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => from + index * seconds)

test('frames of a low and constant rate are shown once each', () => {
  assert.deepEqual(shown(every(0.1, 4), 0.4), ['0:100', '1:100', '2:100', '3:100'])
  assert.deepEqual(shown(every(0.25, 2), 0.5), ['0:250', '1:250'])
  // 30 frames per second divided by 1.001, in whole milliseconds, are sampled at 15.
  assert.deepEqual(shown([0, 0.033, 0.067, 0.1, 0.133, 0.167], 0.2), ['0:67', '2:67', '4:67'])
})

test('a first frame that comes slightly late begins the clip', () => {
  for (const late of [0.007, 0.023, 0.049]) {
    assert.deepEqual(shown(every(0.1, 4, late), late + 0.4), ['0:100', '1:100', '2:100', '3:100'])
  }
  assert.deepEqual(shown(every(0.1, 16, 0.007), 1.607, { start: 0.2, end: 0.6 }), [
    '2:100',
    '3:100',
    '4:100',
    '5:100',
  ])
  // A start well within a frame shows that frame.
  assert.deepEqual(shown(every(0.1, 6), 0.6, { start: 0.23, end: 0.43 }), ['2:100', '3:100'])
  // Half a second of sound alone is no rounding error: the first frame is held.
  assert.deepEqual(shown([0.5, 0.6], 0.7), ['0:600', '1:100'])
})

test('frames of an irregular or unknown rate keep their own times', () => {
  assert.deepEqual(shown([0, 4, 8, 12], 12.1), ['0:4000', '1:4000', '2:4000', '3:100'])
  assert.deepEqual(shown([0, 1.5], 1.6), ['0:1500', '1:100'])
  assert.deepEqual(shown([0], 3), ['0:3000'])
  assert.deepEqual(shown([0, 0.04, 1.04], 1.14), ['0:40', '1:1000', '2:100'])
  assert.deepEqual(shown([0, 0.3, 1], 1.2, { start: 0.2, end: 1.1 }), ['0:100', '1:700', '2:100'])
  assert.deepEqual(shown([0, 0.3, 1], 1.2, { speed: 2 }), ['0:150', '1:350', '2:100'])
  assert.deepEqual(shown([0, 1, 3], 4, { fps: 10 }), ['0:1000', '1:2000', '2:1000'])
})

test('an animated picture keeps its times up to 50 frames per second', () => {
  const animated = ratesOf(true, null, 30)
  assert.deepEqual(
    shown(every(0.09, 10), 0.9, animated),
    every(1, 10).map((index) => `${index}:90`),
  )
  assert.deepEqual(shown([0, 0.04], 0.08, animated), ['0:40', '1:40'])
  assert.deepEqual(shown([0, 0.04, 0.11, 1.11, 1.2], 1.22, animated), [
    '0:40',
    '1:70',
    '2:1000',
    '3:90',
    '4:20',
  ])
  assert.deepEqual(shown(every(0.02, 3), 0.06, animated), ['0:20', '1:20', '2:20'])
  assert.deepEqual(shown([0, 0.02], 0.314, animated), ['0:20', '1:294'])
  assert.deepEqual(shown([0, 0.022], 0.151, animated), ['0:22', '1:129'])
})

test('frames faster than the GIF may show are sampled', () => {
  // A burst of 30 per second, then a picture of 2 s.
  const plan = shown([0, 0.033, 0.067, 0.1, 0.133, 2.133], 4.133)
  assert.deepEqual(plan, ['0:33', '1:34', '2:66', '4:2000', '5:2000'])
  assert.deepEqual(shown([0, 0.04, 0.08, 0.12, 1.12], 2.12, { fps: 5 }), ['0:40', '1:160', '3:920', '4:1000'])
})

test('layers, fades and loops get frames of equal length', () => {
  const plan = planFrames(
    { stamps: [0, 4, 4.5], durationSeconds: 6, startSeconds: 0, endSeconds: 6 },
    { ...defaults, mustBeEven: true },
  )
  assert.equal(plan.framesMs, null)
  assert.equal(valueOf(plan.rate), 2)
  const slow = planFrames(
    { stamps: [0, 4], durationSeconds: 8, startSeconds: 0, endSeconds: 8 },
    { ...defaults, mustBeEven: true },
  )
  assert.equal(valueOf(slow.rate), 15)
})

test('every frame of any source has a time, in order, at most at the requested rate, and the sum is exact', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(gaps, fc.integer({ min: 0, max: 100 }), fc.constantFrom(null, 5, 30), (list, lateMs, fps) => {
      const stamps = [lateMs / 1000]
      for (const gap of list) stamps.push((stamps.at(-1) ?? 0) + gap / 1000)
      const durationSeconds = stamps.pop() ?? 0
      const source = { stamps, durationSeconds, startSeconds: 0, endSeconds: Infinity }
      const plan = planFrames(source, { ...defaults, fps })
      assert.ok(plan.shown.every((index, frame) => index >= (plan.shown[frame - 1] ?? 0)))
      if (plan.framesMs === null) return
      const step = 1000 / (fps ?? 15)
      assert.equal(plan.framesMs.length, plan.shown.length)
      assert.ok(
        plan.framesMs.every((ms) => ms >= 16),
        JSON.stringify(plan.framesMs),
      )
      assert.ok(plan.shown.length <= (sumOf(plan.framesMs) / 1000) * (fps ?? 15) + 2)
      const sum = sumOf(plan.framesMs)
      const played = (plan.endSeconds - plan.startSeconds) * 1000
      assert.ok(sum >= played - 1 && sum <= played + Math.max(20, step), `${sum} for ${played}`)
    }),
    randomRuns(100),
  )
})
