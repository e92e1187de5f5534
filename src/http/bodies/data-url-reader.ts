import { AppError } from '../../lib/app-error.ts'
import type { Uploads } from './uploads.ts'
import type { UploadedFile } from '../../creation/values/uploaded-file.ts'

const space = 64
const pad = 65
const invalid = 255

/** Sextets of the standard and the URL alphabet. */
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
 * Decodes base64 in chunks of any length. White space is skipped, padding is optional, anything else is refused. Each
 * byte costs the same for any input, so that no client can make it expensive.
 */
export class Base64Decoder {
  #output = Buffer.alloc(0)
  #bits = 0
  #held = 0
  #padding = 0

  /** The next decoded bytes, valid until the next call; null if the input is not base64. */
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

  /** The last bytes; null if the input ends in the middle of a byte or its padding is wrong. */
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

const maxHeaderBytes = 200
const scheme = 'data:'
const headerEnd = ';base64,'
const mimeType = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/
/** The type that browsers declare for a file of an unknown type. */
const unknownType = 'application/octet-stream'

/** Decodes one data-URL, in chunks of any length, and writes it to an upload. */
export class DataUrlReader {
  readonly #uploads: Uploads
  readonly #field: string
  readonly #decoder = new Base64Decoder()
  #header = ''
  #declaredType: string | null = null

  constructor(uploads: Uploads, field: string) {
    this.#uploads = uploads
    this.#field = field
  }

  /** Throws AppError invalid_value if this is not a base64 data-URL, too_large beyond the limits of uploads. */
  async write(bytes: Uint8Array): Promise<void> {
    const data = this.#declaredType === null ? this.#readHeader(bytes) : bytes
    const decoded = this.#decoder.decode(data)
    if (decoded === null) throw this.#notBase64()
    await this.#uploads.write(this.#field, decoded)
  }

  /** Ends the file. Throws like `write`. */
  async end(): Promise<UploadedFile> {
    if (this.#declaredType === null) throw this.#notDataUrl()
    const decoded = this.#decoder.end()
    if (decoded === null) throw this.#notBase64()
    await this.#uploads.write(this.#field, decoded)
    return this.#uploads.finish(this.#field, this.#declaredType, null)
  }

  /** Parses the header; returns the data after it. */
  #readHeader(bytes: Uint8Array): Uint8Array {
    const known = this.#header.length
    this.#header += Buffer.from(bytes.subarray(0, maxHeaderBytes - known)).toString('latin1')
    const lowerCase = this.#header.toLowerCase()
    if (!lowerCase.startsWith(scheme.slice(0, lowerCase.length))) throw this.#notDataUrl()
    // Not the first comma: recorders write `data:video/webm;codecs=vp9,opus;base64,`.
    const end = lowerCase.indexOf(headerEnd)
    if (end < 0) {
      if (this.#header.length === maxHeaderBytes) throw this.#notDataUrl()
      return bytes.subarray(bytes.length)
    }
    const type = lowerCase.slice(scheme.length, end).split(';', 1)[0]?.trim() ?? ''
    if (type !== '' && !mimeType.test(type)) throw this.#notDataUrl()
    this.#declaredType = type === '' ? unknownType : type
    return bytes.subarray(end + headerEnd.length - known)
  }

  #notDataUrl(): AppError {
    const field = this.#field
    return new AppError(
      'invalid_value',
      { detail: 'mustBeUpload', name: field, type: 'mime type' },
      { field },
    )
  }

  #notBase64(): AppError {
    return new AppError(
      'invalid_value',
      { detail: 'base64NotValid', name: this.#field },
      { field: this.#field },
    )
  }
}
