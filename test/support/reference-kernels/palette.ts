import { type Channels, channelsOf, squaredDistance } from './colors.ts'
import type { ReferenceMemory } from './memory.ts'

/** An entry of the palette, and its squared distance from the requested color. */
export type Nearest = { index: number; distance: number }

const groupBytes = 48

/** The palette to search, read from the groups of four entries in memory. */
export class ReferencePalette {
  readonly #memory: ReferenceMemory
  colors: readonly Channels[] = []

  constructor(memory: ReferenceMemory) {
    this.#memory = memory
  }

  /** Reads `count` entries: in each group four times red and green, then blue, 16 bits each, 4 bytes for an entry. */
  readAt(base: number, count: number): void {
    this.colors = Array.from({ length: count }, (_, index): Channels => {
      const entry = base + (index >> 2) * groupBytes + (index & 3) * 4
      return [this.#memory.half(entry), this.#memory.half(entry + 2), this.#memory.half(entry + 16)]
    })
  }

  /** The entry nearest to a color of 24 bits; the first of several. */
  nearest(color: number): Nearest {
    const channels = channelsOf(color)
    let nearest = { index: 0, distance: Infinity }
    for (const [index, entry] of this.colors.entries()) {
      const distance = squaredDistance(entry, channels)
      if (distance < nearest.distance) nearest = { index, distance }
    }
    return nearest
  }
}
