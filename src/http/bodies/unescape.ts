const quote = 0x22
const backslash = 0x5c
const letterU = 0x75
/** Replaces characters that cannot appear in a data-URL; not valid base64. */
const outOfPlace = 0xff
const shortEscapes = new Map(
  [...'"\\/bfnrt'].map((letter, index) => [letter.charCodeAt(0), '"\\/\b\f\n\r\t'.charCodeAt(index)]),
)

/**
 * Unescapes one long JSON string in place, chunk by chunk. Some clients escape every `/` (PHP), `+` (.NET) or `=`
 * (Gson) of base64, so an escape costs no more than a plain byte.
 */
export class JsonUnescaper {
  #inEscape = false
  /** The missing digits of a `\u` escape; 0 right after the backslash. */
  #hexDigitsDue = 0
  #codePoint = 0

  /**
   * Unescapes from `start` to the closing quote or the end of the chunk. The text is then at `start` … `textEnd`, and
   * the JSON continues at `next`. Returns null for an escape that JSON does not have.
   */
  unescape(bytes: Buffer, start: number): { textEnd: number; next: number; closed: boolean } | null {
    let at = this.#inEscape ? start : plainEnd(bytes, start)
    let textEnd = at
    while (at < bytes.length) {
      if (this.#inEscape) {
        const character = this.#readEscape(bytes[at++] ?? 0)
        if (character === null) return null
        if (!this.#inEscape) bytes[textEnd++] = character
        continue
      }
      // The hot loop: most bytes of a string are plain. More work in here would make it much slower.
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

  /** Reads a byte of an escape. Returns the character once `#inEscape` is false again; null for a wrong escape. */
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

/** The index of the first quote or backslash from `start` on, or the end. */
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

const percent = 0x25

/**
 * Decodes one long percent-encoded value in place, chunk by chunk. A `+` stays a `+`: many clients forget to escape
 * those of base64, where a space has no meaning.
 */
export class PercentDecoder {
  #digitsDue = 0
  #value = 0

  /** Decodes from `start` to `end`; the text is then at `start` … the returned index. Null for a wrong escape. */
  decode(bytes: Buffer, start: number, end: number): number | null {
    let at = start
    if (this.#digitsDue === 0) {
      const first = bytes.indexOf(percent, start)
      at = first < 0 ? end : Math.min(first, end)
    }
    let textEnd = at
    while (at < end) {
      if (this.#digitsDue > 0) {
        const digit = hexDigit(bytes[at++] ?? 0)
        if (digit < 0) return null
        this.#value = this.#value * 16 + digit
        this.#digitsDue -= 1
        if (this.#digitsDue === 0) bytes[textEnd++] = this.#value
        continue
      }
      // The hot loop: most bytes of a value are plain. More work in here would make it much slower.
      for (; at < end; at++) {
        const byte = bytes[at] ?? 0
        if (byte === percent) break
        bytes[textEnd++] = byte
      }
      if (at === end) break
      this.#digitsDue = 2
      this.#value = 0
      at += 1
    }
    return textEnd
  }

  /** False if the value ends in the middle of an escape. */
  get complete(): boolean {
    return this.#digitsDue === 0
  }
}
