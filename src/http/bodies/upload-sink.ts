import { type FileHandle, open, rm } from 'node:fs/promises'
import { toDiskError } from '../../lib/disk/disk-faults.ts'

/**
 * One new file that is written from front to back. Small writes are gathered, so that a sender who dribbles
 * costs no file call per byte. Not synced to the disk: who keeps the file does that.
 */
export class UploadSink {
  readonly path: string
  bytes = 0
  readonly #buffer: Buffer
  #buffered = 0
  #file: FileHandle | null = null

  /** `buffer` is the sink's alone until it is closed or discarded. The file is made by the first write to it. */
  constructor(path: string, buffer: Buffer) {
    this.path = path
    this.#buffer = buffer
  }

  /** Appends the bytes, which may be reused afterwards. Throws AppError unavailable when the disk cannot take them. */
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

  /** Writes what is left and closes the file. */
  async close(): Promise<void> {
    await this.#flush()
    await this.#closeFile()
  }

  /** Closes and deletes the file, whatever its state. */
  async discard(): Promise<void> {
    await this.#closeFile()
    await rm(this.path, { force: true })
  }

  async #flush(): Promise<void> {
    try {
      this.#file ??= await open(this.path, 'wx', 0o600)
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
