import type { Kernels } from '#src/gif/kernels/kernels.ts'
import type { ReferenceMemory } from './memory.ts'

/** Weights are in 16,384ths. */
const shift = 14
const half = 1 << 13
/** Leaves 15 bits of a sum of bytes by weights. */
const levelShift = 7
/** Leaves 14 bits of a sum of levels of 15 bits by weights of 12. */
const rowShift = 13
const rowHalf = 1 << 12

/**
 * Makes rows of a frame of `rows` rows, `bytes` bytes each. For each row of the target, `spans` has its first source
 * row, and `weights` has `taps` weights for it and the rows after it.
 */
export function scaleRows(memory: ReferenceMemory, ...args: Parameters<Kernels['scaleRows']>): void {
  const [source, target, bytes, rows, spans, weights, taps] = args
  for (let row = 0; row < rows; row++) {
    const first = source + memory.word(spans + row * 4) * bytes
    for (let x = 0; x < bytes; x++) {
      const sum = weightedSum(memory, first + x, bytes, weights + row * taps * 2, taps)
      memory.setByte(target + row * bytes + x, sum)
    }
  }
}

/**
 * Makes the columns of a frame of `rows` rows: `columns` pixels from each row of `width` pixels, like `scaleRows` makes
 * rows.
 */
export function scaleColumns(memory: ReferenceMemory, ...args: Parameters<Kernels['scaleColumns']>): void {
  const [source, target, width, rows, columns, spans, weights, taps] = args
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const first = source + (row * width + memory.word(spans + column * 4)) * 4
      for (let channel = 0; channel < 4; channel++) {
        const sum = weightedSum(memory, first + channel, 4, weights + column * taps * 2, taps)
        memory.setByte(target + (row * columns + column) * 4 + channel, sum)
      }
    }
  }
}

/**
 * Makes the columns of a plane of one byte per pixel: `columns` levels of 15 bits from each row of `width` bytes,
 * keeping overshoots below 0.
 */
export function scalePlaneColumns(
  memory: ReferenceMemory,
  ...args: Parameters<Kernels['scalePlaneColumns']>
): void {
  const [source, target, width, rows, columns, spans, weights, taps] = args
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const first = source + row * width + memory.word(spans + column * 4)
      let sum = 0
      for (let tap = 0; tap < taps; tap++)
        sum += memory.byte(first + tap) * memory.half(weights + (column * taps + tap) * 2)
      const level = Math.max(-32_768, Math.min(32_767, sum >> levelShift))
      memory.setHalf(target + (row * columns + column) * 2, level)
    }
  }
}

/**
 * Makes the rows from the result of `scalePlaneColumns`: levels of 14 bits, rounded to the nearest. Weights are in
 * 4,096ths.
 */
export function scalePlaneRows(
  memory: ReferenceMemory,
  ...args: Parameters<Kernels['scalePlaneRows']>
): void {
  const [source, target, columns, rows, spans, weights, taps] = args
  for (let row = 0; row < rows; row++) {
    const top = source + memory.word(spans + row * 4) * columns * 2
    for (let column = 0; column < columns; column++) {
      let sum = rowHalf
      for (let tap = 0; tap < taps; tap++) {
        const level = memory.half(top + (tap * columns + column) * 2)
        sum += level * memory.half(weights + (row * taps + tap) * 2)
      }
      memory.setHalf(
        target + (row * columns + column) * 2,
        Math.max(-32_768, Math.min(32_767, sum >> rowShift)),
      )
    }
  }
}

/** The sum of bytes at distances of `step`, as a byte. */
function weightedSum(
  memory: ReferenceMemory,
  at: number,
  step: number,
  weights: number,
  taps: number,
): number {
  let sum = half
  for (let tap = 0; tap < taps; tap++) {
    const weight = memory.half(weights + tap * 2)
    if (weight !== 0) sum += memory.byte(at + tap * step) * weight
  }
  return Math.max(0, Math.min(255, sum >> shift))
}
