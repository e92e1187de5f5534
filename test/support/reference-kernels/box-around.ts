import type { ReferenceMemory } from './memory.ts'

/** The smallest box around pixels of a frame; its right and bottom are 0 while it has none. */
export class BoxAround {
  #left: number
  #top: number
  #right = 0
  #bottom = 0

  constructor(width: number, height: number) {
    this.#left = width
    this.#top = height
  }

  get isEmpty(): boolean {
    return this.#bottom === 0
  }

  /** Extends the box to a pixel. */
  include(x: number, y: number): void {
    this.#left = Math.min(this.#left, x)
    this.#top = Math.min(this.#top, y)
    this.#right = Math.max(this.#right, x + 1)
    this.#bottom = Math.max(this.#bottom, y + 1)
  }

  /** Leaves left, top, right, bottom at an address, 4 bytes each. */
  write(memory: ReferenceMemory, at: number): void {
    for (const [place, side] of [this.#left, this.#top, this.#right, this.#bottom].entries()) {
      memory.setWord(at + place * 4, side)
    }
  }
}
