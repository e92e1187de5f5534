import { type EncoderMemory, acquireMemory, planeBytes, releaseMemory } from '../kernels/encoder-memory.ts'
import { GifEncoder } from './encoder.ts'
import type { EncoderSettings } from './encoder-settings.ts'
import { queueLength } from './frame-queue.ts'
import { FrameScaler, scalerBytes } from './frame-scaler.ts'

type Size = { width: number; height: number }

/** One of several GIFs made from the same frames. */
export type GifOfSize = Size & {
  loops: number
  settings: EncoderSettings
  write: (bytes: Uint8Array) => void
}

type Part = { encoder: GifEncoder; scaler: FrameScaler | undefined }

/**
 * Encodes the same frames as several GIFs. The largest chooses the palettes, and the others, which have hardly any
 * other colors, use them, so that palettes and nearest entries are searched for only once.
 */
export class GifSizesEncoder {
  readonly #memory: EncoderMemory
  readonly #frame: Size
  /** The encoders, largest first. */
  readonly #parts: Part[]
  /** The address where each frame is written; undefined if the largest GIF has the size of the frames. */
  readonly #source: number | undefined

  /**
   * `frame` is the size of the frames that are added. Throws RangeError if a GIF is wider or higher than that, an Error
   * if there is no GIF, and what GifEncoder throws.
   */
  constructor(frame: Size, gifs: readonly GifOfSize[]) {
    const area = ({ width, height }: Size) => width * height
    const [largest, ...others] = gifs.toSorted((one, other) => area(other) - area(one))
    if (largest === undefined) throw new Error('there is no GIF to encode')
    this.#frame = frame
    const isScaled = !isSameSize(frame, largest)
    const frames = queueLength(padded(largest))
    const layouts = others.map((size) => planeBytes(padded(size), frames))
    const scalers = [largest, ...others]
      .filter((size) => !isSameSize(frame, size))
      .map((size) => scalerBytes(frame, size))
    const source = isScaled ? padded(frame) * 4 + 128 : 0
    const room = [...layouts, ...scalers, source].reduce((sum, bytes) => sum + bytes, 0)
    this.#memory = acquireMemory(padded(largest), frames, room)
    this.#source = isScaled ? this.#memory.take(padded(frame) * 4 + 64) : undefined
    this.#parts = [largest, ...others].map((gif, index) => {
      if (gif.width > frame.width || gif.height > frame.height)
        throw new RangeError(`frames of ${frame.width} x ${frame.height} are not scaled up`)
      const memory = index === 0 ? this.#memory : this.#memory.share(padded(gif), frames)
      return {
        encoder: new GifEncoder(gif, gif.settings, gif.write, undefined, memory),
        scaler: isSameSize(frame, gif) ? undefined : new FrameScaler(this.#memory, frame, gif),
      }
    })
  }

  /** Adds the next frame, like GifEncoder.add: RGBA, 8 bits, straight alpha. */
  add(rgba: Uint8Array, durationMs: number): void {
    const pixels = this.#frame.width * this.#frame.height
    if (rgba.length !== pixels * 4) throw new RangeError(`a frame cannot have ${rgba.length} bytes`)
    const { kernels } = this.#memory
    let source = this.#source
    let hasClear = false
    const load = (address: number) => {
      this.#memory.bytes(address, rgba.length).set(rgba)
      hasClear = kernels.thresholdAlpha(address, (pixels + 3) & ~3) !== 0
    }
    if (source !== undefined) load(source)
    for (const { encoder, scaler } of this.#parts) {
      const fill = (address: number) => {
        if (scaler !== undefined && source !== undefined) return scaler.scale(source, address, hasClear)
        source = address
        load(address)
      }
      encoder.queueFrame(fill, durationMs)
    }
    const leader = this.#leader
    const due = leader.dueFrames
    for (const { encoder } of this.#parts) encoder.drawSegment(due, encoder === leader ? undefined : leader)
  }

  /** Ends all files. Throws an Error if no frame was added. */
  finish(): void {
    const leader = this.#leader
    for (const { encoder } of this.#parts) {
      encoder.drawLastSegment(encoder === leader ? undefined : leader)
      encoder.finish()
    }
    releaseMemory(this.#memory)
  }

  get #leader(): GifEncoder {
    const [first] = this.#parts
    if (first === undefined) throw new Error('unreachable: there is a GIF')
    return first.encoder
  }
}

function isSameSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height
}

function padded({ width, height }: Size): number {
  return Math.ceil((width * height) / 16) * 16
}
