import assert from 'node:assert/strict'
import test, { after, describe } from 'node:test'
import { makeFolder, render, startPool, videoPlan } from '../support/rendering/rendering.ts'
import { ffmpegOnce } from '../support/media/fixtures.ts'
import { stampedClip, stampedFrames } from '../support/media/stamped-clip.ts'

const every = (seconds: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => Number((from + index * seconds).toFixed(3)))

const numbered = (ms: number, first: number, end: number) =>
  Array.from({ length: end - first }, (_, index) => `${first + index}:${ms}`)

describe('the frames of a video and their times', () => {
  const pool = startPool({ after })
  type Plan = Parameters<typeof videoPlan>[1]

  async function made(t: Parameters<typeof render>[0], path: string, plan: Plan = {}) {
    return render(t, pool, videoPlan(path, { startSeconds: 0, endSeconds: 60, ...plan }))
  }

  const framesOf = async (t: Parameters<typeof render>[0], path: string, plan: Plan = {}) =>
    stampedFrames((await made(t, path, plan)).files.gif.path)

  const aac = { seconds: 0.9, codec: ['-c:a', 'aac'] }
  const late: [
    name: string,
    extension: string,
    sound: { seconds: number; codec: string[] },
    codec?: string[],
  ][] = [
    [
      'Opus in WebM',
      'webm',
      { seconds: 0.9, codec: ['-c:a', 'libopus'] },
      ['-c:v', 'libvpx', '-deadline', 'realtime'],
    ],
    ['AAC in Matroska', 'mkv', aac],
    ['AAC in MP4', 'mp4', aac],
    ['AAC in a transport stream', 'ts', aac],
    ['AAC in FLV', 'flv', aac],
  ]
  for (const [name, extension, sound, codec] of late) {
    test(`a first picture that comes slightly late is shown: ${name}`, async (t) => {
      const path = await stampedClip({
        stamps: every(0.1, 8, 0.03),
        extension,
        sound,
        ...(codec && { codec }),
      })
      const frames = await framesOf(t, path, { endSeconds: 0.6 })
      assert.deepEqual(frames, numbered(100, 0, 6))
    })
  }

  test('all frames of a program stream are shown, although some packets lack timestamps', async (t) => {
    const path = await ffmpegOnce(
      [
        ...[
          '-f',
          'lavfi',
          '-i',
          "nullsrc=size=48x32:rate=25:duration=0.64,format=gray,geq=lum='30+12*N',format=rgb24",
        ],
        ...[
          '-f',
          'lavfi',
          '-i',
          'sine=duration=1',
          '-c:v',
          'mpeg2video',
          '-bf',
          '2',
          '-q:v',
          '2',
          '-c:a',
          'mp2',
        ],
      ],
      'mpg',
    )
    assert.deepEqual(await framesOf(t, path, { clip: { fps: 25 } }), numbered(40, 0, 16))
  })

  test('no frame is skipped after a start just before one', async (t) => {
    const path = await stampedClip({ stamps: every(0.1, 8, 0.007), extension: 'mkv', sound: aac })
    const frames = await framesOf(t, path, { startSeconds: 0.2, endSeconds: 0.7 })
    assert.deepEqual(frames, numbered(100, 2, 7))
  })

  test('a slide show, two frames and a few frames keep their own times, in the MP4 and the WebP too', async (t) => {
    const cases: [stamps: number[], lastSeconds: number, frames: string[]][] = [
      [[0, 4, 8, 12], 0.1, ['0:4000', '1:4000', '2:4000', '3:100']],
      [[0, 1.5], 0.1, ['0:1500', '1:100']],
      [[0, 0.04, 1.04], 0.1, ['0:40', '1:1000', '2:100']],
    ]
    for (const [stamps, lastSeconds, frames] of cases) {
      const files = (await made(t, await stampedClip({ stamps, lastSeconds, extension: 'mp4' }))).files
      assert.deepEqual(await stampedFrames(files.gif.path), frames)
      assert.deepEqual(await stampedFrames(files.mp4.path), frames)
      assert.deepEqual(await stampedFrames(files.webp.path), frames)
    }
  })

  test('a GIF derived from the source or from the stored MP4 has the same times', async (t) => {
    const plan = videoPlan(await stampedClip({ stamps: [0, 1, 1.5, 3], lastSeconds: 0.5, extension: 'mp4' }))
    const gif = await render(t, pool, plan)
    const stored = { kind: 'stored' as const, name: 'mp4' as const, input: gif.files.mp4.path }
    for (const from of [{ kind: 'source' as const, plan }, stored]) {
      const asked = { kind: 'derive' as const, from, gif, loops: 0, renditions: ['gifRough' as const] }
      const options = { signal: AbortSignal.timeout(120_000), onProgress: () => undefined }
      const { gifRough } = await pool.derive(asked, await makeFolder(t), options)
      assert.deepEqual(
        await stampedFrames(gifRough?.path ?? ''),
        ['0:1000', '1:500', '2:1500', '3:500'],
        from.kind,
      )
    }
  })

  test('own times are reversed, cut, sped up and kept under text', async (t) => {
    const path = await stampedClip({ stamps: [0, 1, 1.5, 3], lastSeconds: 0.5, extension: 'mp4' })
    assert.deepEqual(await framesOf(t, path, { gif: { reverse: true } }), [
      '3:500',
      '2:1500',
      '1:500',
      '0:1000',
    ])
    assert.deepEqual(await framesOf(t, path, { startSeconds: 0.5, endSeconds: 2 }), [
      '0:500',
      '1:500',
      '2:500',
    ])
    assert.deepEqual(await framesOf(t, path, { clip: { speed: 2 } }), ['0:500', '1:250', '2:750', '3:250'])
    assert.deepEqual(await framesOf(t, path, { gif: { boomerang: true } }), [
      ...['0:1000', '1:500', '2:1500', '3:500'],
      ...['2:1500', '1:500'],
    ])
    assert.deepEqual(await framesOf(t, path, { gif: { maxBytes: 100_000 } }), [
      '0:1000',
      '1:500',
      '2:1500',
      '3:500',
    ])
  })

  test('uneven frames are shown once each, at any requested rate', async (t) => {
    const path = await stampedClip({ stamps: [0, 1, 1.5, 3], lastSeconds: 0.5, extension: 'mkv' })
    const frames = await framesOf(t, path, { clip: { fps: 30 } })
    assert.equal(frames.length, 4)
  })

  test('a file whose time begins at 5 s is as long as its frames', async (t) => {
    for (const extension of ['mkv', 'webm', 'mp4', 'ts']) {
      const codec = extension === 'webm' ? { codec: ['-c:v', 'libvpx', '-deadline', 'realtime'] } : {}
      const path = await stampedClip({ stamps: every(0.1, 8), offsetSeconds: 5, extension, ...codec })
      assert.deepEqual(await framesOf(t, path), numbered(100, 0, 8), extension)
      await assert.rejects(made(t, path, { startSeconds: 5, endSeconds: 6 }), {
        code: 'clip_outside_video',
        message: 'The video is 0.8 seconds long; the start must be before that.',
      })
    }
  })

  test('sound that continues after the pictures does not hold the last one', async (t) => {
    for (const extension of ['flv', 'mp4', 'mkv', 'ts']) {
      const sound = { ...aac, seconds: 3 }
      const path = await stampedClip({ stamps: every(0.1, 8), extension, sound })
      const frames = await framesOf(t, path)
      assert.deepEqual(frames, numbered(100, 0, 8), extension)
    }
  })

  test('the default track is used', async (t) => {
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast']
    for (const extension of ['mkv', 'mp4']) {
      const path = await ffmpegOnce(
        [
          ...['-f', 'lavfi', '-i', 'color=red:size=64x48:rate=10:duration=0.5'],
          ...['-f', 'lavfi', '-i', 'color=blue:size=32x32:rate=10:duration=0.8'],
          ...['-map', '0', '-map', '1', ...codec],
          ...['-disposition:v:0', '0', '-disposition:v:1', 'default'],
        ],
        extension,
      )
      const { width, height, durationMs } = await made(t, path)
      assert.deepEqual([width, height, durationMs], [32, 32, 800], extension)
    }
  })
})
