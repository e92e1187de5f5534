import type { Kernels } from '#src/gif/kernels/kernels.ts'
import { exceeds } from './colors.ts'
import type { ReferenceMemory } from './memory.ts'

const blockSide = 4

type Block = { width: number; left: number; top: number; rows: number }

/**
 * Returns each pixel of a frame, in blocks of 4 x 4 in which some pixel differs by more than `hold` from its anchor, as
 * the mean of 2 or 4 frames in which it stays: this one and the next three (`second` and `third` are 0 if there are
 * fewer). A pixel stays if it differs by at most `stillHold` and the mean of its block by at most `stillMean` 16ths.
 */
export function averageNoise(memory: ReferenceMemory, ...args: Parameters<Kernels['averageNoise']>): void {
  const [frame, next, second, third, anchors, width, height, hold, stillHold, stillMean] = args
  for (let top = 0; top < height; top += blockSide) {
    for (let left = 0; left + blockSide <= width; left += blockSide) {
      const block = { width, left, top, rows: Math.min(blockSide, height - top) }
      const places = placesOf(block)
      const isHeld = places.every((at) => !exceeds(memory.word(frame + at), memory.word(anchors + at), hold))
      if (isHeld || !isSame(memory, frame, next, places, stillMean)) continue
      const isLong = third !== 0 && isSame(memory, frame, third, places, stillMean)
      for (const at of places) {
        const stays = (other: number) => !exceeds(memory.word(frame + at), memory.word(other + at), stillHold)
        if (!stays(next)) continue
        const isDown = isOdd(at, block)
        const isLongHere = isLong && stays(second) && stays(third)
        for (let byte = at; byte < at + 4; byte++) {
          const mean = meanOf(memory.byte(frame + byte), memory.byte(next + byte), isDown)
          if (!isLongHere) memory.setByte(frame + byte, mean)
          else {
            const late = meanOf(memory.byte(second + byte), memory.byte(third + byte), !isDown)
            memory.setByte(frame + byte, meanOf(mean, late, isDown))
          }
        }
      }
    }
  }
}

/** The offsets of the pixels of a block in a frame, in bytes. */
function placesOf({ width, left, top, rows }: Block): number[] {
  return Array.from({ length: rows * blockSide }, (_, place) => {
    const x = left + (place % blockSide)
    const y = top + Math.floor(place / blockSide)
    return (y * width + x) * 4
  })
}

/**
 * Returns true if halves are rounded down at a position of a block: at every second pixel, alternating from row to row.
 */
function isOdd(at: number, { width, left, top }: Block): boolean {
  const x = (at / 4) % width
  const y = Math.floor(at / 4 / width)
  return (x - left + y - top) % 2 === 0
}

/** Returns true if the sums of no channel of a block differ by more than the limit. */
function isSame(
  memory: ReferenceMemory,
  frame: number,
  other: number,
  places: readonly number[],
  limit: number,
): boolean {
  return [0, 1, 2, 3].every((channel) => {
    let sum = 0
    for (const at of places) sum += memory.byte(frame + at + channel) - memory.byte(other + at + channel)
    return Math.abs(sum) <= limit
  })
}

/** The mean of two bytes; a half is rounded down or up. */
function meanOf(one: number, other: number, isDown: boolean): number {
  return (one + other + (isDown ? 0 : 1)) >> 1
}
