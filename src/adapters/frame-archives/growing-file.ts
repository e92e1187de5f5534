import { once, EventEmitter } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** The most bytes of one read. */
const chunkBytes = 65_536

/** A file that is read while it is written: a slow reader delays only its own file. */
export class GrowingFile {
  readonly #handle: FileHandle
  readonly #changes = new EventEmitter()
  #length = 0
  #isWhole = false

  private constructor(handle: FileHandle) {
    this.#handle = handle
    // At most one listener waits, added once for each chunk.
    this.#changes.setMaxListeners(0)
  }

  /** Creates the file. Throws the system's error. */
  static async create(path: string): Promise<GrowingFile> {
    return new GrowingFile(await open(path, 'wx+'))
  }

  /** The number of bytes written so far. */
  get length(): number {
    return this.#length
  }

  /** Adds bytes at the end; one call at a time. Throws the system's error. */
  async append(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(bytes, at, bytes.length - at, this.#length)
      at += bytesWritten
      this.#length += bytesWritten
    }
    this.#changes.emit('change')
  }

  /** Marks the file as complete: the reader ends there. */
  end(): void {
    this.#isWhole = true
    this.#changes.emit('change')
  }

  /** Reads the file from the beginning to its end, which may not be written yet. Calls `onClose` when reading ends. */
  read(onClose: () => void): Readable {
    const gone = new AbortController()
    const chunks = this.#chunks(gone.signal)
    return new Readable({
      highWaterMark: chunkBytes,
      read() {
        chunks.next().then(
          ({ value }) => this.push(value ?? null),
          (error: Error) => this.destroy(error),
        )
      },
      destroy: (error, done) => {
        gone.abort()
        onClose()
        done(error)
      },
    })
  }

  async *#chunks(signal: AbortSignal): AsyncGenerator<Buffer, undefined> {
    for (let at = 0; ;) {
      while (at === this.#length && !this.#isWhole) await once(this.#changes, 'change', { signal })
      if (at === this.#length) return
      const bytes = Buffer.allocUnsafe(Math.min(chunkBytes, this.#length - at))
      const { bytesRead } = await this.#handle.read(bytes, 0, bytes.length, at)
      at += bytesRead
      yield bytes.subarray(0, bytesRead)
    }
  }

  /** Closes the file, even during a read or write. */
  async close(): Promise<void> {
    await this.#handle.close()
  }
}
