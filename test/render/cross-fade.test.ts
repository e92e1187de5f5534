import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { optionProblem } from '#src/options/check-options.ts'
import { clipOptions, defaultClipOptions } from '#src/options/clip-options.ts'
import { colorAt, decode, played } from '../support/media/decoded.ts'
import { make, workFolder } from '../support/processes/make.ts'
import { render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const run = promisify(execFile)
const pool = startPool({ after })

/** The gray of each frame of a GIF. */
async function graysOf(path: string, frames: number): Promise<number[]> {
  const decoded = played(await decode(path), frames, frames * 100)
  return decoded.frames.map((_, frame) => colorAt(decoded, frame, [0.5, 0.5]).color[1])
}

test('a cross-fade blends the end into the start, in the service and in `make`', async (t) => {
  const folder = await workFolder(t)
  const input = join(folder, 'brighter.mkv')
  const source = "color=gray:size=64x48:rate=10:duration=2,format=gray,geq=lum='20+8*N'"
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-c:v', 'ffv1', input])
  const clip = { startSeconds: 0, endSeconds: 2 }
  const plain = await render(t, pool, videoPlan(input, { ...clip, clip: { fps: 10 } }))
  const faded = await render(t, pool, videoPlan(input, { ...clip, clip: { fps: 10, fade: 0.5 } }))
  assert.deepEqual([plain.frames, faded.frames, faded.durationMs], [20, 15, 1500])

  const before = await graysOf(plain.files.gif.path, 20)
  const expected = Array.from({ length: 15 }, (_, index) => {
    const opacity = Math.max(0, index - 9) / 6
    return (before[index + 5] ?? 0) * (1 - opacity) + (before[index - 10] ?? 0) * opacity
  })
  const made = join(folder, 'made.gif')
  const { code, err } = await make(folder, [input, '-o', made, '--fps', '10', '--fade', '0.5'])
  assert.equal(code, 0, err)
  for (const path of [faded.files.gif.path, made]) {
    const grays = await graysOf(path, 15)
    for (const [index, gray] of grays.entries()) {
      const wanted = expected[index] ?? 0
      assert.ok(Math.abs(gray - wanted) <= 8, `frame ${index} is ${gray}, not ${wanted}`)
    }
    const jump = Math.abs((grays.at(-1) ?? 0) - (grays[0] ?? 0))
    assert.ok(jump < 30 && jump < ((before[19] ?? 0) - (before[0] ?? 0)) / 4, `it jumps by ${jump}`)
  }
})

test('a cross-fade takes at most half of the clip', () => {
  const problem = (seconds: number, speed: number) =>
    optionProblem(
      clipOptions,
      { ...defaultClipOptions, speed, fade: 2 },
      { clip: { seconds, speed }, pictures: null, limits: { maxClipSeconds: 60, maxPictures: 300 } },
    )
  assert.equal(problem(4, 1), null)
  assert.deepEqual(problem(4, 2)?.field, 'fade')
  assert.match(problem(4, 2)?.message ?? '', /at most half of the GIF, which is 1 seconds here/)
})
