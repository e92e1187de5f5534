import { AppError } from '../../lib/app-error.ts'
import { cleanLine } from '../../lib/text/clean-text.ts'
import { parseHeader } from './header-parameters.ts'
import { DataUrlReader } from './data-url-reader.ts'
import type { Fields, TextBuffer } from './fields.ts'
import type { Uploads } from './uploads.ts'

export type PartHeader = {
  name: string
  /** Null for a part that is not a file; empty for a file input without a file. */
  fileName: string | null
  /** In lowercase, without parameters; null if missing. */
  contentType: string | null
}

const maxFileNameLength = 200
const plainEncodings = new Set(['7bit', '8bit', 'binary'])

/** Reads the header lines of one part. Throws AppError malformed_body or unsupported_media_type. */
export function parsePartHeader(text: string): PartHeader {
  const lines = new Map(
    text.split('\r\n').map((line) => {
      const colon = line.indexOf(':')
      if (colon < 1) throw malformed()
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  const disposition = parseHeader(lines.get('content-disposition') ?? '')
  const name = disposition?.parameters.get('name')
  if (disposition?.value !== 'form-data' || name === undefined) throw malformed()
  const encoding = lines.get('content-transfer-encoding')?.toLowerCase()
  if (encoding !== undefined && !plainEncodings.has(encoding)) {
    throw new AppError('unsupported_media_type', 'A part of the body is transfer-encoded; send it as it is.')
  }
  const fileName = disposition.parameters.get('filename') ?? disposition.parameters.get('filename*') ?? null
  const type = parseHeader(lines.get('content-type') ?? '')?.value ?? ''
  return {
    name,
    fileName: fileName === null ? null : lastName(fileName),
    contentType: type === '' ? null : type,
  }
}

/** The name without its folders, shortened, on one line and without control characters. */
function lastName(fileName: string): string {
  const name = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
  return cleanLine(name.slice(0, maxFileNameLength))
}

function malformed(): AppError {
  return new AppError(
    'malformed_body',
    'A part of the body lacks a header that says `form-data` and its name.',
  )
}

/** Receives the bytes of one part. */
export type Part = {
  write(bytes: Buffer): Promise<void>
  end(): Promise<void>
}

/** A part with a value, collected as text. */
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

/** A part with an upload: the bytes of a file or, without a file name, possibly the text of a data-URL. */
export class UploadPart implements Part {
  readonly #header: PartHeader
  readonly #field: string
  readonly #fields: Fields
  readonly #uploads: Uploads
  readonly #dataUrl: DataUrlReader
  /** The first bytes, until they reveal the kind of the part; null afterwards. */
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
    if (this.#beginning === null) return this.#writeContent(bytes)
    this.#beginning = Buffer.concat([this.#beginning, bytes])
    if (this.#beginning.length >= scheme.length) await this.#detectKind(this.#beginning)
  }

  async end(): Promise<void> {
    const { name, fileName, contentType } = this.#header
    if (this.#beginning !== null) await this.#detectKind(this.#beginning)
    if (fileName === '' && this.#isEmpty) this.#fields.count()
    else if (this.#isDataUrl) this.#fields.add(name, await this.#dataUrl.end())
    else this.#fields.add(name, await this.#uploads.finish(this.#field, contentType ?? unknownType, fileName))
  }

  async #detectKind(beginning: Buffer): Promise<void> {
    const { fileName, contentType } = this.#header
    const isText = contentType === null || contentType.startsWith('text/')
    const hasScheme = beginning.toString('latin1', 0, scheme.length).toLowerCase() === scheme
    this.#isDataUrl = fileName === null && (isText || hasScheme)
    this.#beginning = null
    await this.#writeContent(beginning)
  }

  async #writeContent(bytes: Buffer): Promise<void> {
    if (bytes.length > 0) this.#isEmpty = false
    await (this.#isDataUrl ? this.#dataUrl.write(bytes) : this.#uploads.write(this.#field, bytes))
  }
}
