import { AppError } from '../../lib/app-error.ts'
import { type BodyReader, type Fields, type TextBuffer, decodeUtf8 } from './fields.ts'
import { type Part, TextPart, UploadPart, parsePartHeader } from './multipart-part.ts'
import type { Uploads } from './uploads.ts'

const lineEnd = '\r\n'
const headerEnd = '\r\n\r\n'
const maxHeaderBytes = 16 * 1024
const maxPreambleBytes = 16 * 1024
const maxPaddingBytes = 64
const dash = 0x2d

type State = 'preamble' | 'delimiter' | 'header' | 'content' | 'epilogue'

/** Reads `multipart/form-data`. The parts of upload fields are written to files as they arrive. */
export class MultipartReader implements BodyReader {
  readonly #fields: Fields
  readonly #uploads: Uploads
  readonly #text: TextBuffer
  readonly #delimiter: Buffer
  #state: State = 'preamble'
  #preambleBytes = 0
  #part: Part | null = null
  /** Bytes that cannot be parsed before more arrive. The first delimiter may lack its line end. */
  #rest: Buffer = Buffer.from(lineEnd)

  constructor(fields: Fields, uploads: Uploads, text: TextBuffer, boundary: string) {
    this.#delimiter = Buffer.from(`${lineEnd}--${boundary}`)
    this.#fields = fields
    this.#uploads = uploads
    this.#text = text
  }

  async write(chunk: Buffer): Promise<void> {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let at = 0
    for (let state: State | null = null; state !== this.#state;) {
      state = this.#state
      at = await this.#step(bytes, at)
    }
    this.#rest = Buffer.from(bytes.subarray(at))
  }

  async end(): Promise<void> {
    if (this.#state !== 'epilogue') throw malformed('The body ends before its last boundary.')
  }

  /** Reads up to the next change of state or the end of the bytes. Returns the index of the first unused byte. */
  async #step(bytes: Buffer, at: number): Promise<number> {
    if (this.#state === 'preamble') return this.#readPreamble(bytes, at)
    if (this.#state === 'delimiter') return this.#readDelimiter(bytes, at)
    if (this.#state === 'header') return this.#readHeader(bytes, at)
    if (this.#state === 'content') return this.#readContent(bytes, at)
    return bytes.length
  }

  #readPreamble(bytes: Buffer, at: number): number {
    const found = this.#findDelimiter(bytes, at)
    this.#preambleBytes += found.contentEnd - at
    if (this.#preambleBytes > maxPreambleBytes) throw malformed('The body does not begin with its boundary.')
    if (found.next !== null) this.#state = 'delimiter'
    return found.next ?? found.contentEnd
  }

  /** Reads the end of a boundary: `--` after the last one, otherwise the end of the line. */
  #readDelimiter(bytes: Buffer, at: number): number {
    if (bytes.length - at < 2) return at
    if (bytes[at] === dash && bytes[at + 1] === dash) {
      this.#state = 'epilogue'
      return at + 2
    }
    const end = bytes.subarray(0, at + maxPaddingBytes).indexOf(lineEnd, at)
    if (end < 0 && bytes.length - at < maxPaddingBytes) return at
    if (end < 0 || bytes.toString('latin1', at, end).trim() !== '')
      throw malformed('A boundary of the body is not alone on its line.')
    this.#state = 'header'
    return end
  }

  /** `at` is the line end before the header, so that an empty header is found too. */
  #readHeader(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(headerEnd, at)
    if ((end < 0 ? bytes.length : end) - at > maxHeaderBytes)
      throw malformed('The header of a part is too long.')
    if (end < 0) return at
    const header = parsePartHeader(decodeUtf8(bytes.subarray(at + lineEnd.length, end)))
    const field = this.#uploads.fieldOf(header.name)
    this.#part =
      field === undefined
        ? new TextPart(header.name, this.#fields, this.#text)
        : new UploadPart(header, field, this.#fields, this.#uploads)
    this.#state = 'content'
    return end + headerEnd.length
  }

  async #readContent(bytes: Buffer, at: number): Promise<number> {
    const found = this.#findDelimiter(bytes, at)
    await this.#part?.write(bytes.subarray(at, found.contentEnd))
    if (found.next === null) return found.contentEnd
    await this.#part?.end()
    this.#part = null
    this.#state = 'delimiter'
    return found.next
  }

  /** Finds the end of the content: a delimiter, or the possible beginning of one. */
  #findDelimiter(bytes: Buffer, at: number): { contentEnd: number; next: number | null } {
    const index = bytes.indexOf(this.#delimiter, at)
    if (index >= 0) return { contentEnd: index, next: index + this.#delimiter.length }
    const longest = Math.min(this.#delimiter.length - 1, bytes.length - at)
    for (let length = longest; length > 0; length--) {
      const contentEnd = bytes.length - length
      if (bytes[contentEnd] !== this.#delimiter[0]) continue
      if (this.#delimiter.subarray(0, length).equals(bytes.subarray(contentEnd)))
        return { contentEnd, next: null }
    }
    return { contentEnd: bytes.length, next: null }
  }
}

function malformed(message: string): AppError {
  return new AppError('malformed_body', message)
}
