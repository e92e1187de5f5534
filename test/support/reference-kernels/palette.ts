import { type Channels, channelsOf, squaredDistance } from './colors.ts'
import type { ReferenceMemory } from './memory.ts'

/** An entry of the palette, and how far it is from what was asked for, squared. */
export type Nearest = { index: number; distance: number }

const groupBytes = 48

/** The palette that is searched, taken from the groups of four entries that lie in the memory. */
export class ReferencePalette {
  readonly #memory: ReferenceMemory
  colors: readonly Channels[] = []

  constructor(memory: ReferenceMemory) {
    this.#memory = memory
  }

  /** Takes `count` entries: in each group four times red and green, then blue, 16 bits each, 4 bytes for an entry. */
  readAt(base: number, count: number): void {
    this.colors = Array.from({ length: count }, (_, index): Channels => {
      const entry = base + (index >> 2) * groupBytes + (index & 3) * 4
      return [this.#memory.half(entry), this.#memory.half(entry + 2), this.#memory.half(entry + 16)]
    })
  }

  /** The nearest entry to a color of 24 bits; of several the first. */
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
