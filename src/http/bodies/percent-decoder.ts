import { hexDigit } from './json-unescaper.ts'

const percent = 0x25

/**
 * Undoes the percent-encoding of one long value in place, piece by piece. A `+` stays a `+`: many clients forget to
 * escape the ones of base64, where a space has no meaning.
 */
export class PercentDecoder {
  #digitsDue = 0
  #value = 0

  /** Decodes from `start` to `end`; the text is then at `start` … the index given. Null for a wrong escape. */
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
      // The hot loop: most bytes of a value are plain, and it must stay this bare to be quick.
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

  /** False when the value ends in the middle of an escape. */
  get complete(): boolean {
    return this.#digitsDue === 0
  }
}
