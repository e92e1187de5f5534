import { type Box, unite } from './box.ts'
import { Clock } from './clock.ts'
import { type ColourTable, tableBits, trailer, writeFrameHead, writeHead, delayOffset } from './container.ts'
import { EncoderMemory } from './encoder-memory.ts'
import { countBins } from './histogram.ts'
import { choosePalette, type Palette, paletteError, sortPalette, usePalette } from './palette.ts'
import { isSceneCut } from './scene-cut.ts'
import { type EncoderSettings, never } from './settings.ts'

export type GifFormat = {
  /** 1 to 65,535. */
  width: number
  height: number
  /** How often the animation plays; 0: for ever. */
  loops: number
}

const maxColours = 255
/** What the delay of a frame can say, in hundredths of a second; and what browsers take for far more. */
const maxDelay = 65_535
const minDelay = 2
/** So many bytes of frames wait for their palette, at most; and at least two frames. */
const maxWaitingBytes = 24_000_000
const maxSegmentFrames = 32
/** Frames of fewer pixels are counted whole; of a segment of others so many pixels are, at most. */
const countedWhole = 65_536
const mostCounted = 420_000
/** How often a pixel that is to be painted counts; less often what stays. */
const paintedWeight = 8

type Waiting = { address: number; durationMs: number; centiseconds: number; hasClear: boolean }

/**
 * Makes a GIF from frames, as a stream: memory is flat whatever the length. The settings are read anew for each segment
 * and frame: whoever keeps them may change them meanwhile, to meet a size.
 */
export class GifEncoder {
  readonly #format: GifFormat
  readonly #settings: EncoderSettings
  readonly #write: (bytes: Uint8Array) => void
  readonly #memory: EncoderMemory
  readonly #pixels: number
  readonly #free: number[]
  readonly #waiting: Waiting[] = []
  readonly #clock = new Clock()
  #palette: Palette | undefined
  #globalPalette: Palette | undefined
  #isExact = false
  #mostLoss = 0
  /** Whether the palette is far off. */
  #isHard = false
  /** `busy` of the settings, or more where the palette is far off. */
  #busy = 0
  #drawn = 0
  /** The frame that was drawn last: its delay is known only when the next one is drawn. */
  #pending: { bytes: Uint8Array[]; centiseconds: number; isCleared: boolean } | undefined

