import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { after, before, describe } from 'node:test'
import type { ClipOptions } from '#src/options/clip-options.ts'
import type { Crop } from '#src/options/rules/crop.ts'
import { mainRenditions } from '#src/media/rendition.ts'
import { corners } from '../../scripts/fixture-pictures.ts'
import { colorAt, decode, distance, frameNumber, played } from '../support/media/decoded.ts'
import { ensureFixtures, ffmpegOnce } from '../support/media/fixtures.ts'
import { isFullRun } from '../support/full-run.ts'
import { makeVideo } from '../support/media/media.ts'
import { render, startPool, videoPlan } from '../support/rendering/rendering.ts'

describe('the options of a clip', () => {
  let folder = ''
  const pool = startPool({ after }, { maxFps: 40, maxWidth: 640 })
  before(async () => {
    folder = await ensureFixtures()
  })

  /** The numbers in the frames of the GIF, which match those of the MP4, and its duration. */
  async function numbersOf(
    t: Parameters<typeof render>[0],
    name: string,
    [startSeconds, endSeconds]: [number, number],
    clip: Partial<ClipOptions>,
  ) {
    const made = await render(t, pool, videoPlan(join(folder, name), { startSeconds, endSeconds, clip }))
    const gif = played(await decode(made.files.gif.path), made.frames, made.durationMs)
    const mp4 = await decode(made.files.mp4.path)
    const numbers = gif.frames.map((_, frame) => frameNumber(gif, frame))
    assert.deepEqual(
      mp4.frames.map((_, frame) => frameNumber(mp4, frame)),
      numbers,
    )
    return { numbers, durationMs: made.durationMs }
  }

  const speeds: [name: string, speed: number, clip: [number, number], numbers: number[]][] = [
    ['numbered-30.mkv', 2, [0, 2], [0, ...Array.from({ length: 14 }, (_, k) => 4 * k + 5)]],
    ['numbered-30.mkv', 0.5, [1, 2], Array.from({ length: 30 }, (_, k) => 30 + k)],
    // Slowed down it has fewer than 15 frames per second.
    ['numbered-12.mp4', 0.5, [1, 2], Array.from({ length: 12 }, (_, k) => 12 + k)],
    ['numbered-10.gif', 1.5, [0, 3], Array.from({ length: 30 }, (_, k) => k)],
  ]
  for (const [name, speed, window, expected] of speeds) {
    if (!isFullRun && name.endsWith('.mkv') && speed < 1) continue
    test(`at ${speed} times the speed, ${name} from ${window.join(' to ')} plays for proportionally less time`, async (t) => {
      const { numbers, durationMs } = await numbersOf(t, name, window, { speed })
      assert.deepEqual(numbers, expected)
      assert.equal(durationMs, Math.round(((window[1] - window[0]) * 1000) / speed))
    })
  }

  test('frames per second are as requested, even more than the source has, up to the limit', async (t) => {
    const five = await numbersOf(t, 'numbered-30.mkv', [0, 2], { fps: 5 })
    assert.deepEqual(five.numbers, [0, 8, 14, 20, 26, 32, 38, 44, 50, 56])
    const most = await numbersOf(t, 'numbered-30.mkv', [0, 1], { fps: 50 })
    assert.equal(most.numbers.length, 40)
    assert.deepEqual(
      [...new Set(most.numbers)],
      Array.from({ length: 30 }, (_, k) => k),
    )
    const odd = await numbersOf(t, 'numbered-30.mkv', [0, 2], { fps: 7.5 })
    assert.equal(odd.numbers.length, 15)
  })

  const widths: [name: string, width: number, size: [number, number]][] = [
    ['hd.mp4', 200, [200, 112]],
    ['hd.mp4', 600, [600, 338]],
    ['h264.mp4', 300, [160, 120]],
    ['hd.mp4', 1000, [640, 360]],
    ['h264.mp4', 33, [33, 24]],
  ]
  for (const [name, width, size] of isFullRun ? widths : widths.slice(-2)) {
    test(`${name} in a width of ${width} is ${size.join(' x ')}`, async (t) => {
      const made = await render(t, pool, videoPlan(join(folder, name), { clip: { width } }))
      assert.deepEqual([made.width, made.height], size)
    })
  }

  const crops: [name: string, crop: Crop, shows: keyof typeof corners][] = [
    ['h264.mp4', { x: 80, y: 60, width: 80, height: 60 }, 'bottomRight'],
    ['h264.mp4', { x: 85, y: 3, width: 33, height: 21 }, 'topRight'],
    ['h264.mp4', { x: 78, y: 58, width: 2, height: 2 }, 'topLeft'],
    ['h264.mp4', { x: 80, y: 60, width: 2, height: 2 }, 'bottomRight'],
    ['turned-90.mp4', { x: 60, y: 0, width: 60, height: 80 }, 'topLeft'],
    ['wide-pixels.mp4', { x: 160, y: 0, width: 160, height: 60 }, 'topRight'],
    ['tall-pixels.mp4', { x: 80, y: 120, width: 80, height: 120 }, 'bottomRight'],
    ['odd.webm', { x: 0, y: 46, width: 80, height: 45 }, 'bottomLeft'],
    ['alpha-vp9.webm', { x: 10, y: 10, width: 50, height: 30 }, 'topLeft'],
    ['two-sizes.ts', { x: 82, y: 62, width: 70, height: 50 }, 'bottomRight'],
  ]
  for (const [name, crop, shows] of crops) {
    if (!isFullRun && ['tall-pixels.mp4', 'alpha-vp9.webm'].includes(name)) continue
    if (!isFullRun && name === 'h264.mp4' && crop.x % 2 === 0) continue
    const { x, y, width, height } = crop
    test(`the crop ${[x, y, width, height].join()} of ${name} as displayed is all of the GIF`, async (t) => {
      const made = await render(t, pool, videoPlan(join(folder, name), { clip: { crop } }))
      assert.deepEqual([made.width, made.height], [width, height])
      for (const rendition of mainRenditions) {
        const decoded = await decode(made.files[rendition].path)
        for (const frame of [0, -1]) {
          const { color } = colorAt(decoded, frame, [0.5, 0.5])
          const off = distance(color, corners[shows])
          assert.ok(off <= 22, `${rendition}: ${color} is not ${corners[shows]}`)
        }
      }
    })
  }

  test('a crop is scaled to the width after it is cut', async (t) => {
    const crop = { x: 0, y: 0, width: 600, height: 400 }
    const made = await render(t, pool, videoPlan(join(folder, 'hd.mp4'), { clip: { crop, width: 300 } }))
    assert.deepEqual([made.width, made.height], [300, 200])
  })

  test('a crop that extends beyond the picture is an error with the size of the picture', async (t) => {
    for (const crop of [
      { x: 100, y: 0, width: 63, height: 10 },
      { x: 0, y: 119, width: 10, height: 4 },
    ]) {
      await assert.rejects(render(t, pool, videoPlan(join(folder, 'h264.mp4'), { clip: { crop } })), {
        code: 'invalid_value',
        field: 'crop',
        retry: false,
        message: 'The crop reaches over the picture, which is 160 pixels wide and 120 high.',
      })
    }
  })

  test('the best loop is used, and reported in seconds of the video', async (t) => {
    const place = 'hypot(X-80-50*cos(2*PI*T),Y-60-40*sin(2*PI*T))'
    const source = `color=s=160x120:r=30:d=4.3,format=yuv420p,geq=lum='if(lt(${place},15),235,16)':cb=128:cr=128`
    const input = await ffmpegOnce(['-f', 'lavfi', '-i', source, '-c:v', 'libx264', '-crf', '12'], 'mkv')
    const plan = videoPlan(input, { startSeconds: 0.5, endSeconds: 4.2, clip: { autoLoop: true } })
    const made = await render(t, pool, plan)
    const { startSeconds, endSeconds } = made.loop ?? { startSeconds: 0, endSeconds: 0 }
    assert.ok(startSeconds >= 0.5 && endSeconds <= 4.25)
    const turns = endSeconds - startSeconds
    assert.ok(turns > 0.9 && Math.abs(turns - Math.round(turns)) < 0.01, `${turns} turns`)
    assert.equal(made.frames, Math.round(turns * 15))
    const fast = await render(t, pool, { ...plan, clip: { ...plan.clip, speed: 2 } })
    const played = (fast.loop?.endSeconds ?? 0) - (fast.loop?.startSeconds ?? 0)
    assert.ok(Math.abs(played * 1000 - fast.durationMs * 2) <= 2, `${played} s in ${fast.durationMs} ms`)
  })

  if (isFullRun)
    test('frames of full HD are processed correctly too', async (t) => {
      const large = startPool(t)
      const input = await makeVideo(t, { width: 1920, height: 1080, seconds: 1, fps: 10 })
      const made = await render(t, large, videoPlan(input, { clip: { width: 1920 }, gif: { reverse: true } }))
      assert.deepEqual([made.width, made.height, made.frames], [1920, 1080, 10])
      const gif = await decode(made.files.gif.path)
      assert.deepEqual([gif.width, gif.height, gif.frames.length], [1920, 1080, 10])
    })

  test('a thumbnail is not a black frame if a brighter one follows', async (t) => {
    const input = await ffmpegOnce(['-f', 'lavfi', '-i', 'color=red:s=160x120:r=15:d=2,fade=in:0:20'], 'mkv')
    const { files } = await render(t, pool, videoPlan(input))
    const { color } = colorAt(await decode(files.thumb.path), 0, [0.5, 0.5])
    assert.ok(color[0] > 40, `${color}`)
  })
})
