import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, describe } from 'node:test'
import { type AnimationType, levelOf, makeAnimation } from '../support/media/animations.ts'
import { colorAt, type Decoded, decode, played } from '../support/media/decoded.ts'
import { isFullRun } from '../support/full-run.ts'
import { tinyFramesWebp, expandingWebp } from '../support/media/hostile-files.ts'
import { makeFolder, picturesPlan, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

type Test = Parameters<typeof render>[0]

/** The frame of `makeAnimation` that a frame shows. */
function levelAt(decoded: Decoded, frame: number): number {
  const [level] = colorAt(decoded, frame, [0.25, 0.5]).color
  const number = Math.round((level - levelOf(0)) / 20)
  assert.ok(Math.abs(level - levelOf(number)) < 6, `${level} is not the gray of any frame`)
  return number
}

describe('an animated picture as a video', () => {
  const pool = startPool({ after })

  async function levels(t: Test, plan: ReturnType<typeof videoPlan>): Promise<(number | null)[]> {
    const made = await render(t, pool, plan)
    const gif = played(await decode(made.files.gif.path), made.frames, made.durationMs)
    const mp4 = await decode(made.files.mp4.path)
    assert.equal(mp4.frames.length, made.frames)
    assert.equal(made.hasAlpha, false)
    return gif.frames.map((_, index) => {
      const { color, alpha } = colorAt(gif, index, [0.25, 0.5])
      assert.equal(alpha, 255)
      assert.ok(Math.abs(color[0] - colorAt(mp4, index, [0.25, 0.5]).color[0]) < 12, 'the MP4 shows the same')
      return levelAt(gif, index)
    })
  }

  const types: AnimationType[] = ['webp', 'gif', 'apng', 'avif']
  for (const type of isFullRun ? types : types.slice(0, 1)) {
    test(`${type} plays completely, each frame for its time`, async (t) => {
      const delaysMs = Array.from({ length: 10 }, () => 100)
      const input = await makeAnimation(await makeFolder(t), type, { delaysMs })
      assert.deepEqual(await levels(t, videoPlan(input)), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    })

    test(`${type} with a start after its end is an error that states its length`, async (t) => {
      const input = await makeAnimation(await makeFolder(t), type, { delaysMs: [100, 100, 100, 100] })
      const plan = videoPlan(input, { startSeconds: 3, endSeconds: 5 })
      const expected = { code: 'clip_outside_video', field: 'start', message: /is 0\.4 seconds long/ }
      await assert.rejects(render(t, pool, plan), expected)
    })
  }

  for (const type of types) {
    test(`${type} from the middle begins with the frame on screen at that time`, async (t) => {
      const delaysMs = Array.from({ length: 10 }, () => 100)
      const input = await makeAnimation(await makeFolder(t), type, { delaysMs })
      const plan = videoPlan(input, { startSeconds: 0.35, endSeconds: 0.75 })
      assert.deepEqual(await levels(t, plan), [3, 4, 5, 6])
    })
  }

  for (const type of types) {
    test(`${type} keeps its transparency`, async (t) => {
      const input = await makeAnimation(await makeFolder(t), type, {
        delaysMs: [100, 100, 100],
        hasAlpha: true,
      })
      const made = await render(t, pool, videoPlan(input))
      const gif = await decode(made.files.gif.path)
      assert.equal(colorAt(gif, 0, [0.75, 0.5]).alpha, 0)
      assert.equal(colorAt(gif, 0, [0.25, 0.5]).alpha, 255)
      assert.equal(made.hasAlpha, true)
    })
  }

  for (const type of ['webp', 'gif', 'apng'] as const) {
    const lists = [
      [100, 100],
      [250, 250],
      [40, 40],
      [40, 70, 1000, 90, 20],
      Array.from({ length: 10 }, () => 90),
    ]
    for (const delaysMs of isFullRun || type === 'gif' ? lists : lists.slice(3)) {
      test(`${type} with frames of ${delaysMs.join(', ')} ms keeps its times`, async (t) => {
        const input = await makeAnimation(await makeFolder(t), type, { delaysMs })
        const { files, durationMs } = await render(t, pool, videoPlan(input))
        const gif = await decode(files.gif.path)
        assert.deepEqual(gif.delaysMs, delaysMs)
        assert.deepEqual(
          delaysMs.map((_, frame) => levelAt(gif, frame)),
          delaysMs.map((_, frame) => frame),
        )
        assert.deepEqual((await decode(files.webp.path)).delaysMs, delaysMs)
        assert.equal(
          durationMs,
          delaysMs.reduce((sum, ms) => sum + ms, 0),
        )
      })
    }
  }

  test('fps, which is at most MAX_FPS, limits the rate of a faster animation', async (t) => {
    const delaysMs = [20, 20, 20, 20, 20, 1000]
    const input = await makeAnimation(await makeFolder(t), 'webp', { delaysMs })
    const slow = startPool(t, { maxFps: 10 })
    for (const [pool, fps] of [
      [slow, 50],
      [startPool(t), 10],
    ] as const) {
      const { files } = await render(t, pool, videoPlan(input, { clip: { fps } }))
      const gif = await decode(files.gif.path)
      assert.deepEqual(
        [gif.delaysMs, [0, 1].map((frame) => levelAt(gif, frame))],
        [
          [100, 1000],
          [0, 5],
        ],
      )
    }
    const { files } = await render(t, slow, videoPlan(input))
    assert.deepEqual((await decode(files.gif.path)).delaysMs, delaysMs, 'its own times are kept by default')
  })

  for (const type of ['webp', 'gif', 'apng'] as const) {
    test(`${type}: a frame of 10 ms or less is shown for 100 ms, as in browsers`, async (t) => {
      const input = await makeAnimation(await makeFolder(t), type, { delaysMs: [10, 10, 10, 10, 10] })
      assert.deepEqual(await levels(t, videoPlan(input)), [0, 1, 2, 3, 4])
    })
  }

  test('a GIF under a size limit is also known to be transparent', async (t) => {
    const input = await makeAnimation(await makeFolder(t), 'webp', { delaysMs: [100, 100], hasAlpha: true })
    const made = await render(t, pool, videoPlan(input, { gif: { maxBytes: 100_000 } }))
    assert.equal(made.hasAlpha, true)
  })

  test('webp is cropped, scaled, and played at another speed and in reverse', async (t) => {
    const delaysMs = Array.from({ length: 10 }, () => 100)
    const input = await makeAnimation(await makeFolder(t), 'webp', { delaysMs, width: 640, height: 480 })
    const clip = { crop: { x: 20, y: 10, width: 300, height: 200 }, speed: 2, fps: 10, width: 150 }
    const made = await render(t, pool, videoPlan(input, { clip, gif: { reverse: true } }))
    assert.deepEqual([made.width, made.height, made.frames], [150, 100, 5])
    const gif = await decode(made.files.gif.path)
    assert.ok(colorAt(gif, 0, [0.5, 0.5]).color[0] > colorAt(gif, -1, [0.5, 0.5]).color[0])
  })

  test('a crop that extends beyond a webp is refused, as for any video', async (t) => {
    const input = await makeAnimation(await makeFolder(t), 'webp', { delaysMs: [100, 100] })
    const plan = videoPlan(input, { clip: { crop: { x: 20, y: 10, width: 300, height: 200 } } })
    await assert.rejects(render(t, pool, plan), { code: 'invalid_value', field: 'crop' })
  })

  if (isFullRun)
    test('a webp of 10,000 frames makes the GIF of its clip', async (t) => {
      const input = join(await makeFolder(t), 'in')
      await writeFile(input, tinyFramesWebp(10_000))
      const made = await render(t, pool, videoPlan(input, { startSeconds: 990, endSeconds: 995 }))
      assert.ok(made.frames > 40)
    })

  test('a webp of more frames than MAX_ANIMATION_FRAMES is refused', async (t) => {
    const own = startPool(t, { maxAnimationFrames: 20 })
    const input = join(await makeFolder(t), 'in')
    await writeFile(input, tinyFramesWebp(21))
    const message = 'The animated WebP has more than 20 frames.'
    await assert.rejects(render(t, own, videoPlan(input)), { code: 'media_too_large', message })
    await writeFile(input, tinyFramesWebp(20))
    assert.ok((await render(t, own, videoPlan(input, { endSeconds: 1 }))).frames > 0)
  })

  const bombs: [what: string, bytes: () => Buffer, message: RegExp][] = [
    ['of 20,000 frames', () => tinyFramesWebp(20_000), /has more than 10000 frames/],
    [
      'whose canvas is 16,000 x 16,000',
      () => expandingWebp(16_000, 16_000, 3),
      /more pixels in a frame than this service accepts/,
    ],
    [
      'of 200 frames of 6000 x 6000 in a few bytes',
      () => expandingWebp(6000, 6000, 200),
      /more frames than this service accepts for their size/,
    ],
  ]
  for (const [what, bytes, message] of bombs) {
    test(`a webp ${what} is refused before it is decoded`, async (t) => {
      const input = join(await makeFolder(t), 'in')
      await writeFile(input, bytes())
      await assert.rejects(render(t, pool, videoPlan(input)), {
        code: 'media_too_large',
        message,
        retry: false,
      })
    })
  }

  test('a truncated webp is an error about the file', async (t) => {
    const folder = await makeFolder(t)
    const whole = tinyFramesWebp(100)
    const input = join(folder, 'in')
    await writeFile(input, whole.subarray(0, 60))
    await assert.rejects(render(t, pool, videoPlan(input)), { code: 'media_broken', retry: false })
  })

  test('among pictures it is one still, its first frame', async (t) => {
    const folder = await makeFolder(t)
    const inputs = await Promise.all(
      (['webp', 'gif', 'apng'] as const).map((type) =>
        makeAnimation(folder, type, { delaysMs: [100, 100, 100] }),
      ),
    )
    const made = await render(t, pool, picturesPlan(inputs))
    assert.equal(made.frames, 3)
  })
})
