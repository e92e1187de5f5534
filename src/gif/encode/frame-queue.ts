import type { EncoderMemory } from '../kernels/encoder-memory.ts'
import { DelayRounder } from './container.ts'

/** Only every 8th column and row is compared. */
const step = 8
/** A pixel has changed if its green differs by more than this. */
const difference = 16
/** The share of changed pixels above which a new scene begins. */
const share = 0.5

/** Returns true if a frame (RGBA, `width` pixels wide) begins a new scene. */
export function isSceneCut(before: Uint8Array, frame: Uint8Array, width: number): boolean {
  let compared = 0
  let changed = 0
  for (let row = 0; row < frame.length; row += width * 4 * step) {
    for (let at = row + 1; at < row + width * 4; at += 4 * step) {
      compared++
      if (Math.abs((before[at] ?? 0) - (frame[at] ?? 0)) > difference) changed++
    }
  }
  return changed > compared * share
}

/** The shortest delay written, in hundredths of a second: browsers replace shorter ones with far longer ones. */
const minDelay = 2

/** The most bytes of queued frames, and the most frames of one palette. */
const maxWaitingBytes = 24_000_000
const maxSegmentFrames = 32

/** Returns the most frames of `pixels` pixels to queue: those of one palette (at least two), and the one after them. */
export function queueLength(pixels: number): number {
  return Math.min(maxSegmentFrames, Math.max(2, Math.floor(maxWaitingBytes / (pixels * 4)))) + 1
}

type Timing = { durationMs: number; centiseconds: number; hasClear: boolean }

/** A frame in the memory. */
export type QueuedFrame = Timing & { address: number }

/** The frames of a queue, as RGBA, and the times passed so far. */
export type QueueCheckpoint = {
  readonly frames: readonly (Timing & { rgba: Uint8Array })[]
  readonly delays: DelayRounder
}

/** The frames of the next palette. Frames too short for players are dropped. */
export class FrameQueue {
  readonly #memory: EncoderMemory
  readonly #width: number
  readonly #pixels: number
  readonly #free: number[]
  #frames: QueuedFrame[] = []
  #delays = new DelayRounder()

  constructor(memory: EncoderMemory, { width, height }: { width: number; height: number }) {
    this.#memory = memory
    this.#width = width
    this.#pixels = width * height
    this.#free = [...memory.frames]
  }

  /** The queued frames, in the order in which they are shown. */
  get frames(): readonly QueuedFrame[] {
    return this.#frames
  }

  get isFull(): boolean {
    return this.#free.length === 0
  }

  /** True if the last frame is long enough to be shown. */
  get isLastShown(): boolean {
    return (this.#frames.at(-1)?.centiseconds ?? 0) >= minDelay
  }

  /**
   * Adds a frame to the queue: `fill` writes its RGBA at an address. `before` is the frame before the first one here;
   * it gets the time of a dropped frame.
   */
  add(
    fill: (address: number) => void,
    durationMs: number,
    before: { centiseconds: number } | undefined,
  ): void {
    let centiseconds = this.#delays.next(durationMs)
    const last = this.#frames.at(-1)
    if (last !== undefined && last.centiseconds < minDelay && centiseconds < minDelay) {
      last.centiseconds += centiseconds
      last.durationMs += durationMs
      return
    }
    if (last !== undefined && last.centiseconds < minDelay) centiseconds += this.#dropLast(last, before)
    const address = this.#takeFree()
    fill(address)
    const hasClear = this.#memory.kernels.thresholdAlpha(address, (this.#pixels + 3) & ~3) !== 0
    this.#frames.push({ address, durationMs, centiseconds, hasClear })
  }

  /** Drops the last frame if it is too short, unless it is the only one of the file. */
  end(before: { centiseconds: number } | undefined): void {
    const last = this.#frames.at(-1)
    if (last === undefined || last.centiseconds >= minDelay) return
    if (this.#frames.length > 1 || before !== undefined) this.#dropLast(last, before)
    else last.centiseconds = minDelay
  }

  /** Returns true if the last frame begins a new scene. */
  endsWithCut(): boolean {
    const [before, last] = this.#frames.slice(-2)
    if (before === undefined || last === undefined) return false
    const bytesOf = ({ address }: QueuedFrame) => this.#memory.bytes(address, this.#pixels * 4)
    return isSceneCut(bytesOf(before), bytesOf(last), this.#width)
  }

  /** Removes and returns the first frame; the caller must release its memory. */
  shift(): QueuedFrame | undefined {
    return this.#frames.shift()
  }

  /** Releases the memory of a frame. */
  release({ address }: QueuedFrame): void {
    this.#free.push(address)
  }

  /** Returns a copy of the frames and times. */
  checkpoint(): QueueCheckpoint {
    const frames = this.#frames.map(({ address, ...timing }) => ({
      ...timing,
      rgba: this.#memory.bytes(address, this.#pixels * 4).slice(),
    }))
    return { frames, delays: this.#delays.copy() }
  }

  /** Restores the frames and times of a checkpoint. */
  restore({ frames, delays }: QueueCheckpoint): void {
    this.#delays = delays.copy()
    this.#frames = frames.map(({ rgba, ...timing }) => {
      const address = this.#takeFree()
      this.#memory.bytes(address, rgba.length).set(rgba)
      return { ...timing, address }
    })
  }

  /** Returns the address of an unused frame. */
  #takeFree(): number {
    const address = this.#free.pop()
    if (address === undefined) throw new Error('unreachable: a full segment is drawn')
    return address
  }

  /** Drops the last frame. Its centiseconds go to the frame before, or are returned if it was the first. */
  #dropLast(last: QueuedFrame, before: { centiseconds: number } | undefined): number {
    this.#frames.pop()
    this.release(last)
    const longer = this.#frames.at(-1) ?? before
    if (longer === undefined) return last.centiseconds
    longer.centiseconds += last.centiseconds
    return 0
  }
}
