import { LuminanceChanges, RedChanges } from './cell-changes.ts'
import { averageCells, type ColorGrid, gridSize, smoothCells } from './color-grid.ts'
import { Fields } from './fields.ts'
import { FlashCounter } from './flash-counter.ts'

const secondMs = 1000

/** Browsers show frames of at most 10 ms for 100 ms. */
const shortest = { ms: 10, shownMs: 100 }

type TimedGrid = { grid: ColorGrid; durationMs: number }

/**
 * Detects more than three general flashes, or more than three red ones, within any one second of an animation (WCAG
 * 2.2, success criterion 2.3.1, "Three Flashes or Below Threshold", and its definition of general and red flash
 * thresholds). Reads the frames in order, as grids of mean colors. It remembers only the grids of the first second,
 * which follow the last frame when the animation repeats. Takes about 0.2 ms for a frame of 480 × 270 pixels.
 */
export class FlashMeter {
  readonly #size: { width: number; height: number }
  readonly #grid
  readonly #counters: FlashCounter[]
  readonly #head: TimedGrid[] = []
  #timeMs = 0
  #frames = 0
  #isFlashing = false

  constructor(size: { width: number; height: number }) {
    this.#size = size
    this.#grid = gridSize(size)
    const cells = this.#grid.columns * this.#grid.rows
    const fields = new Fields(size, this.#grid)
    this.#counters = [new LuminanceChanges(cells), new RedChanges(cells)].map(
      (changes) => new FlashCounter(cells, fields, changes),
    )
  }

  /** Takes the next frame, shown for `durationMs`: RGBA, 8 bits, straight alpha. */
  add(rgba: Uint8Array, durationMs: number): void {
    this.#frames += 1
    if (this.#isFlashing) return
    const timed = {
      grid: smoothCells(averageCells(rgba, this.#size, this.#grid), this.#grid),
      durationMs: durationMs <= shortest.ms ? shortest.shownMs : durationMs,
    }
    if (this.#timeMs < secondMs) this.#head.push(timed)
    this.#show(timed)
  }

  /** Returns true if it flashes too often. `loops` is the number of times it plays; 0 means forever. */
  finish(loops: number): boolean {
    if (this.#frames > 1 && loops !== 1) {
      const endMs = this.#timeMs + secondMs
      const times = loops === 0 ? Infinity : loops - 1
      for (let played = 0; played < times && this.#timeMs < endMs && !this.#isFlashing; played += 1)
        for (const timed of this.#head) this.#show(timed)
    }
    return this.#isFlashing
  }

  #show({ grid, durationMs }: TimedGrid): void {
    for (const counter of this.#counters) this.#isFlashing ||= counter.add(grid, this.#timeMs)
    this.#timeMs += durationMs
  }
}
