import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BothKernels, palettes, randomNumbers } from '../../support/rendering/both-kernels.ts'
import { randomRuns } from '../../support/full-run.ts'

const pixels = 2500
const both = new BothKernels(pixels)

test('the displayed picture is kept as opaque colors, and unchanged pixels keep theirs', () => {
  fc.assert(
    fc.property(palettes, fc.integer(), (palette, seed) => {
      const canvas = both.agree((memory) => {
        const { at, kernels } = memory
        memory.words(at.indexed, 256).fill(0).set(palette)
        memory.bytes(at.shown, pixels).set(randomNumbers(seed, pixels, palette.length + 1))
        memory.words(at.canvas, pixels).fill(0x40_30_20)
        kernels.updateCanvas(at.canvas, at.shown, pixels, at.indexed, palette.length)
        return memory.words(at.canvas, pixels).slice()
      })
      const shown = both.compiled.bytes(both.compiled.at.shown, pixels)
      for (const [place, pixel] of canvas.entries()) {
        const color = palette[shown[place] ?? 0]
        assert.equal(pixel, color === undefined ? 0x40_30_20 : (color | 0xff_00_00_00) >>> 0)
      }
    }),
    randomRuns(50),
  )
})
