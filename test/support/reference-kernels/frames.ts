import type { Kernels } from '#src/gif/kernels/kernels.ts'
import { BoxAround } from './box-around.ts'
import type { ReferenceMemory } from './memory.ts'

/** Makes each of `count` pixels opaque, or transparent and then zero. Returns true if any pixel is transparent. */
export function thresholdAlpha(memory: ReferenceMemory, frame: number, count: number): boolean {
  let hasClear = false
  for (let at = frame; at < frame + count * 4; at += 4) {
    const isOpaque = memory.byte(at + 3) >= 128
    if (isOpaque) memory.setByte(at + 3, 255)
    else memory.setWord(at, 0)
    hasClear ||= !isOpaque
  }
  return hasClear
}

/**
 * Leaves the box of the pixels that are transparent in `next` and not in `frame` at `box`; returns true if there are
 * any.
 */
export function findCleared(memory: ReferenceMemory, ...args: Parameters<Kernels['findCleared']>): boolean {
  const [frame, next, width, height, box] = args
  const around = new BoxAround(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      if (memory.word(frame + at) !== 0 && memory.word(next + at) === 0) around.include(x, y)
    }
  }
  around.write(memory, box)
  return !around.isEmpty
}

/** Rewrites `count` indices by a table of 256 bytes. */
export function translate(memory: ReferenceMemory, plane: number, count: number, table: number): void {
  for (let at = plane; at < plane + count; at++) memory.setByte(at, memory.byte(table + memory.byte(at)))
}
