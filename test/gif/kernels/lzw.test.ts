import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Box, tableBits } from '#src/gif/encode/container.ts'
import type { EncoderMemory } from '../../../src/gif/kernels/encoder-memory.ts'
import type { Palette } from '../../../src/gif/palette/palette.ts'
import { BothKernels, palettes, randomNumbers, setPalette } from '../../support/rendering/both-kernels.ts'
import { type DecodedLzw, decodeLzw } from '../../support/media/lzw-decoder.ts'
import { disturb, drawFrame, drawnFrames, sides } from '../../support/media/random-frames.ts'
import { randomRuns } from '../../support/full-run.ts'

const maxSide = 180
const both = new BothKernels(maxSide * maxSide)

type Planes = { width: number; first: ArrayLike<number>; second: ArrayLike<number>; sources: Uint8Array }

/**
 * Encodes a box with both kernels; returns their output, decoded, and the picture then shown where 0 was shown before.
 */
function code(
  palette: Palette,
  { width, first, second, sources }: Planes,
  box: Box,
  losses: [number, number],
) {
  const bits = Math.max(2, tableBits(palette.length + 1))
  const { data, shown } = both.agree((memory) => {
    const { at, kernels } = memory
    setPalette(memory, palette)
    memory.bytes(at.first, first.length).set(first)
    memory.bytes(at.second, second.length).set(second)
    memory.bytes(at.shown, first.length).fill(0)
    memory.bytes(at.anchors, sources.length).set(sources)
    const length = kernels.encodeBox(
      at.first,
      at.second,
      at.shown,
      at.anchors,
      width,
      box.left,
      box.top,
      box.right,
      box.bottom,
      bits,
      palette.length,
      ...losses,
      at.output,
    )
    return { data: memory.bytes(at.output, length), shown: memory.bytes(at.shown, first.length) }
  })
  const decoded = decodeLzw(data)
  assert.ok(data.length <= 1.6 * decoded.indices.length + 16)
  return { ...decoded, shown }
}

/** Asserts that each pixel of a box got one of its choices, or a near one, and that the displayed picture is known. */
function checkChoices(
  palette: Palette,
  { width, first, second }: Planes,
  { left, top, right, bottom }: Box,
  { indices, shown }: DecodedLzw & { shown: Uint8Array },
): void {
  const clear = palette.length
  assert.equal(indices.length, (right - left) * (bottom - top))
  for (const [place, index] of indices.entries()) {
    const at = (top + Math.floor(place / (right - left))) * width + left + (place % (right - left))
    if (first[at] === clear) assert.ok(index === clear || index === second[at])
    else assert.ok(index === first[at] || nearest(palette, first[at] ?? 0, 8).includes(index))
    assert.equal(shown[at], index === clear ? 0 : index)
  }
}

function nearest(palette: Palette, index: number, most: number): number[] {
  const distance = (other: number) =>
    [0, 8, 16].reduce((sum, shift) => {
      const between = (((palette[other] ?? 0) >> shift) & 255) - (((palette[index] ?? 0) >> shift) & 255)
      return sum + between * between
    }, 0)
  const others = [...palette.keys()].filter((other) => other !== index)
  return others.toSorted((one, other) => distance(one) - distance(other) || one - other).slice(0, most)
}

const boxes = fc
  .tuple(sides(maxSide / 3), sides(maxSide / 3), fc.nat(20), fc.nat(20), fc.nat(20), fc.nat(20))
  .map(([columns, rows, left, top, after, below]) => ({
    width: left + columns + after,
    height: top + rows + below,
    box: { left, top, right: left + columns, bottom: top + rows },
  }))

const losses = fc.tuple(fc.constantFrom(0, 2, 16.5, 500), fc.constantFrom(0, 24, 3000))

test('a box of any choices decodes to one of them', () => {
  fc.assert(
    fc.property(
      boxes,
      palettes,
      fc.integer(),
      fc.integer({ min: 1, max: 256 }),
      losses,
      (sized, palette, ...rest) => {
        const [seed, variety, loss] = rest
        const { width, height, box } = sized
        const choices = Math.min(variety, palette.length + 1)
        const index = (number: number) => palette.length - (number % choices)
        const planes = {
          width,
          first: randomNumbers(seed, width * height, 1 << 20).map(index),
          second: randomNumbers(~seed, width * height, 1 << 20).map(index),
          sources: Uint8Array.from(randomNumbers(seed ^ 9, width * height * 4, 256)),
        }
        checkChoices(palette, planes, box, code(palette, planes, box, loss))
      },
    ),
    randomRuns(120, 40),
  )
})

