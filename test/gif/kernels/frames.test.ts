import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  BothKernels,
  mixtureSettings,
  palettes,
  randomNumbers,
  setPalette,
} from '../../support/rendering/both-kernels.ts'
import { disturb, drawFrame, drawnFrames, sides } from '../../support/media/random-frames.ts'
import { randomRuns } from '../../support/full-run.ts'

const maxSide = 70
const both = new BothKernels(maxSide * maxSide)

test('alpha is decided identically, and vanished pixels are found', () => {
  fc.assert(
    fc.property(
      sides(maxSide),
      sides(maxSide),
      fc.tuple(drawnFrames, drawnFrames),
      (width, height, drawn) => {
        both.agree((memory) => {
          const { at, kernels } = memory
          const settled = drawn.map((frame, index) => {
            const address = memory.frames[index] ?? 0
            memory.bytes(address, width * height * 4).set(drawFrame(frame, width, height))
            return kernels.thresholdAlpha(address, (width * height + 3) & ~3)
          })
          const [one = 0, other = 0] = memory.frames
          const isCleared = kernels.findCleared(one, other, width, height, at.box)
          const frames = [one, other].map((address) => memory.words(address, width * height))
          return { settled, isCleared, box: memory.signed(at.box, 4), frames }
        })
      },
    ),
    randomRuns(150),
  )
})

test('the box of vanished pixels encloses exactly those', () => {
  const result = both.agree((memory) => {
    const { at, kernels } = memory
    const [frame = 0, next = 0] = memory.frames
    memory.words(frame, 50).fill(0xff_00_00_00)
    const after = memory.words(next, 50).fill(0xff_ff_00_00)
    after[23] = 0
    after[37] = 0
    return { isFound: kernels.findCleared(frame, next, 10, 5, at.box), box: memory.signed(at.box, 4) }
  })
  assert.deepEqual(result, { isFound: 1, box: Int32Array.of(3, 2, 8, 4) })
})

test('each pixel is painted with the same choices, from the same settings', () => {
  fc.assert(
    fc.property(
      fc.tuple(sides(maxSide), sides(maxSide), drawnFrames, palettes, mixtureSettings),
      fc.record({
        seed: fc.integer(),
        change: fc.constantFrom(0, 1, 3, 9, 200),
        hold: fc.nat(8),
        // -1: only changes are marked.
        busy: fc.oneof(fc.nat(12), fc.constant(-1)),
        stillHold: fc.nat(16),
        stillMean: fc.constantFrom(0, 10, 20, 64),
      }),
      ([width, height, drawn, palette, mixtures], { seed, change, hold, busy, stillHold, stillMean }) => {
        const pixels = width * height
        const before = drawFrame(drawn, width, height)
        const after = disturb(before, seed, change)
        both.agree((memory) => {
          setPalette(memory, palette, mixtures)
          const { at, kernels } = memory
          const [frame = 0] = memory.frames
          memory.bytes(at.anchors, pixels * 4).set(before)
          memory.bytes(frame, pixels * 4).set(after)
          memory.bytes(at.shown, pixels).set(randomNumbers(seed, pixels, palette.length + 1))
          kernels.thresholdAlpha(frame, (pixels + 3) & ~3)
          kernels.thresholdAlpha(at.anchors, (pixels + 3) & ~3)
          kernels.chooseColors(
            frame,
            at.anchors,
            at.shown,
            at.first,
            at.second,
            width,
            height,
            hold,
            palette.length,
            busy,
            stillHold,
            stillMean,
            at.stills,
            at.box,
          )
          return {
            anchors: memory.words(at.anchors, pixels),
            first: memory.bytes(at.first, pixels),
            second: memory.bytes(at.second, pixels),
            box: memory.signed(at.box, 4),
          }
        })
      },
    ),
    randomRuns(250),
  )
})

test('dithered dots have the mean of the area they represent', () => {
  // Between two grays, an eighth at a time: 64 pixels of one color, all painted.
  for (const [wanted, bright] of [
    [100, 0],
    [104, 8],
    [108, 16],
    [116, 32],
    [124, 48],
    [132, 64],
  ] as const) {
    const first = both.agree((memory) => {
      setPalette(memory, Uint32Array.of(100 * 0x01_01_01, 132 * 0x01_01_01), { dither: 0, flat: 0 })
      const { at, kernels } = memory
      const [frame = 0] = memory.frames
      memory.words(at.anchors, 64).fill(0)
      memory.bytes(at.shown, 64).fill(2)
      memory.words(frame, 64 + 9).fill((0xff_00_00_00 | (wanted * 0x01_01_01)) >>> 0)
      kernels.chooseColors(
        frame,
        at.anchors,
        at.shown,
        at.first,
        at.second,
        8,
        8,
        0,
        2,
        255,
        0,
        0,
        at.stills,
        at.box,
      )
      return memory.bytes(at.first, 64)
    })
    assert.equal(first.filter((index) => index === 1).length, bright)
  }
})

