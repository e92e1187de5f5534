import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  mainRenditions,
  type RenditionFile,
  type RenditionName,
  renditionNames,
  renditions,
  renditionShape,
} from '#src/media/rendition.ts'
import { type LadderGif, missingRenditions, resolveRendition } from '#src/media/resolve-rendition.ts'
import { randomRuns } from '../support/full-run.ts'

type Size = { width: number; height: number; frames: number; durationMs: number; hasAlpha: boolean }

const size = fc.record({
  width: fc.integer({ min: 16, max: 2000 }),
  height: fc.integer({ min: 16, max: 2000 }),
  frames: fc.integer({ min: 1, max: 900 }),
  durationMs: fc.integer({ min: 40, max: 60_000 }),
  hasAlpha: fc.boolean(),
})

function gifWith(gif: Size, bytesOf: Partial<Record<RenditionName, number>>): LadderGif {
  const files = Object.entries(bytesOf).map(([name, bytes]): [string, RenditionFile] => [
    name,
    { ...renditionShape(name as RenditionName, gif), bytes },
  ])
  return { ...gif, renditions: Object.fromEntries(files) }
}

const mainBytes = { gif: 3_000_000, mp4: 300_000, webp: 900_000, thumb: 30_000 }
const wide = { width: 480, height: 270, frames: 75, durationMs: 5000, hasAlpha: false }

describe('the renditions of a GIF', () => {
  test('have ids and files of their own', () => {
    const all = renditionNames.map((name) => renditions[name])
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
    assert.equal(new Set(all.map(({ file }) => file)).size, all.length)
  })

  test('are complete once all missing ones are made', () => {
    fc.assert(
      fc.property(size, fc.integer({ min: 1, max: 9_000_000 }), (gif, bytes) => {
        const before = gifWith(gif, { ...mainBytes, gif: bytes })
        const made = Object.fromEntries(
          missingRenditions(before).map((name) => [name, renditions[name].maxBytes ?? 1000]),
        )
        assert.deepEqual(missingRenditions(gifWith(gif, { ...mainBytes, gif: bytes, ...made })), [])
      }),
      randomRuns(100),
    )
  })

  test('each have a file of their size once made, never larger than the GIF', () => {
    fc.assert(
      fc.property(size, (gif) => {
        const before = gifWith(gif, mainBytes)
        const made = Object.fromEntries(
          missingRenditions(before).map((name) => [name, renditions[name].maxBytes ?? 1000]),
        )
        const after = gifWith(gif, { ...mainBytes, ...made })
        for (const name of renditionNames) {
          const { alphaOnly, maxBytes, codec } = renditions[name]
          if (alphaOnly && !gif.hasAlpha) continue
          const { file, name: resolved } = resolveRendition(after, name)
          const { width, height } = renditionShape(name, gif)
          assert.deepEqual([file.width, file.height], [width, height], `${name} by ${resolved}`)
          assert.equal(renditions[resolved].codec, codec)
          assert.ok(maxBytes === null || (file.bytes ?? Infinity) <= maxBytes)
        }
      }),
      randomRuns(100),
    )
  })

  test('are each represented by an existing file from the first moment on', () => {
    fc.assert(
      fc.property(size, fc.subarray(renditionNames), (gif, some) => {
        const bytes = Object.fromEntries(some.map((name) => [name, 1000]))
        const partly = gifWith(gif, { ...bytes, ...mainBytes })
        for (const name of renditionNames)
          assert.equal(
            resolveRendition(partly, name).file,
            partly.renditions[resolveRendition(partly, name).name],
          )
      }),
      randomRuns(100),
    )
  })

  test('until made, are represented by the next larger one', () => {
    const gif = gifWith(wide, { ...mainBytes, gif200h: 900_000, gif220w: 500_000, gif200w: 400_000 })
    assert.equal(resolveRendition(gif, 'gif100w').name, 'gif200w')
    assert.equal(resolveRendition(gif, 'gif90h').name, 'gif200w')
    assert.equal(resolveRendition(gif, 'webm').name, 'mp4')
    assert.equal(resolveRendition(gif, 'still200w').name, 'thumb')
  })

  test('with a byte limit are represented by the largest file within it until made', () => {
    const gif = gifWith(wide, { ...mainBytes, gif200h: 900_000, gif220w: 500_000 })
    assert.equal(resolveRendition(gif, 'gif2mb').name, 'gif200h')
    assert.equal(resolveRendition(gif, 'gif5mb').name, 'gif')
    assert.equal(resolveRendition(gif, 'gifPreview').name, 'gif220w')
  })

  test('that keep transparency are not represented by a still on white', () => {
    const sticker = { width: 200, height: 150, frames: 10, durationMs: 1000, hasAlpha: true }
    const gif = gifWith(sticker, { ...mainBytes, still360w: 4000 })
    assert.ok(missingRenditions(gif).includes('webpStill'))
    assert.equal(resolveRendition(gif, 'webpStill').name, 'webp')
  })

  test('with a byte limit are represented by a file that nearly fills it', () => {
    const core = { ...mainBytes, gif: 8_600_000, gif200h: 3_700_000, gif220w: 2_100_000, gif200w: 1_790_000 }
    const gif = gifWith(wide, { ...core, gifRough: 6_600_000 })
    const missing = missingRenditions(gif)
    for (const name of ['gif2mb', 'gif5mb', 'gif8mb'] as const) assert.ok(!missing.includes(name))
    assert.equal(resolveRendition(gif, 'gif2mb').name, 'gif200w')
    assert.equal(resolveRendition(gif, 'gif5mb').name, 'gif200h')
    assert.equal(resolveRendition(gif, 'gif8mb').name, 'gifRough')
    assert.ok(missingRenditions(gifWith(wide, { ...core, gif200w: 1_300_000 })).includes('gif2mb'))
  })

  test('are few for a small GIF', () => {
    const small = { width: 80, height: 60, frames: 5, durationMs: 500, hasAlpha: false }
    const missing = missingRenditions(gifWith(small, { gif: 20_000, mp4: 9000, webp: 9000, thumb: 900 }))
    assert.deepEqual(missing, ['gifRough', 'webm', 'still360w'])
    assert.equal(mainRenditions.length, 4)
  })
})