test('pictures of many codes decode to acceptable colors', () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.integer({ min: 100, max: maxSide }), fc.integer({ min: 100, max: maxSide })),
      drawnFrames,
      palettes,
      fc.integer(),
      losses,
      ([width, height], drawn, palette, seed, loss) => {
        const before = drawFrame(drawn, width, height)
        const planes = both.agree((memory) => choose(memory, palette, before, seed, width, height))
        const box = { left: 0, top: 0, right: width, bottom: height }
        const sources = disturb(before, seed, 9)
        checkChoices(palette, { ...planes, sources }, box, code(palette, { ...planes, sources }, box, loss))
      },
    ),
    randomRuns(20, 8),
  )
})

/** The choices for a picture that follows another, as if that had been painted without dithering. */
function choose(
  memory: EncoderMemory,
  palette: Palette,
  before: Uint8Array,
  ...rest: [number, number, number]
) {
  const [seed, width, height] = rest
  const { at, kernels } = memory
  const [frame = 0] = memory.frames
  setPalette(memory, palette)
  memory.bytes(at.anchors, before.length).set(before)
  memory.bytes(frame, before.length).set(disturb(before, seed, 9))
  memory.bytes(at.shown, width * height).fill(palette.length)
  kernels.chooseColors(
    frame,
    at.anchors,
    at.shown,
    at.first,
    at.second,
    width,
    height,
    2,
    palette.length,
    6,
    6,
    10,
    at.stills,
    at.box,
  )
  const [first, second] = [at.first, at.second].map((plane) => memory.bytes(plane, width * height).slice())
  return { width, first: first ?? [], second: second ?? [] }
}

const grays = Uint32Array.from({ length: 255 }, (_, level) => level * 0x01_01_01)
const whole = { left: 0, top: 0, right: maxSide, bottom: maxSide }

function encodeGrays(first: readonly number[], loss: number): DecodedLzw {
  const sources = Uint8Array.from(first.flatMap((level) => [level, level, level, 255]))
  return code(grays, { width: maxSide, first, second: first, sources }, whole, [loss, loss])
}

test('LZW keeps its data in its own memory area', () => {
  const end: unknown = Reflect.get(both.compiled.kernels, 'lzwEnd')
  assert.ok(end instanceof Object && Reflect.get(end, 'value') <= both.compiled.at.search)
  const pixels = maxSide * maxSide
  both.agree((memory) => {
    const { at, kernels } = memory
    const end = at.nearest - at.cache
    setPalette(
      memory,
      Uint32Array.from({ length: 255 }, (_, index) => index),
    )
    memory.bytes(at.first, pixels).set(randomNumbers(3, pixels, 255))
    memory.bytes(at.second, pixels).set(memory.bytes(at.first, pixels))
    const behind = memory.bytes(at.cache, end).fill(0xaa)
    const box = [0, 0, maxSide, maxSide] as const
    kernels.encodeBox(at.first, at.second, at.shown, at.anchors, maxSide, ...box, 8, 255, 0, 0, at.output)
    return behind.every((byte) => byte === 0xaa)
  })
})

test('a full table is kept while it is effective, and cleared when the picture changes', () => {
  const pixels = maxSide * maxSide
  const noise = randomNumbers(3, pixels, 200)
  // Each code is new until the table is full; repeated noise is already known.
  const repeated = noise.map((_, at) => noise[at % 2000] ?? 0)
  const changed = noise.map((level, at) => (at < pixels / 2 ? level : (at >> 4) % 9))
  assert.equal(encodeGrays(repeated, 0).clears, 1)
  assert.ok(encodeGrays(noise, 0).codes > 4096)
  assert.ok(encodeGrays(changed, 0).clears > 1)
})

test('loss takes fewer codes, and means stay', () => {
  const levels = randomNumbers(7, maxSide * maxSide, 12).map((noise) => 90 + noise)
  const [exact, lossy] = [encodeGrays(levels, 0), encodeGrays(levels, 16)]
  assert.deepEqual(exact.indices, levels)
  assert.ok(lossy.codes < exact.codes * 0.8)
  const mean = (numbers: number[]) => numbers.reduce((sum, level) => sum + level, 0) / numbers.length
  assert.ok(Math.abs(mean(lossy.indices) - mean(levels)) < 0.1)
})
