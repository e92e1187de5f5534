import assert from 'node:assert/strict'
import test from 'node:test'
import { shownSize } from '#src/options/rules/shown-size.ts'
import { checkCrop } from '#src/render/probe/shown-size.ts'
import type { VideoFacts } from '#src/render/probe/probe-video.ts'
import { readColors } from '#src/render/probe/source-colors.ts'

const facts: VideoFacts = {
  type: 'mp4',
  codec: 'h264',
  stream: 0,
  avif: null,
  width: 720,
  height: 480,
  pixelAspect: null,
  rotationDegrees: 0,
  hasAlpha: false,
  isInterlaced: false,
  colorMatrix: null,
  colors: readColors({ pix_fmt: 'yuv420p' }),
  transfer: null,
  nominalRate: null,
  averageRate: null,
  startStamp: 0,
  durationSeconds: null,
}

test('a crop refers to the picture as browsers show it, with pixel aspect ratio and rotation applied', () => {
  assert.deepEqual(shownSize(facts), { width: 720, height: 480 })
  assert.deepEqual(shownSize({ ...facts, pixelAspect: { over: 8, under: 9 } }), { width: 720, height: 540 })
  assert.deepEqual(shownSize({ ...facts, pixelAspect: { over: 2, under: 1 } }), { width: 1440, height: 480 })
  assert.deepEqual(shownSize({ ...facts, rotationDegrees: -90 }), { width: 480, height: 720 })
})

test('a crop may extend beyond the picture by two pixels, the rounding error of browsers, and no more', () => {
  checkCrop({ x: 100, y: 80, width: 622, height: 402 }, facts)
  assert.throws(() => checkCrop({ x: 100, y: 80, width: 623, height: 100 }, facts), {
    code: 'invalid_value',
    field: 'crop',
    message: 'The crop reaches over the picture, which is 720 pixels wide and 480 high.',
  })
})
