import { delayOffset, trailer, unite, writeFrameHead, writeHead } from './container.ts'
import { type EncoderMemory, releaseMemory, acquireMemory, worthBytes } from '../kernels/encoder-memory.ts'
import { clearIndexOf, tableOf } from '../palette/palette.ts'
import { FramePainter } from './frame-painter.ts'
import { FrameQueue, type QueueCheckpoint, type QueuedFrame, queueLength } from './frame-queue.ts'
import type { EncoderSettings } from './encoder-settings.ts'
import { type PaletteState, SegmentPalette } from './segment-palette.ts'

export type GifFormat = {
  /** 1 to 65,535. */
  width: number
  height: number
  /** The number of times the animation plays; 0 means forever. */
  loops: number
}

/** The longest delay that a GIF can hold, in hundredths of a second. */
const maxDelay = 65_535

type PendingFrame = { bytes: Uint8Array[]; centiseconds: number; isCleared: boolean }

/** The bytes of one picture, including the header for the first one, and the time it is shown. */
export type PictureSize = { bytes: number; centiseconds: number }

/** The planes that later frames depend on, and their bytes per pixel. */
const keptPlanes = { shown: 1, anchors: 4, canvas: 4 } as const

/** The state of an encoder between two frames, apart from its settings. */
export type EncoderCheckpoint = {
  readonly format: GifFormat
  readonly planes: Readonly<Record<keyof typeof keptPlanes, Uint8Array>>
  readonly worths: Uint8Array
  readonly queue: QueueCheckpoint
  readonly pending: PendingFrame | undefined
  readonly palette: PaletteState
  readonly drawn: number
  readonly headBytes: number
}

/**
 * Encodes frames as a GIF, as a stream: memory use does not grow with the clip's length. The settings are read again
 * for each segment and frame (`dither`, `flat` and `neighbors` with each new palette), so the caller may change them
 * while encoding to meet a size limit.
 */
export class GifEncoder {
  readonly #format: GifFormat
  readonly #settings: EncoderSettings
  readonly #write: (bytes: Uint8Array) => void
  readonly #memory: EncoderMemory
  readonly #ownsMemory: boolean
  readonly #pixels: number
  readonly #queue: FrameQueue
  readonly #onPicture: (size: PictureSize) => void
  readonly #palette: SegmentPalette
  readonly #painter: FramePainter
  #drawn = 0
  #isFinished = false
  /** The last frame drawn. Its delay is known only when the next one is drawn. */
  #pending: PendingFrame | undefined
  /** The bytes before the first picture; 0 once it is written. */
  #headBytes = 0

