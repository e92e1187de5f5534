import { BoxAround } from './box-around.ts'
import { exceeds } from './colors.ts'
import type { Kernels } from '#src/gif/kernels/kernels.ts'
import type { ReferenceMemory } from './memory.ts'
import type { Mixture, Mixtures } from './mixtures.ts'
import type { ReferencePalette } from './palette.ts'

/** The 8 x 8 ordered pattern (Bayer 1973), values 0 to 63. */
const pattern: readonly (readonly number[])[] = [
  [0, 32, 8, 40, 2, 34, 10, 42],
  [48, 16, 56, 24, 50, 18, 58, 26],
  [12, 44, 4, 36, 14, 46, 6, 38],
  [60, 28, 52, 20, 62, 30, 54, 22],
  [3, 35, 11, 43, 1, 33, 9, 41],
  [51, 19, 59, 27, 49, 17, 57, 25],
  [15, 47, 7, 39, 13, 45, 5, 37],
  [63, 31, 55, 23, 61, 29, 53, 21],
]

/**
 * Noise and busy areas are detected in whole runs of this many columns; the remaining columns at the right have
 * neither.
 */
const runColumns = 16
const blockSide = 4

/**
 * Chooses for each pixel its paint. If no channel differs by more than `hold` from its value when the pixel was last
 * painted (`anchors`), it stays; so it does, up to `stillHold`, if the mean of its block of 4 x 4 pixels differs by at
 * most `stillMean` 16ths. For pixels that stay `first` is the clear index, `second` the displayed one. Elsewhere
 * `anchors` gets the pixel, `first` is the index, and `second` the same in smooth areas and clear in busy ones; if the
 * pixel already shows the index, `first` is clear and `second` the index. The box of the pixels that must be painted is
 * left in `box`: left, top, right, bottom.
 */
export function chooseColors(
  memory: ReferenceMemory,
  palette: ReferencePalette,
  mixtures: Mixtures,
  ...args: Parameters<Kernels['chooseColors']>
): void {
  const [frame, anchors, shown, first, second, width, height] = args
  const [, , , , , , , hold, clearIndex, busy, stillHold, stillMean, , box] = args
  const whole = width - (width % runColumns)
  const around = new BoxAround(width, height)
  let stills = new Set<number>()
  for (let y = 0; y < height; y++) {
    if (y % blockSide === 0 && stillHold > hold) {
      stills = findStill(memory, { frame, anchors, width, height, top: y, limit: stillMean })
    }
    for (let x = 0; x < width; x++) {
      const place = y * width + x
      const pixel = memory.word(frame + place * 4)
      const limit = stills.has(Math.floor(x / blockSide)) ? stillHold : hold
      memory.setByte(first + place, clearIndex)
      memory.setByte(second + place, memory.byte(shown + place))
      if (!exceeds(pixel, memory.word(anchors + place * 4), limit)) continue
      memory.setWord(anchors + place * 4, pixel)
      if (busy < 0) {
        memory.setByte(first + place, 0)
        around.include(x, y)
        continue
      }
      const isBusy = x < whole && isBusyAt(memory, frame, { x, y, width, height }, busy)
      const index = isBusy ? palette.nearest(pixel).index : indexOf(mixtures.mixtureOf(pixel), x, y)
      if (index === memory.byte(shown + place)) {
        memory.setByte(second + place, index)
        continue
      }
      memory.setByte(first + place, index)
      memory.setByte(second + place, isBusy ? clearIndex : index)
      around.include(x, y)
    }
  }
  around.write(memory, box)
}

/** The entry of a mixture for a position. */
function indexOf({ darker, brighter, share }: Mixture, x: number, y: number): number {
  return (pattern[y % 8]?.[x % 8] ?? 0) < share ? brighter : darker
}

/**
 * Returns true if a pixel, or the one left or right of it in its run of columns, differs by more than the limit from
 * the one after it.
 */
export function isBusyAt(
  memory: ReferenceMemory,
  frame: number,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  limit: number,
  columns = runColumns,
): boolean {
  const run = x - (x % columns)
  for (let near = Math.max(run, x - 1); near <= Math.min(run + columns - 1, x + 1); near++) {
    const at = frame + (y * width + near) * 4
    const pixel = memory.word(at)
    // The pixel after the last of a row is the first of the next one.
    if (exceeds(pixel, memory.word(at + 4), limit)) return true
    if (y + 1 < height && exceeds(pixel, memory.word(at + width * 4), limit)) return true
  }
  return false
}

/** The blocks of the four rows from `top` whose mean stays the same: no channel's sum differs by more than `limit`. */
function findStill(
  memory: ReferenceMemory,
  {
    frame,
    anchors,
    width,
    height,
    top,
    limit,
  }: { frame: number; anchors: number; width: number; height: number; top: number; limit: number },
): Set<number> {
  const stills = new Set<number>()
  const bottom = Math.min(top + blockSide, height)
  for (let left = 0; left < width - (width % runColumns); left += blockSide) {
    const sums = [0, 0, 0, 0].map((_, channel) => {
      let sum = 0
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < left + blockSide; x++) {
          const at = (y * width + x) * 4 + channel
          sum += memory.byte(frame + at) - memory.byte(anchors + at)
        }
      }
      return sum
    })
    if (sums.every((sum) => Math.abs(sum) <= limit)) stills.add(left / blockSide)
  }
  return stills
}
