import type { Kernels } from '#src/gif/kernels/kernels.ts'
import { isBusyAt } from './choices.ts'
import { channelsOf, exceeds, squaredDistance } from './colours.ts'
import type { ReferenceMemory } from './memory.ts'
import type { ReferencePalette } from './palette.ts'

/** The alpha of an anchor that is marked: far from 255, and not that of what was never painted, 0. */
export const marked = 1

/** Columns are processed in runs of this many; those left over at the right are never marked, and busy places end with a run. */
const runColumns = 4

/** Updates a plane of shown colours: `colours` has the colour of each index; pixels that show `clear` keep theirs. */
export function updateCanvas(memory: ReferenceMemory, ...args: Parameters<Kernels['updateCanvas']>): void {
  const [canvas, shown, count, colours, clear] = args
  for (let place = 0; place < count; place++) {
    const index = memory.byte(shown + place)
    if (index !== clear) memory.setWord(canvas + place * 4, memory.word(colours + index * 4))
  }
}

/**
 * Marks the pixels of a frame, in busy places, that stay (within `hold` of their anchors) and are off by more than
 * `limit`, squared, on the canvas: their `anchors` get another alpha. Returns how many.
 */
export function markRepaints(memory: ReferenceMemory, ...args: Parameters<Kernels['markRepaints']>): number {
  const [frame, anchors, canvas, width, height, hold, busy, limit] = args
  let count = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width - (width % runColumns); x++) {
      const at = (y * width + x) * 4
      const pixel = memory.word(frame + at)
      const anchor = memory.word(anchors + at)
      if (distance(pixel, memory.word(canvas + at)) <= limit || exceeds(pixel, anchor, hold)) continue
      if (!isBusyAt(memory, frame, { x, y, width, height }, busy, runColumns)) continue
      if (anchor >>> 24 === 0) continue
      memory.setByte(anchors + at + 3, marked)
      count++
    }
  }
  return count
}

/**
 * Removes the marks of pixels that the current palette would not paint clearly better: where it leaves more than `part`
 * 16ths of the error. `colours` has the colour of each index.
 */
export function removeMarks(
  memory: ReferenceMemory,
  palette: ReferencePalette,
  ...args: Parameters<Kernels['removeMarks']>
): void {
  const [frame, anchors, canvas, width, height, colours, part] = args
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      if (memory.byte(anchors + at + 3) !== marked) continue
      const pixel = memory.word(frame + at)
      const { index } = palette.nearest(pixel)
      const before = distance(pixel, memory.word(canvas + at))
      const after = distance(pixel, memory.word(colours + index * 4))
      if (after * 16 > before * part) memory.setByte(anchors + at + 3, 255)
    }
  }
}

/** The squared distance of two pixels' colours. */
function distance(one: number, other: number): number {
  return squaredDistance(channelsOf(one), channelsOf(other))
}
