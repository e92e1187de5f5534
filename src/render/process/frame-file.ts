import { type FileHandle, open, unlink } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import { isFullDisk } from '../../lib/disk/disk-faults.ts'

/** The error where the disk of the temporary files has no space for the frames. */
export function noSpaceForFrames(cause?: unknown): AppError {
  const message =
    'The disk of the temporary files has too little free space for the frames. Set TMPDIR to a folder on another one, or take a shorter or smaller clip.'
  return new AppError('unavailable', message, { reason: 'no_space', cause })
}

/**
 * Frames of one size in a file without a name, from which they are read in any order and more than once. Whatever
 * happens to the process, the file is gone with it.
 */
export class FrameSpool {
  readonly frameBytes: number
  readonly #file: FileHandle
  #count = 0

  /** Makes the file at `path`, where nothing may be yet. */
  static async create(path: string, frameBytes: number): Promise<FrameSpool> {
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
    return new FrameSpool(file, frameBytes)
  }

  private constructor(file: FileHandle, frameBytes: number) {
    this.#file = file
    this.frameBytes = frameBytes
  }

  /** How many frames there are. */
  get count(): number {
    return this.#count
  }

  /** The number that the system knows the file by: for a thread that reads it as well. */
  get descriptor(): number {
    return this.#file.fd
  }

  /** Adds a frame; its bytes are its own again when this resolves. Throws AppError unavailable where there is no room. */
  async append(pixels: Uint8Array): Promise<void> {
    if (pixels.length !== this.frameBytes) throw new Error(`${pixels.length} bytes are no frame of the spool`)
    const start = this.#count * this.frameBytes
    try {
      for (let done = 0; done < pixels.length;) {
        const { bytesWritten } = await this.#file.write(pixels, done, pixels.length - done, start + done)
        done += bytesWritten
      }
    } catch (cause) {
      throw isFullDisk(cause) ? noSpaceForFrames(cause) : cause
    }
    this.#count += 1
  }

  /** The frames of these numbers, in this order, each in bytes of its own. */
  async *read(order: Iterable<number>): AsyncGenerator<Uint8Array> {
    for (const frame of order) {
      const pixels = new Uint8Array(this.frameBytes)
      for (let done = 0; done < pixels.length;) {
        const place = frame * this.frameBytes + done
        const { bytesRead } = await this.#file.read(pixels, done, pixels.length - done, place)
        if (bytesRead === 0) throw new Error(`there is no frame ${frame} in the spool`)
        done += bytesRead
      }
      yield pixels
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
