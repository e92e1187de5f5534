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

/** What frames are given to. */
export type FrameSink = {
  /** Takes the next frame; its pixels may be changed afterwards. */
  add: (frame: GifFrame) => void
  /** Writes the end of the file. */
  finish: () => void
}

/**
 * Encodes frames as they come, on this thread, and gives the bytes of the GIF to a function as they are ready. Memory does
 * not grow with the number of frames.
 */
export class GifWriter implements FrameSink {
  readonly #options: CheckedOptions
  readonly #encoder: GifEncoder
  #count = 0

  /**
   * `write` receives the bytes in order, each part in an array of its own. Throws RangeError and TypeError for options that
   * are not valid or a GIF that does not fit into memory, and MissingSimdError.
   */
  constructor(options: GifOptions, write: (bytes: Uint8Array) => void) {
    this.#options = checkStreamOptions(options)
    const { width, height, loops, preset } = this.#options
    this.#encoder = new GifEncoder({ width, height, loops }, presetSettings(preset), write)
  }

  /**
   * Takes the next frame; its pixels may be changed afterwards. Throws RangeError and TypeError for a frame of another size or
   * kind, and an Error after `finish`.
   */
  add(frame: GifFrame): void {
    const { data, durationMs } = checkFrame(frame, this.#options, this.#count + 1)
    this.#encoder.add(data, durationMs)
    this.#count += 1
  }

  /** Writes the frames that wait, and the end of the file. Throws an Error without frames, or when called twice. */
  finish(): void {
    this.#encoder.finish()
  }
}

/** A writer of the GIF that options ask for: with `maxBytes`, everything is written at the end. Throws what GifWriter throws. */
export function openGif(options: CheckedOptions, write: (bytes: Uint8Array) => void): FrameSink {
  return options.maxBytes === undefined
    ? new GifWriter(options, write)
    : new LimitedGif({ ...options, maxBytes: options.maxBytes }, write)
}
