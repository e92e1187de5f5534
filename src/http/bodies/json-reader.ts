import { AppError } from '../../lib/app-error.ts'
import { type BodyReader, decodeUtf8, type Fields, type TextBuffer } from './fields.ts'
import { DataUrlReader } from './data-url-reader.ts'
import { JsonUnescaper } from './unescape.ts'
import type { Uploads } from './uploads.ts'
import type { UploadedFile } from '../../creation/values/uploaded-file.ts'

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
/** No call has values nested more than two levels deep. */
const maxDepth = 32
/** White space, and the bytes of a byte order mark. */
const aroundRoot = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

type Upload = { dataUrl: DataUrlReader; unescaper: JsonUnescaper }

/**
 * Reads a JSON object. A string that is the value of an upload key of the root, or an item of its array, is written to
 * a file as it arrives; in the text, the number of the file (as a string) replaces it, and no other string can appear
 * there. Keys of the root are numbered too, so that a repeated one counts twice, as in a form. `JSON.parse` reads the
 * remaining text: this scanner only has to follow valid JSON, since `JSON.parse` refuses anything else that it might
 * misread.
 */
export class JsonReader implements BodyReader {
  readonly #fields: Fields
  readonly #uploads: Uploads
  readonly #text: TextBuffer
  /** The keys of the root, in the order of arrival; the text contains their numbers instead. */
  readonly #names: string[] = []
  #depth = 0
  #inString = false
  #escaped = false
  #expectsKey = false
  /** The start of the current root key in the text; null outside of a key. */
  #keyStart: number | null = null
  /** The upload field of the root whose value is being read. */
  #field: string | undefined
  #inUploadArray = false
  #upload: Upload | null = null

  constructor(fields: Fields, uploads: Uploads, text: TextBuffer) {
    this.#fields = fields
    this.#uploads = uploads
    this.#text = text
  }

  async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      at = this.#upload === null ? this.#scan(bytes, at) : await this.#readUpload(bytes, at, this.#upload)
    }
  }

  async end(): Promise<void> {
    const root: unknown = parseJson(this.#text.take())
    if (typeof root !== 'object' || root === null) throw notObject()
    for (const [number, value] of Object.entries(root)) {
      const name = this.#names[Number(number)] ?? ''
      const isUpload = this.#uploads.fieldOf(name) !== undefined
      this.#fields.add(name, isUpload ? this.#restoreFiles(value) : value)
    }
  }

  /** Copies text from `start` up to the next upload or the end of the chunk. Returns the index to continue at. */
  #scan(bytes: Buffer, start: number): number {
    let copied = start
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      if (this.#inString) {
        if (this.#endsString(byte) && this.#keyStart !== null) {
          this.#text.append(bytes.subarray(copied, at + 1))
          copied = at + 1
          this.#nameKey(this.#keyStart)
          this.#keyStart = null
        }
      } else if (byte !== quote) {
        this.#follow(byte)
      } else if (this.#depth === 1 && this.#expectsKey) {
        this.#text.append(bytes.subarray(copied, at))
        copied = at
        this.#keyStart = this.#text.length
        this.#inString = true
      } else if (
        this.#field !== undefined &&
        (this.#depth === 1 || (this.#depth === 2 && this.#inUploadArray))
      ) {
        this.#text.append(bytes.subarray(copied, at))
        this.#upload = {
          dataUrl: new DataUrlReader(this.#uploads, this.#field),
          unescaper: new JsonUnescaper(),
        }
        return at + 1
      } else {
        this.#inString = true
      }
    }
    this.#text.append(bytes.subarray(copied))
    return bytes.length
  }

  /** Replaces the key that begins at `start` by its number. */
  #nameKey(start: number): void {
    const name = String(parseJson(this.#text.cut(start)))
    this.#field = this.#uploads.fieldOf(name)
    this.#text.append(Buffer.from(`"${this.#names.length}"`))
    this.#names.push(name)
  }

  #endsString(byte: number): boolean {
    if (this.#escaped) this.#escaped = false
    else if (byte === backslash) this.#escaped = true
    else if (byte === quote) this.#inString = false
    return !this.#inString
  }

  /** Follows the structure outside of strings. */
  #follow(byte: number): void {
    if (this.#depth === 0 && byte !== openBrace && !aroundRoot.has(byte)) throw notObject()
    if (byte === openBrace || byte === openBracket) {
      if (this.#depth === 1) this.#inUploadArray = byte === openBracket
      this.#depth += 1
      if (this.#depth > maxDepth) throw tooDeep()
      this.#expectsKey = this.#depth === 1
    } else if (byte === closeBrace || byte === closeBracket) {
      this.#depth -= 1
    } else if (this.#depth === 1 && byte === comma) {
      this.#expectsKey = true
      this.#field = undefined
    } else if (this.#depth === 1 && byte === colon) {
      this.#expectsKey = false
    }
  }

  async #readUpload(bytes: Buffer, start: number, { dataUrl, unescaper }: Upload): Promise<number> {
    const part = unescaper.unescape(bytes, start)
    if (part === null) throw malformed()
    await dataUrl.write(bytes.subarray(start, part.textEnd))
    if (part.closed) {
      await dataUrl.end()
      this.#text.append(Buffer.from(`"${this.#uploads.files.length - 1}"`))
      this.#upload = null
    }
    return part.next
  }

  #restoreFiles(value: unknown): unknown {
    if (Array.isArray(value))
      return value.map((item) => (typeof item === 'string' ? this.#fileOf(item) : item))
    return typeof value === 'string' ? this.#fileOf(value) : value
  }

  #fileOf(number: string): UploadedFile {
    const file = this.#uploads.files[Number(number)]
    if (file === undefined) throw malformed()
    return file
  }
}

/** Longer bodies are left to the reader, which limits their contents. */
const maxFlatBytes = 4096

/**
 * Adds the values of a small, flat JSON object, such as a search, to `fields` and returns true. For everything else,
 * adds nothing and returns false, and JsonReader reads it. The result is the same as JsonReader's, in a third of the
 * time.
 */
export function readFlatJson(bytes: Buffer, fields: Fields): boolean {
  const keys = bytes.length > maxFlatBytes ? 0 : countKeys(bytes)
  if (keys === 0) return false
  let root: unknown
  try {
    root = JSON.parse(decodeUtf8(bytes))
  } catch {
    return false
  }
  const entries = Object.entries(root as object)
  // A repeated key counts twice, but the parser hides it.
  if (entries.length !== keys) return false
  for (const [name, value] of entries) fields.add(name, value)
  return true
}

/** The number of keys in a possibly flat object; 0 if it is not one, or has escapes. */
function countKeys(bytes: Buffer): number {
  let keys = 0
  let inString = false
  if (bytes[0] !== openBrace) return 0
  for (let at = 1; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === backslash) return 0
    if (byte === quote) inString = !inString
    else if (!inString) {
      if (byte === openBrace || byte === openBracket) return 0
      if (byte === colon) keys++
    }
  }
  return keys
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw malformed(cause)
  }
}

function malformed(cause?: unknown): AppError {
  return new AppError('malformed_body', 'The body is not valid JSON, or was cut short.', { cause })
}

function tooDeep(): AppError {
  return new AppError('malformed_body', `The JSON of the body is nested deeper than ${maxDepth} levels.`)
}

function notObject(): AppError {
  return new AppError('malformed_body', 'The body must be one JSON object: {"key": value, …}.')
}
