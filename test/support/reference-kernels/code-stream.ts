import type { ReferenceMemory } from './memory.ts'

const maxBlockBytes = 255

/** Codes of LZW one after the other, the lowest bit first. */
export class CodeStream {
  readonly #bytes: number[] = []
  #held = 0
  #heldBits = 0

  /** The number of full bytes. */
  get wholeBytes(): number {
    return this.#bytes.length
  }

  /** Appends the lowest `bits` bits of a code. */
  put(code: number, bits: number): void {
    this.#held |= code << this.#heldBits
    this.#heldBits += bits
    while (this.#heldBits >= 8) {
      this.#bytes.push(this.#held & 255)
      this.#held >>= 8
      this.#heldBits -= 8
    }
  }

  /** Writes all codes as sub-blocks, with the empty one that ends them. Returns their length in bytes. */
  writeBlocks(memory: ReferenceMemory, target: number): number {
    const bytes = this.#heldBits > 0 ? [...this.#bytes, this.#held] : this.#bytes
    let at = target
    for (let start = 0; start < bytes.length; start += maxBlockBytes) {
      const block = bytes.slice(start, start + maxBlockBytes)
      memory.setByte(at++, block.length)
      for (const byte of block) memory.setByte(at++, byte)
    }
    memory.setByte(at++, 0)
    return at - target
  }
}
