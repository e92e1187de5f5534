import { type Box, delayOffset, tableBits, trailer, unite, writeFrameHead, writeHead } from './container.ts'
import { type EncoderMemory, keepMemory, takeMemory } from '../kernels/encoder-memory.ts'
import { countBins, countingStep } from '../palette/histogram.ts'
import {
  choosePalette,
  clearIndexOf,
  distinctColours,
  type Palette,
  paletteError,
  tableOf,
  usePalette,
} from '../palette/palette.ts'
import { keepBetter, keepShown, markOff } from '../palette/repaint.ts'
import { FrameQueue, type QueueCheckpoint, type QueuedFrame, queueLength } from './frame-queue.ts'
import { type EncoderSettings, never } from './encoder-settings.ts'

export type GifFormat = {
  /** 1 to 65,535. */
  width: number
  height: number
  /** How often the animation plays; 0: for ever. */
  loops: number
}

const maxColours = 255
/** The longest delay that is written, in hundredths of a second. */
const maxDelay = 65_500
/** How often a pixel that is to be painted counts; less often what stays. */
const paintedWeight = 8

type Pending = { bytes: Uint8Array[]; centiseconds: number; isCleared: boolean }

/** What one picture takes in the file, all that stands before it included, and for how long it is shown. */
export type PictureSize = { bytes: number; centiseconds: number }

/** The planes that later frames depend on, with their bytes per pixel. */
const keptPlanes = { shown: 1, anchors: 4, canvas: 4 } as const

/** The state of an encoder between two frames, apart from its settings. */
export type EncoderCheckpoint = {
  readonly format: GifFormat
  readonly planes: Readonly<Record<keyof typeof keptPlanes, Uint8Array>>
  readonly queue: QueueCheckpoint
  readonly pending: Pending | undefined
  readonly palette: Palette | undefined
  readonly globalPalette: Palette | undefined
  readonly isExact: boolean
  readonly isHard: boolean
  readonly mostLoss: number
  readonly busy: number
  readonly drawn: number
  readonly headBytes: number
}

/**
 * Makes a GIF from frames, as a stream: memory is flat whatever the length. The settings are read anew for each segment
 * and frame, those of dither and of busy places with each new palette: whoever keeps them may change them meanwhile, to
 * meet a size.
 */
export class GifEncoder {
  readonly #format: GifFormat
  readonly #settings: EncoderSettings
  readonly #write: (bytes: Uint8Array) => void
  readonly #memory: EncoderMemory
  readonly #pixels: number
  readonly #queue: FrameQueue
  readonly #onPicture: (size: PictureSize) => void
  #palette: Palette | undefined
  #globalPalette: Palette | undefined
  #isExact = false
  #mostLoss = 0
  /** Whether the palette is far off. */
  #isHard = false
  /** `busy` of the settings, or more where the palette is far off. */
  #busy = 0
  #drawn = 0
  #isFinished = false
  /** The frame that was drawn last: its delay is known only when the next one is drawn. */
  #pending: Pending | undefined
  /** The bytes before the first picture; 0 once that is written. */
  #headBytes = 0

