import { AppError } from '../../lib/app-error.ts'

const firstBytes = 1024
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Collects what of a body is text and not upload, with one limit on all of it. */
export class TextBuffer {
  readonly #maxBytes: number
  #bytes = Buffer.allocUnsafe(firstBytes)
  #length = 0
  #total = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Bytes collected since the last `take`. */
  get length(): number {
    return this.#length
  }

  /** Throws AppError too_large when all bytes ever appended are over the limit. */
  append(bytes: Uint8Array): void {
    this.#total += bytes.length
    if (this.#total > this.#maxBytes) {
      throw new AppError(
        'too_large',
        `The text of the body is over the limit of ${this.#maxBytes / 1024} KB.`,
      )
    }
    const length = this.#length + bytes.length
    if (length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, this.#bytes.length * 2))
      grown.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = grown
    }
    this.#bytes.set(bytes, this.#length)
    this.#length = length
  }

  /** The text from the byte `start` on. Throws AppError malformed_body when it is not UTF-8. */
  text(start = 0): string {
    return decodeUtf8(this.#bytes.subarray(start, this.#length))
  }

  /** Takes away, and gives, the text from the byte `start` on. Throws as `text` does. */
  cut(start: number): string {
    const text = this.text(start)
    this.#length = start
    return text
  }

  /** Gives the whole text and begins a new one; the limit goes on counting. Throws as `text` does. */
  take(): string {
    const text = this.text()
    this.#length = 0
    return text
  }
}

/** Throws AppError malformed_body when the bytes are not UTF-8. A byte order mark is dropped. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new AppError('malformed_body', 'The text of the body must be UTF-8.', { cause })
  }
}
