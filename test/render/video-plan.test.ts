import assert from 'node:assert/strict'
import test, { describe } from 'node:test'
import fc from 'fast-check'
import { defaultClipOptions } from '#src/options/clip-options.ts'
import type { ClipPackets } from '#src/render/probe/clip-packets.ts'
import type { VideoFacts } from '#src/render/probe/probe-video.ts'
import { readColors } from '#src/render/probe/source-colors.ts'
import { frameCount } from '#src/options/rules/gif-frames.ts'
import { cutClip, outputSize } from '#src/render/probe/clip-plan.ts'
import { videoFilters } from '#src/render/steps.ts'
import { randomRuns } from '../support/full-run.ts'

function facts(some: Partial<VideoFacts> = {}): VideoFacts {
  return {
    type: 'mp4',
    codec: 'h264',
    stream: 0,
    avif: null,
    width: 1920,
    height: 1080,
    pixelAspect: null,
    rotationDegrees: 0,
    hasAlpha: false,
    isInterlaced: false,
    colorMatrix: null,
    colors: readColors({ pix_fmt: 'yuv420p' }),
    transfer: null,
    startStamp: 0,
    durationSeconds: 10,
    nominalRate: { over: 30, under: 1 },
    averageRate: { over: 30, under: 1 },
    ...some,
  }
}

function packets(some: Partial<ClipPackets> = {}): ClipPackets {
  return { seekSeconds: 0, endSeconds: 10, stamps: [], isTruncated: false, ...some }
}

describe('the size of a GIF from video', () => {
  const sizes: [what: string, source: Partial<VideoFacts>, size: [number, number]][] = [
    ['a wide one is 480 wide, its height even', { width: 1920, height: 1080 }, [480, 270]],
    ['a height between two even ones goes up', { width: 854, height: 480 }, [480, 270]],
    ['a narrow one is not touched', { width: 333, height: 251 }, [333, 251]],
    ['one turned by 90 degrees is as high as it was wide', { rotationDegrees: -90 }, [480, 854]],
    ['one turned by 180 degrees keeps its sides', { rotationDegrees: 180 }, [480, 270]],
    ['wide pixels widen it', { width: 640, height: 360, pixelAspect: { over: 2, under: 1 } }, [480, 136]],
    ['tall pixels narrow it', { width: 640, height: 360, pixelAspect: { over: 1, under: 2 } }, [320, 360]],
    ['a very tall one is 1920 high', { width: 400, height: 19200 }, [40, 1920]],
    ['one pixel stays one pixel', { width: 1, height: 1 }, [1, 1]],
    ['a line stays a line', { width: 4000, height: 1 }, [480, 1]],
  ]
  for (const [what, source, [width, height]] of sizes) {
    test(what, () => assert.deepEqual(outputSize(facts(source), defaultClipOptions, 1920), { width, height }))
  }

  test('it is never larger than displayed or than the limits, and never zero', () => {
    const side = fc.integer({ min: 1, max: 20_000 })
    fc.assert(
      fc.property(
        side,
        side,
        side,
        side,
        fc.constantFrom(0, 90, -90, 180, 45),
        (width, height, over, under, turn) => {
          const size = outputSize(
            facts({ width, height, pixelAspect: { over, under }, rotationDegrees: turn }),
            ...([defaultClipOptions, 1920] as const),
          )
          assert.ok(size.width >= 1 && size.width <= 480 && size.height >= 1 && size.height <= 1920)
        },
      ),
      randomRuns(100),
    )
  })
})

describe('the clip of a video', () => {
  const clip = { startSeconds: 4, endSeconds: 20 }

  test('ends at the end declared by the header', () => {
    assert.equal(cutClip(clip, facts(), packets({ endSeconds: 8 })).endSeconds, 10)
  })
  test('continues to the last packet, if that is later', () => {
    assert.equal(cutClip(clip, facts(), packets({ endSeconds: 10.5 })).endSeconds, 10.5)
  })
  test('ends with the packets if the header declares nothing, or the file is truncated', () => {
    assert.equal(cutClip(clip, facts({ durationSeconds: null }), packets({ endSeconds: 8 })).endSeconds, 8)
    assert.equal(cutClip(clip, facts(), packets({ endSeconds: 8, isTruncated: true })).endSeconds, 8)
  })
  test('ends with the pictures if the header includes the sound and the packets were read to the end', () => {
    const flv = facts({ type: 'flv', isDurationOfFile: true })
    assert.equal(cutClip(clip, flv, packets({ endSeconds: 8 })).endSeconds, 8)
    assert.equal(cutClip({ ...clip, endSeconds: 6 }, flv, packets({ endSeconds: 7 })).endSeconds, 6)
  })
  test('that starts at the end or later is outside', () => {
    const late = { startSeconds: 10, endSeconds: 12 }
    const message = 'The video is 10 seconds long; the start must be before that.'
    assert.throws(() => cutClip(late, facts(), packets()), {
      code: 'clip_outside_video',
      field: 'start',
      message,
    })
  })
  test('has as many frames as fill its duration, and at least one', () => {
    assert.equal(frameCount(2.5, { over: 15, under: 1 }), 38)
    assert.equal(frameCount(0.001, { over: 15, under: 1 }), 1)
  })
})

describe('the filters of a clip', () => {
  const chain = {
    startSeconds: 0,
    speed: 1,
    crop: null,
    size: { width: 480, height: 270 },
    rate: { over: 15, under: 1 },
    frames: 30,
  }

  test('crop right after the rate, before anything is scaled', () => {
    const filters = videoFilters({ ...chain, facts: facts(), canToneMap: true })
    assert.match(
      filters,
      /fps=15\/1:start_time=0:eof_action=pass,tpad=stop_mode=clone:stop=-1,trim=end_frame=30,scale=480:270/,
    )
  })
  test('treat HD without declared colors as BT.709, and SD as BT.601', () => {
    assert.match(videoFilters({ ...chain, facts: facts(), canToneMap: true }), /in_color_matrix=bt709/)
    assert.doesNotMatch(
      videoFilters({ ...chain, facts: facts({ height: 480 }), canToneMap: true }),
      /in_color_matrix/,
    )
    const tagged = facts({ colorMatrix: 'bt470bg' })
    assert.doesNotMatch(videoFilters({ ...chain, facts: tagged, canToneMap: true }), /in_color_matrix/)
  })
  test('tone-map high dynamic range if ffmpeg can', () => {
    const hdr = facts({ transfer: 'arib-std-b67', colorMatrix: 'bt2020nc' })
    assert.match(
      videoFilters({ ...chain, facts: hdr, canToneMap: true }),
      /zscale=tin=arib-std-b67.*tonemap=hable/,
    )
    assert.doesNotMatch(videoFilters({ ...chain, facts: hdr, canToneMap: false }), /zscale/)
  })
})
