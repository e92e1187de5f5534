import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, describe } from 'node:test'
import { hasJoint } from '#src/render/probe/stream-joints.ts'
import { isFullRun } from '../support/full-run.ts'
import { decode } from '../support/media/decoded.ts'
import { ffmpegOnce } from '../support/media/fixtures.ts'
import { makeFolder, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const source = ['-f', 'lavfi', '-i', 'testsrc2=size=96x64:rate=10:duration=1.2']
const sound = ['-f', 'lavfi', '-i', 'sine=duration=1.2']
const h264 = ['-preset', 'medium', '-pix_fmt', 'yuv420p', '-bf', '2']
const mpegSource = ['-f', 'lavfi', '-i', 'testsrc2=size=96x64:rate=25:duration=1.2']
const mpeg = ['-b:v', '1M']

/** The way ffmpeg makes each kind of stream, its frame rate, and the detected type. */
const kinds: Record<string, [extension: string, args: string[], fps: number, type: 'mpegts' | 'mpegps']> = {
  'transport streams': ['ts', [...source, ...sound, ...h264], 10, 'mpegts'],
  'transport streams of cameras': [
    'm2ts',
    [...source, ...h264, '-f', 'mpegts', '-mpegts_m2ts_mode', '1'],
    10,
    'mpegts',
  ],
  'program streams of DVDs': ['vob', [...mpegSource, ...sound, ...mpeg, '-f', 'vob'], 25, 'mpegps'],
  'program streams of MPEG-1': ['mpg', [...mpegSource, ...mpeg, '-f', 'mpeg'], 25, 'mpegps'],
}

describe('streams joined byte by byte', () => {
  const pool = startPool({ after })

  // One of each container in `npm test`.
  const tried = Object.entries(kinds).filter((_, index) => isFullRun || index % 2 === 0)
  for (const [name, [extension, args, fps, type]] of tried) {
    test(`${name} play to the end, each part with its own frames and times`, async (t) => {
      const one = await ffmpegOnce(args, extension)
      const joined = join(await makeFolder(t), `joined.${extension}`)
      const bytes = await readFile(one)
      await writeFile(joined, Buffer.concat([bytes, bytes]))
      assert.deepEqual([await hasJoint(one, type), await hasJoint(joined, type)], [false, true])
      const single = await render(t, pool, videoPlan(one, { clip: { fps } }))
      const { files, durationMs } = await render(t, pool, videoPlan(joined, { clip: { fps } }))
      const [first, both] = await Promise.all([decode(single.files.gif.path), decode(files.gif.path)])
      assert.equal(first.frames.length, 1.2 * fps)
      assert.ok(Math.abs(durationMs - 2 * single.durationMs) <= 40, `${durationMs} ms`)
      assert.equal(both.frames.length, 2 * first.frames.length)
      for (const [index, frame] of both.frames.entries()) {
        const other = first.frames[index % first.frames.length]!
        const sum = frame.reduce((total, value, at) => total + Math.abs(value - other[at]!), 0)
        assert.ok(
          sum / frame.length < 4,
          `frame ${index} is ${sum / frame.length} levels from that of its part`,
        )
      }
    })
  }

  test('parts with later clocks follow immediately, a clip begins in any part, and the preview has all of them', async (t) => {
    const parts = await Promise.all(
      ['0', '5000', '200'].map((offset) =>
        ffmpegOnce([...source, ...h264, '-output_ts_offset', offset], 'ts'),
      ),
    )
    const joined = join(await makeFolder(t), 'joined.ts')
    await writeFile(joined, Buffer.concat(await Promise.all(parts.map((path) => readFile(path)))))
    const whole = await render(t, pool, videoPlan(joined))
    assert.ok(Math.abs(whole.durationMs - 3600) <= 20, `${whole.durationMs} ms`)
    const end = await render(t, pool, videoPlan(joined, { startSeconds: 3, endSeconds: 10 }))
    assert.ok(Math.abs(end.durationMs - 600) <= 20, `${end.durationMs} ms`)
    const { made } = await pool.preview(
      { kind: 'preview', input: joined, seconds: 60 },
      await makeFolder(t),
      {
        signal: new AbortController().signal,
        onProgress: () => {},
      },
    )
    assert.ok(Math.abs(made.seconds - 3.6) < 0.2, `${made.seconds} s`)
  })

  test('a clock that wraps after 26.5 hours is no joint', async () => {
    const wrapping = ['-output_ts_offset', String(2 ** 33 / 90_000 - 2), ...['-f', 'mpegts']]
    assert.equal(await hasJoint(await ffmpegOnce([...source, ...h264, ...wrapping], 'ts'), 'mpegts'), false)
  })
})
