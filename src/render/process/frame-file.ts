import { type FileHandle, open, unlink } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import { isFullDisk } from '../../lib/disk/disk-faults.ts'
import type { ShownFrame } from './step.ts'

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
  async *read(order: Iterable<ShownFrame>): AsyncGenerator<Uint8Array> {
    for (const shown of order) {
      if (typeof shown === 'number') yield await this.#readFrame(shown)
      else yield blend(await this.#readFrame(shown.frame), await this.#readFrame(shown.over), shown.opacity)
    }
  }

  async #readFrame(frame: number): Promise<Uint8Array> {
    const pixels = new Uint8Array(this.frameBytes)
    for (let done = 0; done < pixels.length;) {
      const place = frame * this.frameBytes + done
      const { bytesRead } = await this.#file.read(pixels, done, pixels.length - done, place)
      if (bytesRead === 0) throw new Error(`there is no frame ${frame} in the spool`)
      done += bytesRead
    }
    return pixels
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** Puts `over` on `pixels` (RGBA, straight alpha), and returns `pixels`. */
function blend(pixels: Uint8Array, over: Uint8Array, opacity: number): Uint8Array {
  for (let at = 0; at < pixels.length; at += 4) {
    const below = (pixels[at + 3] ?? 0) * (1 - opacity)
    const above = (over[at + 3] ?? 0) * opacity
    const alpha = below + above
    pixels[at + 3] = Math.round(alpha)
    if (alpha === 0) continue
    for (let channel = at; channel < at + 3; channel += 1) {
      pixels[channel] = Math.round(((pixels[channel] ?? 0) * below + (over[channel] ?? 0) * above) / alpha)
    }
  }
  return pixels
}
