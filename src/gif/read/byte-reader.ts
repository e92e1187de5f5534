/** Reads bytes from first to last; each method returns null or undefined if the bytes end first. */
export class ByteReader {
  readonly #bytes: Uint8Array
  /** The offset of the next byte to read. */
  at: number

  /** Reads `bytes` from the offset `at`. */
  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  /** Returns the next byte, or undefined at the end. */
  tryByte(): number | undefined {
    return this.#bytes[this.at++]
  }

  /** Returns the next `count` bytes, without copying, or null if there are fewer. */
  tryBytes(count: number): Uint8Array | null {
    if (this.at + count > this.#bytes.length) return null
    this.at += count
    return this.#bytes.subarray(this.at - count, this.at)
  }

  /** Returns the next `count` bytes as Latin-1, or null if there are fewer. */
  tryText(count: number): string | null {
    const bytes = this.tryBytes(count)
    return bytes && String.fromCharCode(...bytes)
  }

  /**
   * Returns the next data sub-block without its length (GIF89a, section 15): empty for a terminator, null if cut off.
   */
  tryBlock(): Uint8Array | null {
    return this.tryBytes(this.tryByte() ?? Infinity)
  }

  /** Skips data sub-blocks and their terminator; returns false if they are cut off. */
  trySkipBlocks(): boolean {
    for (;;) {
      const size = this.tryByte()
      if (size === undefined || this.at + size > this.#bytes.length) return false
      if (size === 0) return true
      this.at += size
    }
  }
}
