const quote = 0x22
const backslash = 0x5c
const letterU = 0x75
/** Stands for what no data-URL may hold, and is not base64. */
const outOfPlace = 0xff
const shortEscapes = new Map(
  [...'"\\/bfnrt'].map((letter, index) => [letter.charCodeAt(0), '"\\/\b\f\n\r\t'.charCodeAt(index)]),
)

/**
 * Undoes the escapes of one long JSON string in place, piece by piece. Some clients escape every `/` (PHP), `+`
 * (.NET) or `=` (Gson) of base64, so an escape costs no more than a plain byte.
 */
export class JsonUnescaper {
  #inEscape = false
  /** Of a `\u` escape; 0 after the backslash alone. */
  #hexDigitsDue = 0
  #codePoint = 0

  /**
   * Unescapes from `start` to the closing quote or the end of the piece. The text is then at `start` … `textEnd`,
   * and the JSON goes on at `next`. Gives null for an escape that JSON does not have.
   */
  unescape(bytes: Buffer, start: number): { textEnd: number; next: number; closed: boolean } | null {
    let at = this.#inEscape ? start : plainEnd(bytes, start)
    let textEnd = at
    while (at < bytes.length) {
      if (this.#inEscape) {
        const meant = this.#readEscape(bytes[at++] ?? 0)
        if (meant === null) return null
        if (!this.#inEscape) bytes[textEnd++] = meant
        continue
      }
      // The hot loop: most bytes of a string are plain, and it must stay this bare to be quick.
      for (; at < bytes.length; at++) {
        const byte = bytes[at] ?? 0
        if (byte === quote || byte === backslash) break
        bytes[textEnd++] = byte
      }
      if (bytes[at] === quote) return { textEnd, next: at + 1, closed: true }
      this.#inEscape = at < bytes.length
      at += 1
    }
    return { textEnd, next: bytes.length, closed: false }
  }

  /** Takes a byte of an escape. Gives what the escape means, once `#inEscape` is false again; null if it is none. */
  #readEscape(byte: number): number | null {
    if (this.#hexDigitsDue > 0) {
      const digit = hexDigit(byte)
      if (digit < 0) return null
      this.#codePoint = this.#codePoint * 16 + digit
      this.#hexDigitsDue -= 1
      this.#inEscape = this.#hexDigitsDue > 0
      return this.#codePoint > 0x7f ? outOfPlace : this.#codePoint
    }
    if (byte === letterU) {
      this.#hexDigitsDue = 4
      this.#codePoint = 0
      return 0
    }
    this.#inEscape = false
    return shortEscapes.get(byte) ?? null
  }
}

/** The first quote or backslash from `start` on, or the end. */
function plainEnd(bytes: Buffer, start: number): number {
  const quoteAt = bytes.indexOf(quote, start)
  const end = quoteAt < 0 ? bytes.length : quoteAt
  const backslashAt = bytes.indexOf(backslash, start)
  return backslashAt < 0 ? end : Math.min(backslashAt, end)
}

/** The value of a hexadecimal digit in ASCII; -1 for any other byte. */
export function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lowerCase = byte | 0x20
  return lowerCase >= 0x61 && lowerCase <= 0x66 ? lowerCase - 0x57 : -1
}