  /**
   * `write` receives the bytes in order, each part in its own array. `onPicture` is called after each picture is
   * written. Pass `memory` if several encoders share one; the caller keeps it. Throws RangeError if a side is not an
   * integer from 1 to 65,535, or if memory for the frames cannot be allocated.
   */
  constructor(
    format: GifFormat,
    settings: EncoderSettings,
    write: (bytes: Uint8Array) => void,
    onPicture: (size: PictureSize) => void = () => undefined,
    memory?: EncoderMemory,
  ) {
    const { width, height } = format
    for (const side of [width, height]) {
      if (!Number.isInteger(side) || side < 1 || side > 65_535)
        throw new RangeError(`a side of a GIF cannot be ${side}`)
    }
    this.#format = format
    this.#settings = settings
    this.#write = write
    this.#onPicture = onPicture
    this.#pixels = width * height
    const padded = Math.ceil(this.#pixels / 16) * 16
    this.#ownsMemory = memory === undefined
    this.#memory = memory ?? acquireMemory(padded, queueLength(padded))
    this.#queue = new FrameQueue(this.#memory, format)
    this.#palette = new SegmentPalette(this.#memory, format, settings)
    this.#painter = new FramePainter(this.#memory, format, settings, this.#palette)
  }

  /**
   * Returns an encoder that continues from a checkpoint. With the same settings and frames it writes the same bytes as
   * the encoder that made the checkpoint. Throws what the constructor throws.
   */
  static resume(
    checkpoint: EncoderCheckpoint,
    settings: EncoderSettings,
    output: { write: (bytes: Uint8Array) => void; onPicture: (size: PictureSize) => void },
  ): GifEncoder {
    const encoder = new GifEncoder(checkpoint.format, settings, output.write, output.onPicture)
    encoder.#restore(checkpoint)
    return encoder
  }

  /** The number of frames queued. A checkpoint copies them, so it is smallest while only one is queued. */
  get waitingFrames(): number {
    return this.#queue.frames.length
  }

  /**
   * Returns a copy of the state: 9 bytes per pixel plus 16 KB, and 4 bytes per pixel for each queued frame. Throws an
   * Error after `finish`.
   */
  checkpoint(): EncoderCheckpoint {
    this.#checkOpen()
    const { at } = this.#memory
    const copy = (address: number, bytesPerPixel: number) =>
      this.#memory.bytes(address, this.#pixels * bytesPerPixel).slice()
    return {
      format: this.#format,
      planes: {
        shown: copy(at.shown, keptPlanes.shown),
        anchors: copy(at.anchors, keptPlanes.anchors),
        canvas: copy(at.canvas, keptPlanes.canvas),
      },
      worths: this.#memory.bytes(at.worths, worthBytes).slice(),
      queue: this.#queue.checkpoint(),
      pending: this.#pending && { ...this.#pending },
      palette: this.#palette.checkpoint(),
      drawn: this.#drawn,
      headBytes: this.#headBytes,
    }
  }

  /** Restores the state of a checkpoint. */
  #restore(checkpoint: EncoderCheckpoint): void {
    const memory = this.#memory
    this.#palette.restore(checkpoint.palette)
    for (const name of Object.keys(keptPlanes) as (keyof typeof keptPlanes)[]) {
      memory.bytes(memory.at[name], checkpoint.planes[name].length).set(checkpoint.planes[name])
    }
    memory.bytes(memory.at.worths, worthBytes).set(checkpoint.worths)
    this.#queue.restore(checkpoint.queue)
    this.#pending = checkpoint.pending && { ...checkpoint.pending }
    this.#drawn = checkpoint.drawn
    this.#headBytes = checkpoint.headBytes
  }

