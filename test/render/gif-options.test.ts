import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before, describe } from 'node:test'
import sharp from 'sharp'
import type { GifOptions } from '#src/options/gif-options.ts'
import { mainRenditions } from '#src/media/rendition.ts'
import { corners } from '../../scripts/fixture-pictures.ts'
import { colorAt, decode, distance, frameNumber, gifLoops, played } from '../support/media/decoded.ts'
import { isFullRun } from '../support/full-run.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { makeVideo } from '../support/media/media.ts'
import { makeFolder, picturesPlan, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

describe('the options of a GIF', () => {
  let folder = ''
  const pool = startPool({ after })
  before(async () => {
    folder = await ensureFixtures()
  })

  const forwards = [15, 17, 19, 21, 23]
  const backwards = forwards.toReversed()
  const orders: [what: string, gif: Partial<GifOptions>, numbers: number[]][] = [
    ['as it is', {}, forwards],
    ['reversed', { reverse: true }, backwards],
    ['there and back', { boomerang: true }, [...forwards, 21, 19, 17]],
    ['back and there', { reverse: true, boomerang: true }, [...backwards, 17, 19, 21]],
  ]
  for (const [what, gif, expected] of orders) {
    test(`a clip ${what} shows its frames in that order in every rendition`, async (t) => {
      const clip = { startSeconds: 0.5, endSeconds: 0.5 + 5 / 15 }
      const made = await render(t, pool, videoPlan(join(folder, 'numbered-30.mkv'), { ...clip, gif }))
      assert.equal(made.frames, expected.length)
      assert.equal(made.durationMs, Math.round((expected.length * 1000) / 15))
      assert.equal(made.loop, null)
      for (const name of ['gif', 'mp4', 'webp'] as const) {
        const decoded = played(await decode(made.files[name].path), made.frames, made.durationMs)
        assert.deepEqual(
          decoded.frames.map((_, frame) => frameNumber(decoded, frame)),
          expected,
          name,
        )
      }
      assert.equal(made.progress.at(-1), 1)
    })
  }

  test('a boomerang of pictures shows the turning points once', async (t) => {
    const names = ['plain.png', 'gray.png', 'plain.jpg']
    const inputs = names.map((name) => join(folder, 'pictures', name))
    const made = await render(t, pool, picturesPlan(inputs, { gif: { boomerang: true }, delayMs: 130 }))
    assert.deepEqual([made.frames, made.durationMs], [4, 520])
    const gif = played(await decode(made.files.gif.path), 4, 520)
    const isGrey = gif.frames.map((_, frame) => {
      const [red, green, blue] = colorAt(gif, frame, [0.25, 0.25]).color
      return Math.max(red, green, blue) - Math.min(red, green, blue) < 12
    })
    assert.deepEqual(isGrey, [false, true, false, true])
  })

  test('transparency is preserved in reverse', async (t) => {
    const plan = videoPlan(join(folder, 'alpha-vp9.webm'), { gif: { reverse: true } })
    const { files } = await render(t, pool, plan)
    for (const name of mainRenditions) {
      const decoded = await decode(files[name].path)
      const seen = colorAt(decoded, 0, [0.25, 0.25])
      const unseen = colorAt(decoded, 0, [0.75, 0.25])
      assert.ok(distance(seen.color, corners.topLeft) <= 14, `${name} shows ${seen.color}`)
      if (name === 'gif' || name === 'webp') assert.equal(unseen.alpha, 0)
      else assert.ok(distance(unseen.color, [255, 255, 255]) <= 6)
    }
  })

  test('it plays the requested number of times, GIF and WebP', async (t) => {
    const plan = videoPlan(join(folder, 'numbered-30.mkv'), { endSeconds: 0.4, gif: { loops: 3 } })
    const { files } = await render(t, pool, plan)
    const { loop } = await sharp(await readFile(files.webp.path), { animated: true }).metadata()
    assert.equal(loop, 3)
    assert.ok([2, 3].includes((await gifLoops(files.gif.path)) ?? -1))
  })

  test('a small one takes less than the best', async (t) => {
    const input = await makeVideo(t, { seconds: 1 })
    const sizes = []
    for (const preset of ['small', 'best'] as const) {
      sizes.push((await render(t, pool, videoPlan(input, { gif: { preset } }))).files.gif.bytes)
    }
    assert.ok(sizes[0]! < sizes[1]!, sizes.join())
  })

  test('it takes no more than requested, and if that costs size every rendition has the same', async (t) => {
    const input = await makeVideo(t, { seconds: 1 })
    const free = await render(t, pool, videoPlan(input))
    assert.equal(free.sizeNote, undefined)
    for (const part of isFullRun ? [0.6, 0.15] : [0.15]) {
      const maxBytes = Math.round(free.files.gif.bytes * part)
      const made = await render(t, pool, videoPlan(input, { gif: { maxBytes } }))
      assert.ok(made.files.gif.bytes <= maxBytes, `${made.files.gif.bytes} of ${maxBytes}`)
      assert.ok(made.width <= 160 && made.frames <= 15)
      if (made.width < 160) assert.equal(made.sizeNote?.outcome, 'smaller')
      if (made.sizeNote?.outcome === 'smaller') assert.equal(made.sizeNote.width, made.width)
      assert.ok(Math.abs(made.durationMs - 1000) <= 200, `${made.durationMs} ms`)
      for (const name of mainRenditions) {
        const { width, height } = await decode(made.files[name].path)
        const even = (side: number) => (name === 'mp4' ? side + (side % 2) : side)
        assert.deepEqual([width, height], [even(made.width), even(made.height)], name)
      }
    }
    await assert.rejects(render(t, pool, videoPlan(input, { gif: { maxBytes: 300 } })), {
      code: 'invalid_value',
      field: 'max_bytes',
      retry: false,
    })
  })

  test('an unneeded limit is reported, and a rough GIF gets a suggested width that is not rough', async (t) => {
    const input = await makeVideo(t, { width: 320, height: 180, seconds: 1 })
    const folder = await makeFolder(t)
    const measure = (maxBytes: number, width: number | null = null) =>
      pool.measure(
        videoPlan(input, { gif: { preset: 'best', maxBytes: Math.round(maxBytes) }, clip: { width } }),
        folder,
        { signal: new AbortController().signal, onProgress: () => undefined },
      )
    const free = await measure(100_000_000)
    assert.deepEqual(free.sizeNote, { outcome: 'enough' })
    for (let maxBytes = free.bytes * 0.9; ; maxBytes *= 0.95) {
      const { sizeNote, width } = await measure(maxBytes)
      assert.equal(width, 320, 'it was made smaller before it was called rough')
      if (sizeNote?.outcome !== 'rough') continue
      const offered = await measure(maxBytes, sizeNote.width)
      assert.equal(offered.width, sizeNote.width)
      assert.ok(offered.sizeNote === undefined || offered.sizeNote.outcome === 'enough')
      break
    }
  })

  test('frames that take far more than the limit are refused before any is decoded', async (t) => {
    const input = await makeVideo(t, { width: 1920, height: 1080, seconds: 1, fps: 50 })
    const plan = videoPlan(input, { clip: { speed: 0.05, fps: 50, width: 1920 }, gif: { reverse: true } })
    const tiny = startPool(t, { maxFrameBytes: 300 * 2 ** 20 })
    await assert.rejects(render(t, tiny, plan), {
      code: 'media_too_large',
      retry: false,
      message: /^The frames take 7911 MB together, .* 7500 MB. Choose a shorter clip, a smaller width/,
    })
    const pictures = Array.from({ length: 3 }, () => join(folder, 'pictures', 'plain.png'))
    const small = startPool(t, { maxFrameBytes: Math.floor((3 * 100 * 100 * 4) / 25) - 1 })
    const reversed = (gif: Partial<GifOptions>) => picturesPlan(pictures, { width: 100, height: 100, gif })
    await assert.rejects(render(t, small, reversed({ reverse: true })), {
      code: 'media_too_large',
      retry: false,
      message: /Choose fewer or smaller pictures.$/,
    })
    // Frames that are encoded on arrival take no disk space.
    assert.equal((await render(t, small, reversed({}))).frames, 3)
  })
})