  /** `write` gets the bytes in order; each part is its own to keep. Throws RangeError for a size that no GIF has. */
  constructor(format: GifFormat, settings: EncoderSettings, write: (bytes: Uint8Array) => void) {
    const { width, height } = format
    for (const side of [width, height]) {
      if (!Number.isInteger(side) || side < 1 || side > 65_535)
        throw new RangeError(`no side of a GIF: ${side}`)
    }
    this.#format = format
    this.#settings = settings
    this.#write = write
    this.#pixels = width * height
    const padded = (this.#pixels + 15) & ~15
    const frames = Math.min(maxSegmentFrames, Math.max(2, Math.floor(maxWaitingBytes / (padded * 4)))) + 1
    this.#memory = new EncoderMemory(padded, frames)
    this.#free = [...this.#memory.frames]
  }

  /**
   * Takes the next frame: RGBA, 8 bits, straight alpha, width x height x 4 bytes; they are copied. One that is too short
   * for any player is left out, and its time goes to the one before. Throws RangeError where the bytes are no frame.
   */
  add(rgba: Uint8Array, durationMs: number): void {
    if (rgba.length !== this.#pixels * 4) throw new RangeError(`${rgba.length} bytes are no frame`)
    const centiseconds = this.#clock.pass(durationMs)
    const last = this.#waiting.at(-1)
    if (last !== undefined && centiseconds < minDelay) {
      last.centiseconds += centiseconds
      return
    }
    const address = this.#free.pop()
    if (address === undefined) throw new Error('unreachable: a full segment is drawn')
    this.#memory.bytes(address, rgba.length).set(rgba)
    const hasClear = this.#memory.kernels.settleAlpha(address, (this.#pixels + 3) & ~3) !== 0
    this.#waiting.push({ address, durationMs, centiseconds, hasClear })
    // One more than the segment: what follows says what has to be cleared.
    const segment = this.#waiting.slice(0, -1)
    const milliseconds = segment.reduce((sum, frame) => sum + frame.durationMs, 0)
    const { segmentMs, hardSegmentMs } = this.#settings
    const isLong = milliseconds >= (this.#isHard ? hardSegmentMs : segmentMs)
    if (this.#free.length === 0 || isLong || this.#isCut()) this.#drawSegment(segment.length)
  }

  /** Writes what is left. No frame can be added afterwards. Throws where there was none. */
  finish(): void {
    this.#drawSegment(this.#waiting.length)
    if (this.#pending === undefined) throw new Error('a GIF has at least one frame')
    this.#writePending()
    this.#write(trailer.slice())
  }

  /** Whether the last frame shows another scene than the one before. */
  #isCut(): boolean {
    const [before, last] = this.#waiting.slice(-2)
    if (before === undefined || last === undefined) return false
    const bytesOf = ({ address }: Waiting) => this.#memory.bytes(address, this.#pixels * 4)
    return isSceneCut(bytesOf(before), bytesOf(last), this.#format.width)
  }

  #drawSegment(count: number): void {
    if (count === 0) return
    this.#choosePalette(this.#waiting.slice(0, count))
    for (let drawn = 0; drawn < count; drawn++) {
      const frame = this.#waiting.shift()
      if (frame === undefined) break
      this.#draw(frame, this.#waiting[0])
      this.#free.push(frame.address)
    }
  }

  #choosePalette(frames: readonly Waiting[]): void {
    const memory = this.#memory
    const exact = this.#distinctColours(frames)
    if (exact !== undefined) {
      this.#isExact = true
      this.#mostLoss = 0
      const current = this.#palette
      if (current !== undefined && exact.every((colour) => current.includes(colour))) return
      this.#setPalette(exact)
      return
    }
    this.#isExact = false
    const first = frames[0]?.address ?? 0
    const marked = this.#markOff(first)
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
      this.#setPalette(this.#palette ?? Uint32Array.of(0))
      return
    }
    const chosen = choosePalette(memory, bins, maxColours)
    const current = this.#palette
    const currentError = current === undefined ? Infinity : paletteError(memory, current, bins)
    const error = paletteError(memory, chosen, bins)
    const isKept = current !== undefined && error > currentError * this.#settings.keepPalette
    this.#mostLoss = (isKept ? currentError : error) * this.#settings.lossOfError
    this.#isHard = error > this.#settings.hardFrom
    if (isKept) usePalette(memory, current)
    else this.#setPalette(chosen, error)
    if (marked > 0) this.#keepBetter(first)
  }

  /** All colours of the frames, where a palette can hold them. */
  #distinctColours(frames: readonly Waiting[]): Palette | undefined {
    const { at, kernels } = this.#memory
    const table = this.#memory.words(at.distinct, 1024).fill(0)
    let known = 0
    for (const { address } of frames) {
      known = kernels.countDistinct(address, this.#pixels, at.distinct, known, maxColours)
      if (known > maxColours) return undefined
    }
    if (known === 0) return Uint32Array.of(0)
    return sortPalette([...table].filter((word) => word !== 0).map((word) => word - 1))
  }

  /** Marks what is shown and off, so that the next palette has colours for it too. */
  #markOff(frame: number): number {
    const current = this.#palette
    const { hold, offFrom } = this.#settings
    if (current === undefined || this.#isHard || offFrom >= never) return 0
    const { at, kernels } = this.#memory
    const { width, height } = this.#format
    this.#memory.words(at.indexed, 256).set(current)
    kernels.updateCanvas(at.canvas, at.shown, this.#pixels, at.indexed, clearIndexOf(current))
    return kernels.markOff(
      ...([frame, at.anchors, at.canvas, width, height] as const),
      ...([hold, this.#busy, offFrom] as const),
    )
  }

  /** Leaves the marks only on what the palette paints better. */
  #keepBetter(frame: number): void {
    const { at, kernels } = this.#memory
    const { width, height } = this.#format
    this.#memory.words(at.indexed, 256).set(this.#palette ?? [])
    const { offPart } = this.#settings
    kernels.keepBetter(frame, at.anchors, at.canvas, width, height, at.indexed, offPart)
  }

  #setPalette(palette: Palette, error = 0): void {
    const memory = this.#memory
    const { at, kernels } = memory
    usePalette(memory, palette)
    const { dither, flat, busy, busyDither, busyFlat, neighbours, coarseFrom, busyScale } = this.#settings
    kernels.setMixtures(dither, flat, busyDither, busyFlat, neighbours, error > coarseFrom ? 1 : 0)
    this.#busy = this.#isHard ? Math.max(busy, Math.round(Math.sqrt(error) * busyScale)) : busy
    kernels.findNear()
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

  #draw({ address, centiseconds }: Waiting, next: Waiting | undefined): void {
    const memory = this.#memory
    const { at, kernels } = memory
    const { width, height, loops } = this.#format
    const palette = this.#palette
    if (palette === undefined) throw new Error('unreachable: a segment has a palette')
    const clearIndex = clearIndexOf(palette)
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
    const bits = tableBits(palette.length + 1)
    const length = kernels.encodeBox(
      ...([at.first, at.second, at.shown, at.anchors, width] as const),
      ...([box.left, box.top, box.right, box.bottom] as const),
      ...([Math.max(2, bits), clearIndex] as const),
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
    if (this.#drawn === 0) this.#write(writeHead(width, height, loops, tableOf(palette)))
    this.#pending = { bytes: parts, centiseconds, isCleared: clears }
    this.#drawn++
    if (clears) this.#clearShown(box, clearIndex)
  }

  /** The box that a kernel left; undefined where it is empty. */
  #box(): Box | undefined {
    const [left = 0, top = 0, right = 0, bottom = 0] = this.#memory.signed(this.#memory.at.box, 4)
    return bottom === 0 ? undefined : { left, top, right, bottom }
  }

  #clearShown({ left, top, right, bottom }: Box, clearIndex: number): void {
    const { at } = this.#memory
    const { width } = this.#format
    for (let y = top; y < bottom; y++) {
      const start = y * width + left
      this.#memory.bytes(at.shown + start, right - left).fill(clearIndex)
      this.#memory.words(at.anchors + start * 4, right - left).fill(0)
    }
  }

  #writePending(): void {
    if (this.#pending === undefined) return
    const { bytes, centiseconds } = this.#pending
    const [head] = bytes
    head?.set([centiseconds & 255, (centiseconds >> 8) & 255], delayOffset)
    for (const part of bytes) this.#write(part)
    this.#pending = undefined
  }
}

/** Of how many columns, and rows, one is counted for the palette; sums of channels have to stay below 2^32. */
function countingStep(pixels: number, frames: number): number {
  if (pixels < countedWhole) return 1
  let step = 2
  while ((pixels / step ** 2) * frames > mostCounted) step *= 2
  return step
}

function clearIndexOf(palette: Palette): number {
  return palette.length
}

/** The palette as a colour table, with room for the clear index. */
function tableOf(palette: Palette): ColourTable {
  const table = new Uint8Array(3 << tableBits(palette.length + 1))
  for (const [index, colour] of palette.entries()) {
    table.set([colour & 255, (colour >> 8) & 255, (colour >> 16) & 255], index * 3)
  }
  return table
}
