import type { Kernels } from '#src/gif/kernels/kernels.ts'
import type { ReferenceMemory } from './memory.ts'

/** Words of the table in memory that holds the colors found so far. */
const slots = 1024

/**
 * Adds the opaque colors of `count` pixels to a table of 1024 words (color + 1, 0 if empty). Returns how many it then
 * holds, or `most` + 1 as soon as there are more than `most`.
 */
export function countDistinct(
  memory: ReferenceMemory,
  ...[pixels, count, table, , most]: Parameters<Kernels['countDistinct']>
): number {
  const places = Array.from({ length: slots }, (_, slot) => table + slot * 4)
  const known = new Set(places.map((at) => memory.word(at)).filter((word) => word !== 0))
  const free = places.filter((at) => memory.word(at) === 0)
  for (let at = pixels; at < pixels + count * 4; at += 4) {
    const pixel = memory.word(at)
    const word = (pixel & 0xff_ff_ff) + 1
    if (pixel === 0 || known.has(word)) continue
    const place = free.pop()
    if (known.size >= most || place === undefined) return most + 1
    known.add(word)
    memory.setWord(place, word)
  }
  return known.size
}
