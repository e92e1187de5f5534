import { GifEncoder } from '../encode/encoder.ts'
import { presetSettings } from '../encode/encoder-settings.ts'
import {
  type CheckedOptions,
  checkFrame,
  checkStreamOptions,
  type GifFrame,
  type GifOptions,
} from './gif-options.ts'
import { LimitedGif } from './limited-gif.ts'

/** A receiver of frames. */
export type FrameSink = {
  /** Takes the next frame; the caller may change its pixels afterward. */
  add: (frame: GifFrame) => void
  /** Writes the end of the file. */
  finish: () => void
}

/**
 * Encodes frames as they come, on this thread, and passes the bytes of the GIF to a function as they are ready. Memory
 * does not grow with the number of frames.
 */
export class GifWriter implements FrameSink {
  readonly #options: CheckedOptions
  readonly #encoder: GifEncoder
  #count = 0

  /**
   * `write` receives the bytes in order, each part in its own array. Throws RangeError or TypeError if the options are
   * not valid or the GIF does not fit into memory, and MissingSimdError.
   */
  constructor(options: GifOptions, write: (bytes: Uint8Array) => void) {
    this.#options = checkStreamOptions(options)
    const { width, height, loops, preset } = this.#options
    this.#encoder = new GifEncoder({ width, height, loops }, presetSettings(preset), write)
  }

  /**
   * Takes the next frame; the caller may change its pixels afterward. Throws RangeError or TypeError if the frame has a
   * different size or kind, and an Error after `finish`.
   */
  add(frame: GifFrame): void {
    const { data, durationMs } = checkFrame(frame, this.#options, this.#count + 1)
    this.#encoder.add(data, durationMs)
    this.#count += 1
  }

  /** Writes the waiting frames and the end of the file. Throws an Error without frames, or when called twice. */
  finish(): void {
    this.#encoder.finish()
  }
}

/** Returns a writer for the GIF; with `maxBytes`, everything is written at the end. Throws what GifWriter throws. */
export function openGif(options: CheckedOptions, write: (bytes: Uint8Array) => void): FrameSink {
  return options.maxBytes === undefined
    ? new GifWriter(options, write)
    : new LimitedGif({ ...options, maxBytes: options.maxBytes }, write)
}
