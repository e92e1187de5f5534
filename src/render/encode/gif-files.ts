import { writeSync } from 'node:fs'
import { GifSizesEncoder } from '../../gif/encode/gif-sizes-encoder.ts'
import { releaseBytes } from '../../lib/release-bytes.ts'
import { systemCode } from '../../lib/system-code.ts'
import type { GifFile, GifGroup, GifJob, GifMade } from './gif-maker.ts'

/** Small pieces are written together. */
const windowBytes = 256 * 1024
/** The pause before another write to a full pipe that does not block. */
const fullPipeMs = 2

/** A GIF job without its callback. */
export type GifFilesJob = Omit<GifJob, 'onFrames'>

/** A file that grows. */
class Output {
  readonly #file: GifFile
  readonly #window = new Uint8Array(windowBytes)
  #held = 0
  bytes = 0

  constructor(file: GifFile) {
    this.#file = file
  }

  write(bytes: Uint8Array): void {
    this.bytes += bytes.length
    if (this.bytes > this.#file.maxFileBytes) {
      throw Object.assign(new Error('The GIF is over the size of a file.'), { code: 'EFBIG' })
    }
    if (this.#held + bytes.length > windowBytes) this.flush()
    if (bytes.length > windowBytes) this.#writeOut(bytes)
    else {
      this.#window.set(bytes, this.#held)
      this.#held += bytes.length
    }
    releaseBytes(bytes)
  }

  flush(): void {
    this.#writeOut(this.#window.subarray(0, this.#held))
    this.#held = 0
  }

  #writeOut(bytes: Uint8Array): void {
    for (let rest = bytes; rest.length > 0;) {
      try {
        rest = rest.subarray(writeSync(this.#file.descriptor, rest))
      } catch (error) {
        if (systemCode(error) !== 'EAGAIN') throw error
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fullPipeMs)
      }
    }
  }
}

/** Encodes the GIFs of a group. */
class GroupWork {
  readonly outputs: Output[]
  readonly #encoder: GifSizesEncoder
  readonly #frameMs: GifGroup['frameMs']
  readonly #only: Set<number> | undefined

  constructor({ frame, loops }: GifFilesJob, { settings, frameMs, only, files }: GifGroup) {
    this.outputs = files.map((file) => new Output(file))
    this.#frameMs = frameMs
    this.#only = only && new Set(only)
    const gifs = files.map(({ width, height }, index) => ({
      width,
      height,
      loops,
      settings,
      write: (bytes: Uint8Array) => this.outputs[index]?.write(bytes),
    }))
    this.#encoder = new GifSizesEncoder(frame, gifs)
  }

  add(rgba: Uint8Array, number: number): void {
    if (this.#only?.has(number) === false) return
    const shownMs = typeof this.#frameMs === 'number' ? this.#frameMs : this.#frameMs[number]
    this.#encoder.add(rgba, shownMs ?? 0)
  }

  finish(): void {
    this.#encoder.finish()
    for (const output of this.outputs) output.flush()
  }
}

/**
 * Encodes frames as they arrive, and writes the files of all GIFs made from them. Throws the system's errors, and those
 * of the encoder.
 */
export class GifFiles {
  readonly #groups: GroupWork[]
  #frames = 0

  constructor(job: GifFilesJob) {
    this.#groups = job.groups.map((group) => new GroupWork(job, group))
  }

  /** Takes the next frame: RGBA, 8 bits, straight alpha; the caller may change it afterward. */
  add(rgba: Uint8Array): void {
    for (const group of this.#groups) group.add(rgba, this.#frames)
    this.#frames += 1
  }

  /** Writes the rest of all files. */
  finish(): GifMade {
    for (const group of this.#groups) group.finish()
    const bytes = this.#groups.flatMap(({ outputs }) => outputs.map((output) => output.bytes))
    return { frames: this.#frames, bytes }
  }
}
