import { AppError } from '../../lib/app-error.ts'
import type { BodyReader, Fields, TextBuffer } from './fields.ts'
import { DataUrlReader } from './data-url-reader.ts'
import { PercentDecoder } from './unescape.ts'
import type { Uploads } from './uploads.ts'

const ampersand = 0x26
const equals = 0x3d

type Upload = { name: string; dataUrl: DataUrlReader; percent: PercentDecoder }

/** Reads `application/x-www-form-urlencoded`. The values of upload fields are written to files as they arrive. */
export class FormReader implements BodyReader {
  readonly #fields: Fields
  readonly #uploads: Uploads
  readonly #text: TextBuffer
  /** The name of the field whose value is being read; null within a name. */
  #name: string | null = null
  #upload: Upload | null = null

  constructor(fields: Fields, uploads: Uploads, text: TextBuffer) {
    this.#fields = fields
    this.#uploads = uploads
    this.#text = text
  }

  async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      at =
        this.#upload === null
          ? await this.#readText(bytes, at)
          : await this.#readUpload(bytes, at, this.#upload)
    }
  }

  async end(): Promise<void> {
    if (this.#upload !== null) await this.#endUpload(this.#upload)
    else if (this.#name !== null || this.#text.length > 0) await this.#endText()
  }

  /** Collects a name or a value up to its end or the end of the chunk. Returns the index to continue at. */
  async #readText(bytes: Buffer, start: number): Promise<number> {
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === ampersand) {
        this.#text.append(bytes.subarray(start, at))
        await this.#endText()
        return at + 1
      }
      if (byte === equals && this.#name === null) {
        this.#text.append(bytes.subarray(start, at))
        this.#beginValue(decodeText(this.#text.take()))
        return at + 1
      }
    }
    this.#text.append(bytes.subarray(start))
    return bytes.length
  }

  #beginValue(name: string): void {
    const field = this.#uploads.fieldOf(name)
    if (field === undefined) this.#name = name
    else
      this.#upload = { name, dataUrl: new DataUrlReader(this.#uploads, field), percent: new PercentDecoder() }
  }

  async #endText(): Promise<void> {
    const text = decodeText(this.#text.take())
    const name = this.#name
    this.#name = null
    if (name !== null) {
      this.#fields.add(name, text)
      return
    }
    // A name without `=` is a field with an empty value; nothing between two `&` is not a field.
    this.#beginValue(text)
    if (this.#upload !== null) await this.#endUpload(this.#upload)
    else this.#fields.add(text, '')
    this.#name = null
  }

  async #readUpload(bytes: Buffer, start: number, upload: Upload): Promise<number> {
    const ampersandAt = bytes.indexOf(ampersand, start)
    const end = ampersandAt < 0 ? bytes.length : ampersandAt
    const textEnd = upload.percent.decode(bytes, start, end)
    if (textEnd === null) throw malformed()
    await upload.dataUrl.write(bytes.subarray(start, textEnd))
    if (ampersandAt < 0) return end
    await this.#endUpload(upload)
    return end + 1
  }

  async #endUpload({ name, dataUrl, percent }: Upload): Promise<void> {
    if (!percent.complete) throw malformed()
    this.#fields.add(name, await dataUrl.end())
    this.#upload = null
  }
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (cause) {
    throw malformed(cause)
  }
}

function malformed(cause?: unknown): AppError {
  return new AppError('malformed_body', { detail: 'formNotValid' }, { cause })
}
