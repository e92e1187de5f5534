import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { makeAnimation } from '../support/media/animations.ts'
import { flatRows, writeApng, type WrittenApng } from '../support/media/apng.ts'
import { colorAt, decode } from '../support/media/decoded.ts'
import { writeRawGif } from '../support/media/raw-gif.ts'
import { makeFolder, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

/** An opaque white frame, then a black one, of 16 by 12 pixels. */
function twoFrames(
  form: Pick<WrittenApng, 'bitDepth' | 'colorType' | 'chunks'>,
  pixels: readonly (readonly number[])[],
  pixelsAByte = 1,
): Buffer {
  const frames = pixels.map((pixel) => ({
    ...{ left: 0, top: 0, width: 16, height: 12, delay: [1, 10] as const },
    ...{ disposal: 0 as const, isBlended: false },
    rows: flatRows(16 / pixelsAByte, 12, pixel),
  }))
  return writeApng({ width: 16, height: 12, plays: 0, ...form, frames })
}

const palette = ['PLTE', Buffer.from([255, 255, 255, 0, 0, 0])] as const
const density = ['pHYs', Buffer.from([0, 0, 0x0b, 0x13, 0, 0, 0x16, 0x26, 1])] as const

describe('forms of animated pictures', () => {
  const pool = startPool({ after })

  const pngs: [what: string, bytes: () => Buffer][] = [
    ['of 1 bit, gray', () => twoFrames({ bitDepth: 1, colorType: 0 }, [[255], [0]], 8)],
    ['of 2 bits, gray', () => twoFrames({ bitDepth: 2, colorType: 0 }, [[255], [0]], 4)],
    [
      'of 1 bit, with a palette',
      () => twoFrames({ bitDepth: 1, colorType: 3, chunks: [palette] }, [[0], [255]], 8),
    ],
    [
      'of 16 bits, gray',
      () =>
        twoFrames({ bitDepth: 16, colorType: 0 }, [
          [255, 255],
          [0, 0],
        ]),
    ],
    [
      'of 16 bits, RGB',
      () => twoFrames({ bitDepth: 16, colorType: 2 }, [Array<number>(6).fill(255), Array<number>(6).fill(0)]),
    ],
    [
      'of 8 bits, with alpha',
      () =>
        twoFrames({ bitDepth: 8, colorType: 4 }, [
          [255, 255],
          [0, 255],
        ]),
    ],
    [
      'with a density of 72 by 144',
      () => twoFrames({ bitDepth: 8, colorType: 0, chunks: [density] }, [[255], [0]]),
    ],
  ]
  for (const [what, bytes] of pngs) {
    test(`an animated PNG ${what} is read`, async (t) => {
      const input = join(await makeFolder(t), 'in.png')
      await writeFile(input, bytes())
      for (const plan of [videoPlan(input), { kind: 'keep' as const, input }]) {
        const gif = await decode((await render(t, pool, plan)).files.gif.path)
        assert.deepEqual([gif.width, gif.height, gif.delaysMs], [16, 12, [100, 100]])
        assert.deepEqual(
          [0, 1].map((frame) => colorAt(gif, frame, [0.5, 0.5])),
          [
            { color: [255, 255, 255], alpha: 255 },
            { color: [0, 0, 0], alpha: 255 },
          ],
        )
      }
    })
  }

  test('the default image of an animated PNG is a frame only if the animation begins with it', async (t) => {
    const folder = await makeFolder(t)
    const shape = { width: 16, height: 12, bitDepth: 8, colorType: 0, plays: 2 } as const
    const frames = [50, 100].map((level) => ({
      ...{ left: 0, top: 0, width: 16, height: 12, delay: [12, 0] as const },
      ...{ disposal: 0 as const, isBlended: false, rows: flatRows(16, 12, [level]) },
    }))
    const input = join(folder, 'hidden.png')
    await writeFile(input, writeApng({ ...shape, frames, hidden: flatRows(16, 12, [200]) }))
    const made = await render(t, pool, { kind: 'keep', input })
    const gif = await decode(made.files.gif.path)
    assert.deepEqual([gif.delaysMs, made.kept?.loops], [[120, 120], 2])
    assert.deepEqual(
      [0, 1].map((frame) => colorAt(gif, frame, [0.5, 0.5]).color[0]),
      [50, 100],
    )
  })

  test('a truncated animated PNG is made of its complete frames, and not kept', async (t) => {
    const input = await makeAnimation(await makeFolder(t), 'apng', { delaysMs: Array<number>(8).fill(100) })
    const bytes = await readFile(input)
    await writeFile(input, bytes.subarray(0, bytes.lastIndexOf('fdAT') + 20))
    assert.equal((await render(t, pool, videoPlan(input))).frames, 7)
    await assert.rejects(render(t, pool, { kind: 'keep', input }), {
      code: 'keep_refused',
      message: /not all of its frames can be decoded/,
    })
  })

  test('an animated PNG with more damage than MAX_DAMAGED_SHARE is refused', async (t) => {
    const input = await makeAnimation(await makeFolder(t), 'apng', { delaysMs: Array<number>(10).fill(100) })
    const bytes = await readFile(input)
    const places = [...bytes.toString('latin1').matchAll(/fdAT/g)].map(({ index }) => index)
    const spoilt = async (frame: number) => {
      const copy = Buffer.from(bytes)
      copy.fill(0xff, (places[frame - 1] ?? 0) + 8, (places[frame - 1] ?? 0) + 24)
      await writeFile(input, copy)
      return render(t, pool, videoPlan(input))
    }
    assert.equal((await spoilt(8)).frames, 10)
    await assert.rejects(spoilt(5), { code: 'media_broken', message: /^The animated PNG is damaged/ })
  })

  const flat = { left: 0, top: 0, delay: [1, 10], disposal: 0, isBlended: false } as const
  const bombs: [what: string, shape: { width: number; height: number; frames: number }, message: RegExp][] = [
    [
      'of 30,000 x 30,000',
      { width: 30_000, height: 30_000, frames: 2 },
      /more pixels in a frame than this service/,
    ],
    [
      'of 400 frames of 6000 x 6000',
      { width: 6000, height: 6000, frames: 400 },
      /more frames than this service accepts for their size/,
    ],
  ]
  for (const [what, { width, height, frames }, message] of bombs) {
    test(`an animated PNG ${what} is refused before it is decoded`, async (t) => {
      const input = join(await makeFolder(t), 'in.png')
      const one = { ...flat, width, height, rows: [] }
      const shape = { width, height, bitDepth: 8, colorType: 0, plays: 0 } as const
      await writeFile(input, writeApng({ ...shape, frames: Array.from({ length: frames }, () => one) }))
      await assert.rejects(render(t, pool, videoPlan(input)), {
        code: 'media_too_large',
        message,
      })
    })
  }

  test('the aspect byte of a GIF changes nothing', async (t) => {
    const input = await makeAnimation(await makeFolder(t), 'gif', { delaysMs: [100, 100] })
    const bytes = await readFile(input)
    bytes[12] = 113
    await writeFile(input, bytes)
    for (const plan of [videoPlan(input), { kind: 'keep' as const, input }]) {
      const made = await render(t, pool, plan)
      assert.deepEqual([made.width, made.height, made.durationMs], [64, 48, 200])
    }
  })

  test('pixels that no frame of a GIF covers are transparent, whatever the background color', async (t) => {
    const input = join(await makeFolder(t), 'in.gif')
    const frame = {
      ...{ width: 8, height: 8, isInterlaced: false, localColors: null, before: [], clearEvery: 14 },
      ...{ hasEndCode: true, surplus: 0, startsClear: true },
      control: { delay: 10, disposal: 2, transparentIndex: null },
    }
    const colors = Array.from({ length: 16 }, (_, index) => [
      index === 1 ? 255 : 0,
      index === 2 ? 255 : 0,
      0,
    ]).flat()
    const head = { version: '89a', width: 16, height: 16, flags: 0x70, background: 2, colors } as const
    const pixels = Array<number>(64).fill(1)
    const frames = [0, 8].map((place) => ({ ...frame, left: place, top: place, indices: pixels }))
    await writeFile(input, writeRawGif({ ...head, frames, repeats: 0, end: [0x3b] }))
    const crop = { x: 0, y: 0, width: 12, height: 12 }
    for (const clip of [{}, { crop }]) {
      const gif = await decode((await render(t, pool, videoPlan(input, { clip }))).files.gif.path)
      const alphas = (frame: number) =>
        [2, 9].map((place) => gif.frames[frame]?.[(place * gif.width + place) * 4 + 3])
      assert.deepEqual(
        [alphas(0), alphas(1), gif.delaysMs],
        [
          [255, 0],
          [0, 255],
          [100, 100],
        ],
      )
    }
  })
})
