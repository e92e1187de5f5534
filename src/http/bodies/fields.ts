import { AppError } from '../../lib/app-error.ts'

/** Reads one encoding in chunks of any length, which it can modify. */
export type BodyReader = {
  /** Throws AppError if the body is malformed. The bytes must not be reused before the promise resolves. */
  write(bytes: Buffer): Promise<void>
  /** Ends the body. Throws AppError malformed_body if it is incomplete. */
  end(): Promise<void>
}

const unsafeNames = new Set(['__proto__', 'constructor', 'prototype'])

/** Returns a key without its array suffix: `tags`, `tags[]` and `tags[0]` are one key. */
export function bareName(name: string): string {
  return name.replace(/\[\d*\]$/, '')
}

/** The values of one body by their bare names. A repeated key becomes an array in the order of arrival. */
export class Fields {
  readonly values: Record<string, unknown> = Object.create(null)
  readonly #maxFields: number
  #count = 0

  constructor(maxFields: number) {
    this.#maxFields = maxFields
  }

  /** Adds a value. Throws AppError too_large beyond the limit of fields. */
  add(name: string, value: unknown): void {
    this.count()
    const key = bareName(name)
    if (key === '' || unsafeNames.has(key)) return
    if (!Object.hasOwn(this.values, key)) {
      this.values[key] = value
      return
    }
    const earlier = this.values[key]
    const list: unknown[] = Array.isArray(earlier) ? earlier : [earlier]
    for (const item of Array.isArray(value) ? value : [value]) list.push(item)
    this.values[key] = list
  }

  /** Counts a field without a value. Throws AppError too_large beyond the limit of fields. */
  count(): void {
    this.#count += 1
    if (this.#count > this.#maxFields) {
      throw new AppError('too_large', `The body may hold at most ${this.#maxFields} fields.`)
    }
  }
}

const firstBytes = 1024
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Collects the text of a body outside its uploads, with one limit for all of it. */
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

  /** Throws AppError too_large if the total of appended bytes exceeds the limit. */
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

  /** The text from byte `start` on. Throws AppError malformed_body if it is not UTF-8. */
  text(start = 0): string {
    return decodeUtf8(this.#bytes.subarray(start, this.#length))
  }

  /** Removes and returns the text from byte `start` on. Throws like `text`. */
  cut(start: number): string {
    const text = this.text(start)
    this.#length = start
    return text
  }

  /** Removes and returns the whole text; its bytes still count towards the limit. Throws like `text`. */
  take(): string {
    const text = this.text()
    this.#length = 0
    return text
  }
}

/** Throws AppError malformed_body if the bytes are not UTF-8. A byte order mark is dropped. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new AppError('malformed_body', 'The text of the body must be UTF-8.', { cause })
  }
}
