import type { Frames } from '../encode/encode-frames.ts'
import { evenFrames } from '../encode/even-frames.ts'
import { AlphaScaler } from '../scale/alpha-scaler.ts'
import { scaleKernels } from '../scale/filter.ts'
import { encodeWithinLimit } from '../size-limit/encode-within-limit.ts'
import { SizeLimitError } from '../size-limit/size-limit-error.ts'
import { doesNotFit, type SmallerFrames } from '../size-limit/smaller-frames.ts'
import { type CheckedFrame, type CheckedOptions, checkFrame, type GifFrame } from './gif-options.ts'

/** Each try is smaller than the one before; a GIF that does not fit after this many never will. */
const maxTries = 8

type Options = CheckedOptions & { maxBytes: number }

/** Collects frames, and encodes them at the end as well as fits into a number of bytes. */
export class LimitedGif {
  readonly #options: Options
  readonly #write: (bytes: Uint8Array) => void
  readonly #frames: CheckedFrame[] = []

  /** `write` receives all bytes when the GIF is finished. */
  constructor(options: Options, write: (bytes: Uint8Array) => void) {
    this.#options = options
    this.#write = write
  }

  /** Keeps a copy of a frame. Throws what `checkFrame` throws. */
  add(frame: GifFrame): void {
    const { data, durationMs } = checkFrame(frame, this.#options, this.#frames.length + 1)
    this.#frames.push({ data: data.slice(), durationMs })
  }

  /**
   * Encodes the frames and writes the file. Throws SizeLimitError, MissingSimdError, RangeError if the frames do not
   * fit into memory, and an Error if there are no frames.
   */
  finish(): void {
    if (this.#frames.length === 0) throw new Error('a GIF has at least one frame')
    const { maxBytes, mayShrink } = this.#options
    let frames = this.#evenFrames()
    for (let tries = 1; ; tries += 1) {
      const { parts, result } = this.#encode(frames)
      if (result.fits) return parts.forEach((part) => this.#write(part))
      if (tries === maxTries) throw doesNotFit(result.tried, maxBytes)
      if (!mayShrink) throw new SizeLimitError(sentence(result.smaller, maxBytes), result.smaller)
      frames = shrink(frames, result.smaller)
    }
  }

  /** Encodes frames once; returns the parts of the file and whether it fits. Throws what `encodeWithinLimit` throws. */
  #encode(frames: Frames) {
    const { preset, loops, maxBytes } = this.#options
    let parts: Uint8Array[] = []
    const { result } = encodeWithinLimit(frames, {
      ...{ preset, loops, maxBytes },
      write: (bytes) => void parts.push(bytes),
      restart: () => {
        parts = []
      },
    })
    return { parts, result }
  }

  /** Returns the frames at one rate, which the size limit requires; some are repeated. */
  #evenFrames(): Frames {
    const { width, height } = this.#options
    const { order, frameMs } = evenFrames(this.#frames.map(({ durationMs }) => durationMs))
    return {
      ...{ width, height, count: order.length, durationMs: frameMs },
      frameAt: (index) => this.#frames[order[index] ?? 0]?.data ?? new Uint8Array(),
    }
  }
}

/** Returns the message for a limit that requires smaller frames. */
function sentence({ width, height, keepEvery }: SmallerFrames, maxBytes: number): string {
  const frames = keepEvery === 1 ? '' : ` and one of ${keepEvery} frames`
  return `The GIF does not fit into ${maxBytes} bytes. It may fit with ${width} x ${height} pixels${frames}: scale the frames, or set mayShrink.`
}

/** Returns about one of `keepEvery` frames, with fewer pixels and the same total duration; each is scaled once. */
function shrink(frames: Frames, { width, height, keepEvery }: SmallerFrames): Frames {
  const scaler = new AlphaScaler(frames, { width, height }, scaleKernels.sharpCubic)
  const scaled = new Map<Uint8Array, Uint8Array>()
  const count = Math.ceil(frames.count / keepEvery)
  const step = frames.count / count
  return {
    ...{ width, height, count },
    durationMs: frames.durationMs * step,
    frameAt: (index) => {
      const frame = frames.frameAt(Math.floor(index * step))
      const known = scaled.get(frame) ?? scaler.scale(frame, 0, frames.width * 4)
      scaled.set(frame, known)
      return known
    },
  }
}
