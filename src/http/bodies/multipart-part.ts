import { DataUrlReader } from './data-url-reader.ts'
import type { Fields } from './fields.ts'
import type { PartHeader } from './part-header.ts'
import type { TextBuffer } from './text-buffer.ts'
import type { Uploads } from './uploads.ts'

/** What becomes of the bytes of one part. */
export type Part = {
  write(bytes: Buffer): Promise<void>
  end(): Promise<void>
}

/** A part that is a value: collected as text. */
export class TextPart implements Part {
  readonly #name: string
  readonly #fields: Fields
  readonly #text: TextBuffer

  constructor(name: string, fields: Fields, text: TextBuffer) {
    this.#name = name
    this.#fields = fields
    this.#text = text
  }

  async write(bytes: Buffer): Promise<void> {
    this.#text.append(bytes)
  }

  async end(): Promise<void> {
    this.#fields.add(this.#name, this.#text.take())
  }
}

const scheme = 'data:'
const unknownType = 'application/octet-stream'

/** A part that is an upload: the bytes of a file, or, where it has no file name, perhaps the text of a data-URL. */
export class UploadPart implements Part {
  readonly #header: PartHeader
  readonly #field: string
  readonly #fields: Fields
  readonly #uploads: Uploads
  readonly #dataUrl: DataUrlReader
  /** The first bytes, kept until they tell what the part is; null from then on. */
  #beginning: Buffer | null = Buffer.alloc(0)
  #isDataUrl = false
  #isEmpty = true

  constructor(header: PartHeader, field: string, fields: Fields, uploads: Uploads) {
    this.#header = header
    this.#field = field
    this.#fields = fields
    this.#uploads = uploads
    this.#dataUrl = new DataUrlReader(uploads, field)
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.#beginning === null) return this.#writeOn(bytes)
    this.#beginning = Buffer.concat([this.#beginning, bytes])
    if (this.#beginning.length >= scheme.length) await this.#decide(this.#beginning)
  }

  async end(): Promise<void> {
    const { name, fileName, contentType } = this.#header
    if (this.#beginning !== null) await this.#decide(this.#beginning)
    if (fileName === '' && this.#isEmpty) this.#fields.count()
    else if (this.#isDataUrl) this.#fields.add(name, await this.#dataUrl.end())
    else this.#fields.add(name, await this.#uploads.finish(this.#field, contentType ?? unknownType, fileName))
  }

  async #decide(beginning: Buffer): Promise<void> {
    const { fileName, contentType } = this.#header
    const isText = contentType === null || contentType.startsWith('text/')
    const hasScheme = beginning.toString('latin1', 0, scheme.length).toLowerCase() === scheme
    this.#isDataUrl = fileName === null && (isText || hasScheme)
    this.#beginning = null
    await this.#writeOn(beginning)
  }

  async #writeOn(bytes: Buffer): Promise<void> {
    if (bytes.length > 0) this.#isEmpty = false
    await (this.#isDataUrl ? this.#dataUrl.write(bytes) : this.#uploads.write(this.#field, bytes))
  }
}