  /**
   * `write` gets the bytes in order; each part is its own to keep. `onPicture` is called after each picture is written.
   * Throws RangeError for a size that no GIF has, or where there is no memory for such frames.
   */
  constructor(
    format: GifFormat,
    settings: EncoderSettings,
    write: (bytes: Uint8Array) => void,
    onPicture: (size: PictureSize) => void = () => undefined,
  ) {
    const { width, height } = format
    for (const side of [width, height]) {
      if (!Number.isInteger(side) || side < 1 || side > 65_535)
        throw new RangeError(`no side of a GIF: ${side}`)
    }
    this.#format = format
    this.#settings = settings
    this.#write = write
    this.#onPicture = onPicture
    this.#pixels = width * height
    const padded = Math.ceil(this.#pixels / 16) * 16
    this.#memory = takeMemory(padded, queueLength(padded))
    this.#queue = new FrameQueue(this.#memory, format)
  }

  /**
   * An encoder that goes on from a checkpoint. With the same settings and frames it writes the same bytes as the one that
   * the checkpoint was taken of.
   */
  static resume(
    checkpoint: EncoderCheckpoint,
    ...[settings, write, onPicture]: [
      settings: EncoderSettings,
      write: (bytes: Uint8Array) => void,
      onPicture: (size: PictureSize) => void,
    ]
  ): GifEncoder {
    const encoder = new GifEncoder(checkpoint.format, settings, write, onPicture)
    encoder.#restore(checkpoint)
    return encoder
  }

  /** How many frames wait for their palette. A checkpoint copies them: it is smallest where only one does. */
  get waitingFrames(): number {
    return this.#queue.frames.length
  }

  /** A copy of the state, of 9 bytes a pixel and 4 more for each frame that waits. Throws an Error after `finish`. */
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
      queue: this.#queue.checkpoint(),
      pending: this.#pending && { ...this.#pending },
      ...{ palette: this.#palette, globalPalette: this.#globalPalette },
      ...{ isExact: this.#isExact, isHard: this.#isHard, mostLoss: this.#mostLoss, busy: this.#busy },
      ...{ drawn: this.#drawn, headBytes: this.#headBytes },
    }
  }

  /** Takes a checkpoint's state over; its palette is used with the settings of now. */
  #restore(checkpoint: EncoderCheckpoint): void {
    const memory = this.#memory
    if (checkpoint.palette !== undefined) this.#usePalette(checkpoint.palette)
    for (const name of Object.keys(keptPlanes) as (keyof typeof keptPlanes)[]) {
      memory.bytes(memory.at[name], checkpoint.planes[name].length).set(checkpoint.planes[name])
    }
    this.#queue.restore(checkpoint.queue)
    this.#pending = checkpoint.pending && { ...checkpoint.pending }
    this.#palette = checkpoint.palette
    this.#globalPalette = checkpoint.globalPalette
    this.#isExact = checkpoint.isExact
    this.#isHard = checkpoint.isHard
    this.#mostLoss = checkpoint.mostLoss
    this.#busy = checkpoint.busy
    this.#drawn = checkpoint.drawn
    this.#headBytes = checkpoint.headBytes
  }

  /**
   * Takes the next frame: RGBA, 8 bits, straight alpha, width x height x 4 bytes; they are copied. What would be shown
   * for less than players can is left out, and its time goes to the one before. Throws RangeError where the bytes are no
   * frame, or the time is none or longer than a GIF can say; an Error after `finish`.
   */
  add(rgba: Uint8Array, durationMs: number): void {
    this.#checkOpen()
    if (rgba.length !== this.#pixels * 4) throw new RangeError(`${rgba.length} bytes are no frame`)
    if (!(durationMs >= 0 && durationMs <= maxDelay * 10)) {
      throw new RangeError(`no frame lasts ${durationMs} ms`)
    }
    this.#queue.add(rgba, durationMs, this.#pending)
    // One more than the segment, which is sure to be shown: what follows says what has to be cleared.
    const segment = this.#queue.frames.slice(0, -1)
    if (!this.#queue.isLastShown) return
    const milliseconds = segment.reduce((sum, frame) => sum + frame.durationMs, 0)
    const { segmentMs, hardSegmentMs } = this.#settings
    const isLong = milliseconds >= (this.#isHard ? hardSegmentMs : segmentMs)
    if (this.#queue.isFull || isLong || this.#queue.endsWithCut()) this.#drawSegment(segment.length)
  }

  /** Writes what is left. No frame can be added afterwards. Throws an Error where there was none, or it was called before. */
  finish(): void {
    this.#checkOpen()
    this.#queue.end(this.#pending)
    this.#drawSegment(this.#queue.frames.length)
    if (this.#pending === undefined) throw new Error('a GIF has at least one frame')
    this.#writePending()
    this.#write(trailer.slice())
    this.#isFinished = true
    keepMemory(this.#memory)
  }

  /** Behind `finish` the memory is another encoder's. */
  #checkOpen(): void {
    if (this.#isFinished) throw new Error('the GIF is finished')
  }

  /** Chooses the palette of the first `count` frames that wait, and draws them. */
  #drawSegment(count: number): void {
    if (count === 0) return
    this.#choosePalette(this.#queue.frames.slice(0, count))
    for (let drawn = 0; drawn < count; drawn++) {
      const frame = this.#queue.shift()
      if (frame === undefined) break
      this.#draw(frame, this.#queue.frames[0])
      this.#queue.release(frame)
    }
  }

  /** Chooses the palette of some frames, or keeps the one there is where that is nearly as good. */
  #choosePalette(frames: readonly QueuedFrame[]): void {
    const memory = this.#memory
    const current = this.#palette
    const repaints = current !== undefined && this.#settings.offFrom < never
    if (repaints) keepShown(memory, this.#format, current)
    const addresses = frames.map(({ address }) => address)
    const exact = distinctColours(memory, addresses, this.#pixels, maxColours)
    if (exact !== undefined) {
      this.#isExact = true
      this.#mostLoss = 0
      if (current !== undefined && exact.every((colour) => current.includes(colour))) return
      this.#setPalette(exact)
      return
    }
    this.#isExact = false
    const first = frames[0]?.address ?? 0
    const marks =
      repaints && !this.#isHard ? markOff(memory, this.#format, first, this.#settings, this.#busy) : 0
    const step = countingStep(this.#pixels, frames.length)
    const bins = countBins(
      memory,
      this.#format,
      frames.map(({ address }, index) => ({
        address,
        step,
        left: index % step,
        top: (index >> 1) % step,
        weight: paintedWeight,
        heldWeight: this.#settings.heldWeight,
      })),
      this.#settings.hold,
      this.#settings.offWeight,
    )
    if (bins === 0) {
      this.#setPalette(current ?? Uint32Array.of(0))
      return
    }
    const currentError = current === undefined ? Infinity : paletteError(memory, current, bins)
    const { keepPalette, lossOfError, hardFrom } = this.#settings
    const chosen = choosePalette(memory, bins, maxColours)
    const isKept = current !== undefined && chosen.error > currentError * keepPalette
    const error = isKept ? currentError : chosen.error
    this.#isHard = chosen.error > hardFrom
    if (isKept) usePalette(memory, current)
    else this.#setPalette(chosen.palette, error)
    this.#mostLoss = error * lossOfError
    if (marks > 0) keepBetter(memory, this.#format, first, this.#palette ?? chosen.palette, this.#settings)
  }

  /** Draws with another palette from now on, which is off by `error`, squared. */
  #setPalette(palette: Palette, error = 0): void {
    const memory = this.#memory
    const { at, kernels } = memory
    this.#usePalette(palette)
    const { busy, busyScale } = this.#settings
    this.#busy = this.#isHard ? Math.max(busy, Math.round(Math.sqrt(error) * busyScale)) : busy
    const before = this.#palette
    this.#palette = palette
    this.#globalPalette ??= palette
    if (before === undefined) {
      memory.bytes(at.shown, this.#pixels).fill(clearIndexOf(palette))
      return
    }
    // What is shown keeps its colour, which the new palette may have somewhere.
    const table = memory.bytes(at.table, 256).fill(clearIndexOf(palette))
    const places = new Map([...palette].map((colour, index) => [colour, index]))
    for (const [index, colour] of before.entries()) table[index] = places.get(colour) ?? clearIndexOf(palette)
    kernels.translate(at.shown, this.#pixels, at.table)
  }

  /** Hands the kernels a palette, and what they work out for it once. */
  #usePalette(palette: Palette): void {
    const { kernels } = this.#memory
    usePalette(this.#memory, palette)
    const { dither, flat, neighbours } = this.#settings
    kernels.setMixtures(dither, flat, neighbours)
    kernels.findNear()
  }

  /** Codes a frame, where it changes anything; its delay may still grow. `next` says what is cleared behind it. */
  #draw({ address, centiseconds }: QueuedFrame, next: QueuedFrame | undefined): void {
    const memory = this.#memory
    const { at, kernels } = memory
    const { width, height, loops } = this.#format
    const palette = this.#palette
    if (palette === undefined) throw new Error('unreachable: a segment has a palette')
    const clearIndex = clearIndexOf(palette)
    if (!this.#isExact) this.#steady(address)
    kernels.chooseColours(
      ...([address, at.anchors, at.shown, at.first, at.second, width, height] as const),
      ...([this.#isExact ? 0 : this.#settings.hold, clearIndex] as const),
      ...([this.#busy, this.#isExact ? 0 : this.#settings.stillHold] as const),
      ...([this.#settings.stillMean, at.stills, at.box] as const),
    )
    let box = this.#box()
    const clears =
      next?.hasClear === true && kernels.findCleared(address, next.address, width, height, at.box) !== 0
    if (clears) box = box === undefined ? this.#box() : unite(box, this.#box() ?? box)
    // The first frame is whole: some readers take the size from it.
    if (this.#drawn === 0) box = { left: 0, top: 0, right: width, bottom: height }
    const pending = this.#pending
    if (pending !== undefined && box === undefined) {
      if (!pending.isCleared && pending.centiseconds + centiseconds <= maxDelay) {
        pending.centiseconds += centiseconds
        return
      }
      // Nothing to paint, but what was there is cleared, or its time is over: a frame that shows nothing new.
      box = { left: 0, top: 0, right: 1, bottom: 1 }
    }
    box ??= { left: 0, top: 0, right: width, bottom: height }
    const length = kernels.encodeBox(
      ...([at.first, at.second, at.shown, at.anchors, width] as const),
      ...([box.left, box.top, box.right, box.bottom] as const),
      ...([Math.max(2, tableBits(palette.length + 1)), clearIndex] as const),
      ...([Math.min(this.#settings.loss, this.#mostLoss)] as const),
      ...([Math.min(this.#settings.busyLoss, this.#mostLoss), at.output] as const),
    )
    const isGlobal = palette === this.#globalPalette
    this.#writePending()
    const head = writeFrameHead({
      box,
      delayCentiseconds: 0,
      clearIndex,
      isCleared: clears,
      colours: isGlobal ? null : tableOf(palette),
    })
    const parts = [head, memory.bytes(at.output, length).slice()]
    if (this.#drawn === 0) {
      const head = writeHead(width, height, loops, tableOf(palette))
      this.#headBytes = head.length
      this.#write(head)
    }
    this.#pending = { bytes: parts, centiseconds, isCleared: clears }
    this.#drawn++
    if (clears) this.#clearShown(box, clearIndex)
  }

  /** Averages the noise of a frame over those that follow it. */
  #steady(frame: number): void {
    const { at, kernels } = this.#memory
    const { width, height } = this.#format
    const { hold, stillHold, steadyMean } = this.#settings
    const [next, second, third] = this.#queue.frames.map(({ address }) => address)
    if (next === undefined) return
    kernels.steady(
      ...([frame, next, second ?? 0, third ?? 0, at.anchors, width, height] as const),
      ...([hold, stillHold, steadyMean] as const),
    )
  }

  /** The box that a kernel left; undefined where it is empty. */
  #box(): Box | undefined {
    const [left = 0, top = 0, right = 0, bottom = 0] = this.#memory.signed(this.#memory.at.box, 4)
    return bottom === 0 ? undefined : { left, top, right, bottom }
  }

  /** Nothing is shown in a box any more. */
  #clearShown({ left, top, right, bottom }: Box, clearIndex: number): void {
    const { at } = this.#memory
    const { width } = this.#format
    for (let y = top; y < bottom; y++) {
      const start = y * width + left
      this.#memory.bytes(at.shown + start, right - left).fill(clearIndex)
      this.#memory.words(at.anchors + start * 4, right - left).fill(0)
    }
  }

  /** Writes the frame that was drawn last, with its delay. */
  #writePending(): void {
    if (this.#pending === undefined) return
    const { bytes, centiseconds } = this.#pending
    const [head] = bytes
    head?.set([centiseconds & 255, (centiseconds >> 8) & 255], delayOffset)
    for (const part of bytes) this.#write(part)
    this.#pending = undefined
    const pictureBytes = bytes.reduce((sum, part) => sum + part.length, this.#headBytes)
    this.#headBytes = 0
    this.#onPicture({ bytes: pictureBytes, centiseconds })
  }
}
