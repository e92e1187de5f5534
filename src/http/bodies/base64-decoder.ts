const space = 64
const pad = 65
const invalid = 255

/** Sextets of both alphabets, the standard one and the one for URLs. */
const classes = new Uint8Array(256).fill(invalid)
for (const [value, letter] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries()) {
  classes[letter.charCodeAt(0)] = value
}
for (const letter of ' \t\r\n\f') classes[letter.charCodeAt(0)] = space
classes['='.charCodeAt(0)] = pad
classes['-'.charCodeAt(0)] = 62
classes['_'.charCodeAt(0)] = 63

/**
 * Decodes base64 that comes in pieces cut anywhere. White space is skipped, padding may be left out, anything else
 * that is not base64 is refused. The cost of a byte is the same whatever a hostile sender writes.
 */
export class Base64Decoder {
  #output = Buffer.alloc(0)
  #bits = 0
  #held = 0
  #padding = 0

  /** The bytes decoded so far and not yet given, valid until the next call; null when the input is not base64. */
  decode(input: Uint8Array): Uint8Array | null {
    const maxBytes = Math.ceil((input.length + 3) / 4) * 3
    if (this.#output.length < maxBytes) this.#output = Buffer.allocUnsafeSlow(maxBytes)
    const output = this.#output
    let written = 0
    for (let at = 0; at < input.length;) {
      if (this.#held === 0 && this.#padding === 0) {
        const lastGroup = input.length - 4
        for (; at <= lastGroup; at += 4) {
          const a = classOf(input, at)
          const b = classOf(input, at + 1)
          const c = classOf(input, at + 2)
          const d = classOf(input, at + 3)
          if ((a | b | c | d) > 63) break
          output[written++] = (a << 2) | (b >> 4)
          output[written++] = (b << 4) | (c >> 2)
          output[written++] = (c << 6) | d
        }
        if (at === input.length) break
      }
      const value = classOf(input, at++)
      if (value === space) continue
      if (value === pad && this.#held >= 2 && this.#held + this.#padding < 4) {
        this.#padding += 1
        continue
      }
      if (value > 63 || this.#padding > 0) return null
      this.#bits = (this.#bits << 6) | value
      this.#held += 1
      if (this.#held < 4) continue
      output[written++] = this.#bits >> 16
      output[written++] = this.#bits >> 8
      output[written++] = this.#bits
      this.#bits = 0
      this.#held = 0
    }
    return output.subarray(0, written)
  }

  /** The last bytes; null when the input ends in the middle of a byte or its padding is wrong. */
  end(): Uint8Array | null {
    if (this.#held === 1 || (this.#padding > 0 && this.#held + this.#padding !== 4)) return null
    if (this.#held === 2) return Uint8Array.of(this.#bits >> 4)
    if (this.#held === 3) return Uint8Array.of(this.#bits >> 10, this.#bits >> 2)
    return new Uint8Array(0)
  }
}

function classOf(bytes: Uint8Array, index: number): number {
  return classes[bytes[index] ?? 0] ?? invalid
}
