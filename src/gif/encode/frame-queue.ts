import type { EncoderMemory } from '../kernels/encoder-memory.ts'
import { DelayRounder } from './container.ts'
import { isSceneCut } from './scene-cut.ts'

/** The shortest delay that is written, in hundredths of a second: browsers replace shorter ones by far longer ones. */
const minDelay = 2

/** The most bytes of frames that wait for their palette, and the most frames of one palette. */
const maxWaitingBytes = 24_000_000
const maxSegmentFrames = 32

/** How many frames of so many pixels wait at most: those of a palette, two at least, and the one after them. */
export function queueLength(pixels: number): number {
  return Math.min(maxSegmentFrames, Math.max(2, Math.floor(maxWaitingBytes / (pixels * 4)))) + 1
}

type Timing = { durationMs: number; centiseconds: number; hasClear: boolean }

/** A frame in the memory. */
export type QueuedFrame = Timing & { address: number }

/** The frames of a queue, RGBA, and the times passed so far. */
export type QueueCheckpoint = {
  readonly frames: readonly (Timing & { rgba: Uint8Array })[]
  readonly delays: DelayRounder
}

/** The frames that wait for their palette. Frames that players would show for too short a time are left out. */
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

  /** In the order that they are shown in. */
  get frames(): readonly QueuedFrame[] {
    return this.#frames
  }

  get isFull(): boolean {
    return this.#free.length === 0
  }

  /** Whether the last frame lasts long enough to be shown. */
  get isLastShown(): boolean {
    return (this.#frames.at(-1)?.centiseconds ?? 0) >= minDelay
  }

  /** Copies a frame (RGBA). `before` is what is shown before the first frame here: it gets the time of one that is left out. */
  add(rgba: Uint8Array, durationMs: number, before: { centiseconds: number } | undefined): void {
    let centiseconds = this.#delays.next(durationMs)
    const last = this.#frames.at(-1)
    if (last !== undefined && last.centiseconds < minDelay && centiseconds < minDelay) {
      last.centiseconds += centiseconds
      last.durationMs += durationMs
      return
    }
    if (last !== undefined && last.centiseconds < minDelay) centiseconds += this.#dropLast(last, before)
    const address = this.#takeFree()
    this.#memory.bytes(address, rgba.length).set(rgba)
    const hasClear = this.#memory.kernels.settleAlpha(address, (this.#pixels + 3) & ~3) !== 0
    this.#frames.push({ address, durationMs, centiseconds, hasClear })
  }

  /** Leaves the last frame out where it is too short and not the only one of the file. */
  end(before: { centiseconds: number } | undefined): void {
    const last = this.#frames.at(-1)
    if (last === undefined || last.centiseconds >= minDelay) return
    if (this.#frames.length > 1 || before !== undefined) this.#dropLast(last, before)
    else last.centiseconds = minDelay
  }

  /** Whether the last frame shows another scene than the one before. */
  endsWithCut(): boolean {
    const [before, last] = this.#frames.slice(-2)
    if (before === undefined || last === undefined) return false
    const bytesOf = ({ address }: QueuedFrame) => this.#memory.bytes(address, this.#pixels * 4)
    return isSceneCut(bytesOf(before), bytesOf(last), this.#width)
  }

  /** Takes the first frame out; its memory has to be released. */
  shift(): QueuedFrame | undefined {
    return this.#frames.shift()
  }

  /** Gives the memory of a frame back. */
  release({ address }: QueuedFrame): void {
    this.#free.push(address)
  }

  /** A copy of the frames and times. */
  checkpoint(): QueueCheckpoint {
    const frames = this.#frames.map(({ address, ...timing }) => ({
      ...timing,
      rgba: this.#memory.bytes(address, this.#pixels * 4).slice(),
    }))
    return { frames, delays: this.#delays.copy() }
  }

  /** Takes the frames and times of a checkpoint over. */
  restore({ frames, delays }: QueueCheckpoint): void {
    this.#delays = delays.copy()
    this.#frames = frames.map(({ rgba, ...timing }) => {
      const address = this.#takeFree()
      this.#memory.bytes(address, rgba.length).set(rgba)
      return { ...timing, address }
    })
  }

  /** The address of an unused frame. */
  #takeFree(): number {
    const address = this.#free.pop()
    if (address === undefined) throw new Error('unreachable: a full segment is drawn')
    return address
  }

  /** Leaves the last frame out. Its time goes to the one before; where there is none, it is given back. */
  #dropLast(last: QueuedFrame, before: { centiseconds: number } | undefined): number {
    this.#frames.pop()
    this.release(last)
    const longer = this.#frames.at(-1) ?? before
    if (longer === undefined) return last.centiseconds
    longer.centiseconds += last.centiseconds
    return 0
  }
}
