import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { toDiskError } from '../../lib/disk/disk-faults.ts'
import { join } from 'node:path'
import { AppError } from '../../lib/app-error.ts'
import { inMegabytes } from '../../lib/text/megabytes.ts'
import { UploadedFile } from '../../creation/values/uploaded-file.ts'
import { bareName } from './fields.ts'

/**
 * Writes one new file sequentially. Small writes are buffered, so that a slow client does not cost a system call per
 * byte. Not synced to disk: code that keeps the file does that.
 */
export class UploadSink {
  readonly path: string
  bytes = 0
  readonly #buffer: Buffer
  readonly #hash: Hash | null
  #buffered = 0
  #file: FileHandle | null = null

  /** Uses `buffer` exclusively until it is closed or discarded. The first flush creates the file. */
  constructor(path: string, buffer: Buffer, isHashed = false) {
    this.path = path
    this.#buffer = buffer
    this.#hash = isHashed ? createHash('sha256') : null
  }

  /** The SHA-256 of the flushed bytes, once, after `close`; null if it is not computed. */
  digest(): Uint8Array | null {
    return this.#hash?.digest() ?? null
  }

  /** Appends the bytes, which can be reused afterwards. Throws AppError unavailable if the disk is full or fails. */
  async write(bytes: Uint8Array): Promise<void> {
    this.bytes += bytes.length
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + this.#buffer.length - this.#buffered)
      this.#buffer.set(part, this.#buffered)
      this.#buffered += part.length
      at += part.length
      if (this.#buffered === this.#buffer.length) await this.#flush()
    }
  }

  /** Flushes and closes the file. */
  async close(): Promise<void> {
    await this.#flush()
    await this.#closeFile()
  }

  /** Closes and deletes the file. */
  async discard(): Promise<void> {
    await this.#closeFile()
    await rm(this.path, { force: true })
  }

  async #flush(): Promise<void> {
    try {
      this.#file ??= await open(this.path, 'wx', 0o600)
      this.#hash?.update(this.#buffer.subarray(0, this.#buffered))
      for (let at = 0; at < this.#buffered;) {
        at += (await this.#file.write(this.#buffer, at, this.#buffered - at)).bytesWritten
      }
      this.#buffered = 0
    } catch (error) {
      throw toDiskError(error)
    }
  }

  async #closeFile(): Promise<void> {
    const file = this.#file
    this.#file = null
    await file?.close()
  }
}

/** The file fields of a body, and their limits. Bytes are counted after decoding. */
export type UploadPolicy = {
  /** Names as in the contract (`video`, `pictures[]`) and in errors. */
  fields: readonly string[]
  maxFileBytes: number
  maxTotalBytes: number
  maxFiles: number
  /** Fields with their own limits: their files do not count towards `maxFiles`. */
  limitsOf?: Readonly<Record<string, { maxFiles: number; maxFileBytes: number }>>
  /** True to compute the SHA-256 of each file during writing. */
  isHashed?: boolean
  /** An existing folder that only this request uses. */
  folder: string
}

const bufferBytes = 128 * 1024

/** The files of one request. Opens them one at a time and enforces their limits. */
export class Uploads {
  readonly files: UploadedFile[] = []
  readonly #policy: UploadPolicy | null
  readonly #fieldNames: Map<string, string>
  #open: UploadSink | null = null
  #buffer: Buffer | null = null
  #totalBytes = 0
  /** The number of files: per field if it has its own limits, under '' for all others. */
  readonly #counts = new Map<string, number>()

  constructor(policy: UploadPolicy | null) {
    this.#policy = policy
    this.#fieldNames = new Map((policy?.fields ?? []).map((field) => [bareName(field), field]))
  }

  /** The upload field for a key of the body, named as in the contract; undefined for other keys. */
  fieldOf(name: string): string | undefined {
    return this.#fieldNames.get(bareName(name))
  }

  /** Appends bytes to the current file of `field`. Throws AppError invalid_value or too_large. */
  async write(field: string, bytes: Uint8Array): Promise<void> {
    const policy = this.#policy
    if (policy === null || bytes.length === 0) return
    this.#open ??= this.#begin(field, policy)
    this.#totalBytes += bytes.length
    const { maxFileBytes } = policy.limitsOf?.[field] ?? policy
    if (this.#open.bytes + bytes.length > maxFileBytes) {
      throw tooLarge(field, `\`${field}\` is over the limit of ${inMegabytes(maxFileBytes)} MB a file.`)
    }
    if (this.#totalBytes > policy.maxTotalBytes) {
      throw tooLarge(
        field,
        `\`${field}\` is over the limit of ${inMegabytes(policy.maxTotalBytes)} MB for a request.`,
      )
    }
    await this.#open.write(bytes)
  }

  /** Ends the current file. Throws AppError invalid_value if it is empty. */
  async finish(field: string, declaredType: string, fileName: string | null): Promise<UploadedFile> {
    const sink = this.#open
    if (sink === null) throw new AppError('invalid_value', `\`${field}\` holds no data.`, { field })
    await sink.close()
    this.#open = null
    const file = new UploadedFile(sink.path, sink.bytes, declaredType, fileName, sink.digest())
    this.files.push(file)
    return file
  }

  /** Deletes every file, including one that is incomplete. */
  async discard(): Promise<void> {
    const open = this.#open
    this.#open = null
    await open?.discard()
    for (const { path } of this.files.splice(0)) await rm(path, { force: true })
  }

  #begin(field: string, policy: UploadPolicy): UploadSink {
    const own = policy.limitsOf?.[field]
    const { maxFiles } = own ?? policy
    const counted = own === undefined ? '' : field
    const count = this.#counts.get(counted) ?? 0
    if (count < maxFiles) {
      this.#counts.set(counted, count + 1)
      this.#buffer ??= Buffer.allocUnsafeSlow(bufferBytes)
      const path = join(policy.folder, `upload-${this.files.length}`)
      return new UploadSink(path, this.#buffer, policy.isHashed)
    }
    const limit = maxFiles === 1 ? 'one file' : `${maxFiles} files`
    throw new AppError('invalid_value', `\`${field}\` may hold at most ${limit}.`, { field })
  }
}

function tooLarge(field: string, message: string): AppError {
  return new AppError('too_large', message, { field })
}
