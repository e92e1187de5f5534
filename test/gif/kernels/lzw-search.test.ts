import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Box, tableBits } from '#src/gif/encode/container.ts'
import { EncoderMemory, worthBytes } from '#src/gif/kernels/encoder-memory.ts'
import type { Palette } from '#src/gif/palette/palette.ts'
import { palettes, randomNumbers, setPalette } from '../../support/rendering/both-kernels.ts'
import { decodeLzw } from '../../support/media/lzw-decoder.ts'
import { drawFrame, drawnFrames } from '../../support/media/random-frames.ts'
import { randomRuns } from '../../support/full-run.ts'

const maxSide = 180
const memory = new EncoderMemory(maxSide * maxSide, 1)

type Picture = {
  width: number
  height: number
  /** RGBA. */
  pixels: Uint8Array
  /** One value per pixel: 1 if it stays. */
  stays: readonly boolean[]
  /** The previous index of each pixel, or the length of the palette where only the canvas knows. */
  shown: readonly number[]
  /** The previous colors, 0 if the pixel had no color. */
  canvas: readonly number[]
}

/** Encodes a box of a picture by search; returns the output, decoded by another decoder, and the picture then shown. */
function search(palette: Palette, picture: Picture, box: Box, bitCost: number) {
  const { at, kernels } = memory
  const { width, height, pixels, stays, shown, canvas } = picture
  const clear = palette.length
  setPalette(memory, palette)
  memory.bytes(at.first, width * height).set(stays.map((isStill) => (isStill ? clear : 0)))
  memory.bytes(at.shown, width * height).set(shown)
  memory.bytes(at.anchors, pixels.length).set(pixels)
  memory.words(at.canvas, width * height).set(canvas)
  memory.bytes(at.worths, worthBytes).fill(0)
  const { left, top, right, bottom } = box
  const bits = Math.max(2, tableBits(clear + 1))
  const planes = [at.first, at.shown, at.anchors, at.canvas, at.worths] as const
  const sides = [width, left, top, right, bottom] as const
  const length = kernels.encodeBoxBySearch(...planes, ...sides, bits, clear, bitCost, at.output)
  const { indices } = decodeLzw(memory.bytes(at.output, length))
  assert.ok(length <= 1.6 * indices.length + 16)
  return {
    length,
    indices,
    shown: memory.bytes(at.shown, width * height).slice(),
    canvas: memory.words(at.canvas, width * height).slice(),
  }
}

const boxes = fc
  .tuple(fc.integer({ min: 1, max: maxSide }), fc.integer({ min: 1, max: maxSide }), fc.integer())
  .map(([width, height, seed]) => {
    const [left = 0, top = 0] = [width, height].map((side, place) => Math.abs(seed >> place) % side)
    return { width, height, box: { left, top, right: width, bottom: height } }
  })

const bitCosts = fc.constantFrom(0.1, 3, 90, 900, 4000)

test('a box decodes to the displayed picture; kept pixels are unchanged, and no pixel shows an unpainted color', () => {
  fc.assert(
    fc.property(
      boxes,
      fc.tuple(palettes, drawnFrames, bitCosts, fc.integer(), fc.constantFrom(1, 2, 9)),
      ({ width, height, box }, [palette, drawn, bitCost, seed, variety]) => {
        const clear = palette.length
        const shown = randomNumbers(seed, width * height, clear + 1)
        const canvas = shown.map((index, place) => {
          const unknown = place % 3 === 0 ? 0 : 0xff_10_20_30
          return index === clear ? unknown : ((palette[index] ?? 0) | 0xff_00_00_00) >>> 0
        })
        const stays = randomNumbers(~seed, width * height, variety + 1).map((number) => number === 0)
        const pixels = drawFrame(drawn, width, height).map((level, place) => (place % 4 === 3 ? 255 : level))
        const result = search(palette, { width, height, pixels, stays, shown, canvas }, box, bitCost)
        const columns = box.right - box.left
        assert.equal(result.indices.length, columns * (box.bottom - box.top))
        for (const [place, index] of result.indices.entries()) {
          const at = (box.top + Math.floor(place / columns)) * width + box.left + (place % columns)
          if (stays[at] === true) assert.ok(index === clear || index === shown[at])
          else if (index === clear) assert.notEqual(canvas[at], 0)
          const expected = index === clear ? canvas[at] : ((palette[index] ?? 0) | 0xff_00_00_00) >>> 0
          assert.equal(result.canvas[at], expected)
          assert.equal(result.shown[at], index === clear ? shown[at] : index)
        }
      },
    ),
    randomRuns(150, 50),
  )
})

/** A gradient of grays with noise, and nothing shown before. */
function noisySlope(side: number): Picture {
  const noise = randomNumbers(7, side * side, 13)
  const pixels = Uint8Array.from({ length: side * side * 4 }, (_, byte) => {
    const place = byte >> 2
    return byte % 4 === 3 ? 255 : Math.min(254, (place % side) + (noise[place] ?? 0))
  })
  const none = Array.from({ length: side * side }, () => 0)
  return { width: side, height: side, pixels, stays: none.map(() => false), shown: none, canvas: none }
}

const grays = Uint32Array.from({ length: 255 }, (_, level) => level * 0x01_01_01)
const whole = { left: 0, top: 0, right: maxSide, bottom: maxSide }

test('the higher the cost per bit, the fewer bits are written, and means stay right', () => {
  const picture = noisySlope(maxSide)
  let before = Infinity
  for (const bitCost of [1, 10, 100, 1000]) {
    const { length, indices } = search(grays, picture, whole, bitCost)
    assert.ok(length < before * 0.95, `${length} bytes after ${before}`)
    before = length
    // Means of 12 x 12 pixels, away from the edges, where diffused errors begin.
    for (let y = 12; y < maxSide - 12; y += 12) {
      for (let x = 12; x < maxSide - 12; x += 12) {
        let difference = 0
        for (let place = 0; place < 144; place += 1) {
          const at = (y + Math.floor(place / 12)) * maxSide + x + (place % 12)
          difference += (indices[at] ?? 0) - (picture.pixels[at * 4] ?? 0)
        }
        assert.ok(
          Math.abs(difference / 144) < 1 + Math.sqrt(bitCost) / 6,
          `${difference / 144} at ${x}, ${y}`,
        )
      }
    }
  }
})

test('the search keeps its data in its own memory area', () => {
  const { at, kernels } = memory
  const end: unknown = Reflect.get(kernels, 'searchEnd')
  assert.ok(end instanceof Object && Reflect.get(end, 'value') <= at.cache)
})
