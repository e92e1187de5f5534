import { type FileHandle, open, unlink } from 'node:fs/promises'
import { blendFrames } from '../../gif/encode/blend-frames.ts'
import { AppError } from '../../lib/app-error.ts'
import { isFullDisk } from '../../lib/disk/disk-faults.ts'
import { FrameCodec, type EncodedFrame } from './frame-codec.ts'
import type { ShownFrame } from './step.ts'

/** Returns the error for when the disk of the temporary files has no space for the frames. */
export function noSpaceForFrames(cause?: unknown): AppError {
  const message =
    'The disk of the temporary files has too little free space for the frames. Set TMPDIR to a folder on another one, or take a shorter or smaller clip.'
  return new AppError('unavailable', message, { reason: 'no_space', cause })
}

/** The expected number of frames, and the bytes that they may take together. */
export type FrameBudget = { frames: number; maxBytes: number }

const unlimited: FrameBudget = { frames: 1, maxBytes: Infinity }

type Place = { kind: EncodedFrame['kind']; start: number; bytes: number; alphaBytes: number }

/**
 * Frames of one size in a file without a name, from which they are read in any order and more than once; compressed if
 * they would exceed their budget. The system removes the file with the process, however that ends.
 */
export class FrameFile {
  readonly frameBytes: number
  readonly #file: FileHandle
  readonly #codec: FrameCodec
  readonly #budget: FrameBudget
  readonly #places: Place[] = []
  #bytes = 0

  /** Creates the file at `path`, where nothing may exist yet. */
  static async create(
    path: string,
    size: { width: number; height: number },
    budget = unlimited,
  ): Promise<FrameFile> {
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
    return new FrameFile(file, size, budget)
  }

  private constructor(file: FileHandle, size: { width: number; height: number }, budget: FrameBudget) {
    this.#file = file
    this.#codec = new FrameCodec(size)
    this.#budget = budget
    this.frameBytes = size.width * size.height * 4
  }

  /** The number of frames. */
  get count(): number {
    return this.#places.length
  }

  /** The bytes that they take. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds a frame; its buffer may be reused when this resolves. Throws AppError unavailable if the disk is full. */
  async append(pixels: Uint8Array): Promise<void> {
    if (pixels.length !== this.frameBytes) throw new Error(`${pixels.length} bytes are no frame of the file`)
    const { kind, color, alpha } = await this.#codec.encode(pixels, this.#nextFrameBytes())
    const start = this.#bytes
    try {
      for (const part of [color, alpha ?? new Uint8Array()]) await this.#write(part)
    } catch (cause) {
      throw isFullDisk(cause) ? noSpaceForFrames(cause) : cause
    }
    this.#places.push({ kind, start, bytes: color.length, alphaBytes: alpha?.length ?? 0 })
  }

  /** Yields these frames in this order, each in a new buffer. */
  async *read(order: Iterable<ShownFrame>): AsyncGenerator<Uint8Array> {
    for (const shown of order) yield await this.readFrame(shown)
  }

  /** Returns one frame, in a new buffer. */
  async readFrame(shown: ShownFrame): Promise<Uint8Array> {
    if (typeof shown === 'number') return this.#readStored(shown)
    return blendFrames(await this.#readStored(shown.frame), await this.#readStored(shown.over), shown.opacity)
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  /** Returns an equal share of the rest of the budget. All frames are raw if that fits. */
  #nextFrameBytes(): number {
    const { frames, maxBytes } = this.#budget
    if (frames * this.frameBytes <= maxBytes) return this.frameBytes
    const left = Math.max(1, frames - this.count)
    // Never enough for a raw frame: the frames before may have left more than they need.
    return Math.min(this.frameBytes - 1, Math.floor((maxBytes - this.#bytes) / left))
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#bytes)
      done += bytesWritten
      this.#bytes += bytesWritten
    }
  }

  async #readStored(frame: number): Promise<Uint8Array> {
    const place = this.#places[frame]
    if (place === undefined) throw new Error(`there is no frame ${frame} in the file`)
    const { kind, start, bytes, alphaBytes } = place
    const color = await this.#readBytes(start, bytes)
    const alpha = alphaBytes === 0 ? null : await this.#readBytes(start + bytes, alphaBytes)
    return this.#codec.decode({ kind, color, alpha })
  }

  async #readBytes(start: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length)
    for (let done = 0; done < length;) {
      const { bytesRead } = await this.#file.read(bytes, done, length - done, start + done)
      if (bytesRead === 0) throw new Error('the file of frames is too short')
      done += bytesRead
    }
    return bytes
  }
}
