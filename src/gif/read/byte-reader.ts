/** Reads bytes from the first to the last; each method gives null or undefined where they end before. */
export class ByteReader {
  readonly #bytes: Uint8Array
  /** The offset of what is read next. */
  at: number

  /** Reads `bytes` from the offset `at`. */
  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  /** The next byte; undefined at the end. */
  tryByte(): number | undefined {
    return this.#bytes[this.at++]
  }

  /** The next `count` bytes, not copied; null where there are fewer. */
  tryBytes(count: number): Uint8Array | null {
    if (this.at + count > this.#bytes.length) return null
    this.at += count
    return this.#bytes.subarray(this.at - count, this.at)
  }

  /** The next `count` bytes as Latin-1; null where there are fewer. */
  tryText(count: number): string | null {
    const bytes = this.tryBytes(count)
    return bytes && String.fromCharCode(...bytes)
  }

  /** The next data sub-block without its length (GIF89a, section 15), empty for a block terminator; null where cut off. */
  tryBlock(): Uint8Array | null {
    return this.tryBytes(this.tryByte() ?? Infinity)
  }

  /** Skips data sub-blocks and their terminator; false where they are cut off. */
  trySkipBlocks(): boolean {
    for (;;) {
      const size = this.tryByte()
      if (size === undefined || this.at + size > this.#bytes.length) return false
      if (size === 0) return true
      this.at += size
    }
  }
}