  /**
   * Adds the next frame: RGBA, 8 bits, straight alpha, width x height x 4 bytes, which are copied. A frame too short
   * for players is dropped, and its time goes to the one before. Throws RangeError if the number of bytes is wrong or
   * the duration is not from 0 to the longest delay of a GIF, and an Error after `finish`.
   */
  add(rgba: Uint8Array, durationMs: number): void {
    if (rgba.length !== this.#pixels * 4) throw new RangeError(`a frame cannot have ${rgba.length} bytes`)
    this.queueFrame((address) => this.#memory.bytes(address, rgba.length).set(rgba), durationMs)
    this.drawSegment(this.dueFrames)
  }

  /**
   * Queues the next frame, which `fill` writes at an address of the memory, without drawing. Throws what `add` throws.
   */
  queueFrame(fill: (address: number) => void, durationMs: number): void {
    this.#checkOpen()
    if (!(durationMs >= 0 && durationMs <= maxDelay * 10)) {
      throw new RangeError(`no frame lasts ${durationMs} ms`)
    }
    this.#queue.add(fill, durationMs, this.#pending)
  }

  /** The number of queued frames to draw now, with one palette. */
  get dueFrames(): number {
    // The last frame is not part of the segment: it shows which pixels to clear after the one before.
    const segment = this.#queue.frames.slice(0, -1)
    if (!this.#queue.isLastShown) return 0
    const milliseconds = segment.reduce((sum, frame) => sum + frame.durationMs, 0)
    const isLong = milliseconds >= this.#settings.segmentMs
    return this.#queue.isFull || isLong || this.#queue.endsWithCut() ? segment.length : 0
  }

  /** Writes the queued frames and the trailer. Throws an Error if no frame was added, or when called twice. */
  finish(): void {
    this.drawLastSegment()
    if (this.#pending === undefined) throw new Error('a GIF has at least one frame')
    this.#writePending()
    this.#write(trailer.slice())
    this.#isFinished = true
    if (this.#ownsMemory) releaseMemory(this.#memory)
  }

  /** Throws an Error after `finish`, because the memory may belong to another encoder by then. */
  #checkOpen(): void {
    if (this.#isFinished) throw new Error('the GIF is finished')
  }

  /** Draws all queued frames; after this, only `finish` may be called. `leader` is as for `drawSegment`. */
  drawLastSegment(leader?: GifEncoder): void {
    this.#checkOpen()
    this.#queue.end(this.#pending)
    this.drawSegment(this.#queue.frames.length, leader)
  }

  /**
   * Chooses the palette of the first `count` queued frames, and draws them. `leader` is an encoder in the same memory
   * that has just drawn the same frames at a larger size; its palette is used.
   */
  drawSegment(count: number, leader?: GifEncoder): void {
    if (count === 0) return
    const segment = this.#queue.frames.slice(0, count)
    if (leader === undefined) this.#palette.choose(segment)
    else this.#palette.follow(leader.#palette, segment)
    this.#palette.prepare()
    for (let drawn = 0; drawn < count; drawn++) {
      const frame = this.#queue.shift()
      if (frame === undefined) break
      this.#draw(frame, this.#queue.frames[0])
      this.#queue.release(frame)
    }
  }

  /** Draws a frame, or shows the pending one longer if it changes nothing. `next` decides what is cleared afterward. */
  #draw({ address, centiseconds }: QueuedFrame, next: QueuedFrame | undefined): void {
    const { width, height } = this.#format
    const upcoming = this.#queue.frames.map((frame) => frame.address)
    let box = this.#painter.chooseColors(address, upcoming)
    const cleared = next?.hasClear === true ? this.#painter.findCleared(address, next.address) : undefined
    if (cleared !== undefined) box = box === undefined ? cleared : unite(box, cleared)
    // The first frame covers the whole screen: some readers take the size from it.
    if (this.#drawn === 0) box = { left: 0, top: 0, right: width, bottom: height }
    const pending = this.#pending
    if (pending !== undefined && box === undefined) {
      if (!pending.isCleared && pending.centiseconds + centiseconds <= maxDelay) {
        pending.centiseconds += centiseconds
        return
      }
      // Nothing is painted, but the frame before is cleared or cannot be shown longer: draw one unchanged pixel.
      box = { left: 0, top: 0, right: 1, bottom: 1 }
    }
    box ??= { left: 0, top: 0, right: width, bottom: height }
    const data = this.#painter.encodeBox(box)
    this.#writePending()
    if (this.#drawn === 0) this.#writeHead()
    const palette = this.#palette.current
    const head = writeFrameHead({
      box,
      delayCentiseconds: 0,
      clearIndex: clearIndexOf(palette),
      isCleared: cleared !== undefined,
      colors: this.#palette.isGlobal ? null : tableOf(palette),
    })
    this.#pending = { bytes: [head, data], centiseconds, isCleared: cleared !== undefined }
    this.#drawn++
    if (cleared !== undefined) this.#painter.clearBox(box)
  }

  /** Writes the header, with the first palette as the global color table. */
  #writeHead(): void {
    const { width, height, loops } = this.#format
    const head = writeHead(width, height, loops, tableOf(this.#palette.current))
    this.#headBytes = head.length
    this.#write(head)
  }

  /** Writes the last frame drawn, with its delay, if it is not written yet. */
  #writePending(): void {
    if (this.#pending === undefined) return
    const { bytes } = this.#pending
    // The time of a dropped frame, or rounding, may push the delay past the longest one.
    const centiseconds = Math.min(this.#pending.centiseconds, maxDelay)
    const [head] = bytes
    head?.set([centiseconds & 255, (centiseconds >> 8) & 255], delayOffset)
    for (const part of bytes) this.#write(part)
    this.#pending = undefined
    const pictureBytes = bytes.reduce((sum, part) => sum + part.length, this.#headBytes)
    this.#headBytes = 0
    this.#onPicture({ bytes: pictureBytes, centiseconds })
  }
}
