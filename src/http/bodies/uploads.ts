import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../lib/app-error.ts'
import { inMegabytes } from '../../lib/text/megabytes.ts'
import { bareName } from './fields.ts'
import { UploadSink } from './upload-sink.ts'
import { UploadedFile } from './uploaded-file.ts'

/** Which values of a body are files, and how much of them is taken. Bytes are counted decoded. */
export type UploadPolicy = {
  /** Names as the interface writes them (`video`, `pictures[]`): errors call them so. */
  fields: readonly string[]
  maxFileBytes: number
  maxTotalBytes: number
  maxFiles: number
  /** An existing folder that is this request's own. */
  folder: string
}

const bufferBytes = 128 * 1024

/** The files of one request: opens, counts and bounds them. One is written at a time. */
export class Uploads {
  readonly files: UploadedFile[] = []
  readonly #policy: UploadPolicy | null
  readonly #fieldNames: Map<string, string>
  #open: UploadSink | null = null
  #buffer: Buffer | null = null
  #totalBytes = 0

  constructor(policy: UploadPolicy | null) {
    this.#policy = policy
    this.#fieldNames = new Map((policy?.fields ?? []).map((field) => [bareName(field), field]))
  }

  /** The upload field that a key of the body means, as the interface writes it; undefined for other keys. */
  fieldOf(name: string): string | undefined {
    return this.#fieldNames.get(bareName(name))
  }

  /** Takes the next bytes of the current file of `field`. Throws AppError invalid_value or too_large. */
  async write(field: string, bytes: Uint8Array): Promise<void> {
    const policy = this.#policy
    if (policy === null || bytes.length === 0) return
    this.#open ??= this.#begin(field, policy)
    this.#totalBytes += bytes.length
    if (this.#open.bytes + bytes.length > policy.maxFileBytes) {
      throw tooLarge(
        field,
        `\`${field}\` is over the limit of ${inMegabytes(policy.maxFileBytes)} MB a file.`,
      )
    }
    if (this.#totalBytes > policy.maxTotalBytes) {
      throw tooLarge(
        field,
        `\`${field}\` is over the limit of ${inMegabytes(policy.maxTotalBytes)} MB for a request.`,
      )
    }
    await this.#open.write(bytes)
  }

  /** Ends the current file. Throws AppError invalid_value when nothing was written to it. */
  async finish(field: string, declaredType: string, fileName: string | null): Promise<UploadedFile> {
    const sink = this.#open
    if (sink === null) throw new AppError('invalid_value', `\`${field}\` holds no data.`, { field })
    await sink.close()
    this.#open = null
    const file = new UploadedFile(sink.path, sink.bytes, declaredType, fileName)
    this.files.push(file)
    return file
  }

  /** Deletes every file, also the one half written. */
  async discard(): Promise<void> {
    const open = this.#open
    this.#open = null
    await open?.discard()
    for (const { path } of this.files.splice(0)) await rm(path, { force: true })
  }

  #begin(field: string, { maxFiles, folder }: UploadPolicy): UploadSink {
    const count = this.files.length
    if (count < maxFiles) {
      this.#buffer ??= Buffer.allocUnsafeSlow(bufferBytes)
      return new UploadSink(join(folder, `upload-${count}`), this.#buffer)
    }
    const limit = maxFiles === 1 ? 'one file' : `${maxFiles} files`
    throw new AppError('invalid_value', `\`${field}\` may hold at most ${limit}.`, { field })
  }
}

function tooLarge(field: string, message: string): AppError {
  return new AppError('too_large', message, { field })
}
