import { test } from 'node:test'
import fc from 'fast-check'
import { sortPalette } from '../../../src/gif/palette/palette.ts'
import { BothKernels, randomNumbers, setPalette } from '../../support/rendering/both-kernels.ts'
import { randomRuns } from '../../support/full-run.ts'

const side = 64
const tile = 8
const both = new BothKernels(side * side)

/**
 * The colors of a grid of three steps along each axis: for many colors, mixtures in several directions are equally
 * good.
 */
const grids = fc.record({
  first: fc.nat(40),
  step: fc.oneof(fc.constantFrom(10, 15, 16, 20), fc.integer({ min: 5, max: 100 })),
})

/** RGBA of tiles as large as the pattern, each of one color; usually two of its channels are equal. */
function drawTiles(first: number, step: number, seed: number): Uint8Array {
  const tiles = randomNumbers(seed, (side / tile) ** 2, 1 << 24).map((random) => {
    const one = first + (random % (2 * step))
    const other = first + ((random >> 8) % (2 * step))
    const third = first + ((random >> 16) % 3) * step
    const kinds = [
      [one, one, other],
      [one, other, one],
      [one, one, one],
      [one, other, third],
      [third, one, third],
    ]
    return [...(kinds[random % kinds.length] ?? []), 255]
  })
  const rgba = new Uint8Array(side * side * 4)
  for (let place = 0; place < side * side; place++) {
    const column = Math.floor((place % side) / tile)
    const row = Math.floor(place / side / tile)
    rgba.set(tiles[row * (side / tile) + column] ?? [], place * 4)
  }
  return rgba
}

test('both kernels choose the same among nearly equal mixtures, with the same share', () => {
  fc.assert(
    fc.property(
      grids,
      fc.integer(),
      fc.constantFrom(0, 0.15, 0.25, 1 / 3, 0.4, 0.5, 0.9),
      fc.constantFrom(0, 1, 4, 6, 9, 25),
      ({ first, step }, seed, dither, flat) => {
        const steps = [0, 1, 2].map((count) => first + count * step)
        const palette = sortPalette(
          steps.flatMap((red) =>
            steps.flatMap((green) => steps.map((blue) => red | (green << 8) | (blue << 16))),
          ),
        )
        const rgba = drawTiles(first, step, seed)
        both.agree((memory) => {
          const { at, kernels, frames } = memory
          const [frame = 0] = frames
          setPalette(memory, palette, { dither, flat, neighbors: 12 })
          memory.bytes(frame, rgba.length).set(rgba)
          memory.bytes(at.anchors, rgba.length).fill(0)
          memory.bytes(at.shown, side * side).fill(palette.length)
          kernels.chooseColors(
            frame,
            at.anchors,
            at.shown,
            at.first,
            at.second,
            side,
            side,
            0,
            palette.length,
            255,
            0,
            0,
            at.stills,
            at.box,
          )
          return memory.bytes(at.first, side * side)
        })
      },
    ),
    randomRuns(150),
  )
})
