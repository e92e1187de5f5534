import { AppError } from '../../lib/app-error.ts'
import { Base64Decoder } from './base64-decoder.ts'
import type { UploadedFile } from './uploaded-file.ts'
import type { Uploads } from './uploads.ts'

const maxHeaderBytes = 200
const scheme = 'data:'
const headerEnd = ';base64,'
const mimeType = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/
/** What browsers write for a file of a type they do not know. */
const unknownType = 'application/octet-stream'

/** Reads one data-URL that comes in pieces, decodes it and writes it to an upload. */
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

  /** Throws AppError invalid_value when this is not a base64 data-URL, too_large past the limits of uploads. */
  async write(bytes: Uint8Array): Promise<void> {
    const data = this.#declaredType === null ? this.#readHeader(bytes) : bytes
    const decoded = this.#decoder.decode(data)
    if (decoded === null) throw this.#notBase64()
    await this.#uploads.write(this.#field, decoded)
  }

  /** Ends the file. Throws as `write` does. */
  async end(): Promise<UploadedFile> {
    if (this.#declaredType === null) throw this.#notDataUrl()
    const decoded = this.#decoder.end()
    if (decoded === null) throw this.#notBase64()
    await this.#uploads.write(this.#field, decoded)
    return this.#uploads.finish(this.#field, this.#declaredType, null)
  }

  /** Takes the header off the front; gives the data after it. */
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
    const right = `a data-URL (data:<mime type>;base64,<data>) or, in multipart, a file part`
    return new AppError('invalid_value', `\`${this.#field}\` must be ${right}.`, { field: this.#field })
  }

  #notBase64(): AppError {
    return new AppError('invalid_value', `The data of \`${this.#field}\` is not valid base64.`, {
      field: this.#field,
    })
  }
}