test('noise is smoothed and a step is kept', () => {
  const painted = (after: (place: number) => number) =>
    both.agree((memory) => {
      setPalette(memory, Uint32Array.of(0, 0xff_ff_ff))
      const { at, kernels } = memory
      const [frame = 0] = memory.frames
      memory.words(at.anchors, 64).fill(0xff_60_60_60)
      memory.words(frame, 64).set(Array.from({ length: 64 }, (_, place) => after(place)))
      kernels.chooseColors(
        frame,
        at.anchors,
        at.shown,
        at.first,
        at.second,
        16,
        4,
        1,
        2,
        6,
        4,
        10,
        at.stills,
        at.box,
      )
      return memory.signed(at.box, 4)[3] !== 0
    })
  assert.equal(
    painted((place) => (place % 2 === 0 ? 0xff_63_63_63 : 0xff_5d_5d_5d)),
    false,
  )
  assert.equal(
    painted(() => 0xff_62_62_62),
    true,
  )
})

test('noise is averaged over the frames in which a pixel stays', () => {
  fc.assert(
    fc.property(
      fc.tuple(sides(maxSide), sides(maxSide), drawnFrames, fc.integer({ min: 1, max: 3 })),
      fc.record({
        seed: fc.integer(),
        change: fc.constantFrom(0, 1, 3, 9, 200),
        hold: fc.nat(8),
        stillHold: fc.nat(16),
        stillMean: fc.constantFrom(0, 10, 20, 64),
      }),
      ([width, height, drawn, coming], { seed, change, hold, stillHold, stillMean }) => {
        const frame = drawFrame(drawn, width, height)
        both.agree((memory) => {
          const { at, kernels } = memory
          const [first = 0, ...others] = memory.frames
          for (const [place, address] of [first, ...others, at.anchors].entries()) {
            const picture = place === 0 ? frame : disturb(frame, seed + place, change)
            memory.bytes(address, frame.length).set(picture)
            kernels.thresholdAlpha(address, (width * height + 3) & ~3)
          }
          const [next = 0, second = 0, third = 0] = others.map((address, place) =>
            place < coming ? address : 0,
          )
          kernels.averageNoise(
            first,
            next,
            second,
            third,
            at.anchors,
            width,
            height,
            hold,
            stillHold,
            stillMean,
          )
          return memory.words(first, width * height)
        })
      },
    ),
    randomRuns(150),
  )
})

test('still areas get the mean of their noise, and moving ones stay unchanged', () => {
  const averaged = (...grays: readonly (readonly [number, number])[]) =>
    both.agree((memory) => {
      const { at, kernels } = memory
      memory.words(at.anchors, 16).fill(0)
      for (const [place, [even, odd]] of grays.entries()) {
        const frame = memory.words(memory.frames[place] ?? 0, 16)
        for (let pixel = 0; pixel < 16; pixel++) {
          frame[pixel] = (0xff_00_00_00 | ((pixel % 2 === 0 ? even : odd) * 0x01_01_01)) >>> 0
        }
      }
      const [first = 0, next = 0, second = 0, third = 0] = memory.frames
      kernels.averageNoise(first, next, second, third, at.anchors, 4, 4, 1, 8, 16)
      return [...memory.words(first, 2)].map((pixel) => pixel & 255)
    })
  assert.deepEqual(averaged([100, 104], [104, 100], [100, 104], [104, 100]), [102, 102])
  assert.deepEqual(averaged([100, 104], [104, 100], [130, 130], [130, 130]), [102, 102])
  assert.deepEqual(averaged([100, 104], [104, 100], [130, 130], [104, 100]), [102, 102])
  assert.deepEqual(averaged([100, 104], [130, 130], [100, 104], [104, 100]), [100, 104])
  assert.deepEqual(averaged([100, 100], [120, 80], [100, 100], [100, 100]), [100, 100])
})

test('indices are translated', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 99 }), fc.integer(), (indices, seed) => {
      const table = randomNumbers(seed, 256, 256)
      const translated = both.agree((memory) => {
        memory.bytes(memory.at.shown, indices.length).set(indices)
        memory.bytes(memory.at.table, 256).set(table)
        memory.kernels.translate(memory.at.shown, indices.length, memory.at.table)
        return memory.bytes(memory.at.shown, indices.length)
      })
      assert.deepEqual(
        [...translated],
        [...indices].map((index) => table[index]),
      )
    }),
    randomRuns(100),
  )
})
