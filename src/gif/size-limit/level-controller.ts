import type { SizeModel } from './size-model.ts'

/** The half-life of measurements, as a share of the clip, and the minimum in frames. */
const halfLifeShare = 0.12
const halfLifeFrames = 12
/** The prediction weighs as much as the measurements of this many frames. */
const priorFrames = 6
/** The largest steps of the level. It falls more slowly: a lower level repaints what the higher one left unchanged. */
const maxRise = 0.1
const maxFall = 0.08
/** The factor by which the estimate at the strongest level may exceed the limit, at the start and end of an encode. */
const toleranceAtStart = 1.8
const toleranceAtEnd = 1.05

export type SizeBudget = {
  /** The number of frames of the clip. */
  count: number
  maxBytes: number
  /** The number of bytes to aim at. */
  aimBytes: number
  /** The most that the level may move from the first one. */
  maxDrift: number
}

/**
 * Keeps an encode under its limit: compares the actual bytes of frames with their estimates, and adjusts the quality
 * level so that the rest of the clip is estimated to end at the aim.
 */
export class LevelController {
  level: number
  readonly #model: SizeModel
  readonly #budget: SizeBudget
  readonly #firstLevel: number
  readonly #measured: { first: number; end: number; ratio: number }[] = []
  #written: number
  #bytes: number
  #recentBytes = 0
  #recentEstimate = 0

  /** `start.written` frames already take `start.bytes`; `level` is the level of the next frame. */
  constructor(
    model: SizeModel,
    budget: SizeBudget,
    level: number,
    start: { written: number; bytes: number },
  ) {
    this.#model = model
    this.#budget = budget
    this.level = level
    this.#firstLevel = level
    this.#written = start.written
    this.#bytes = start.bytes
  }

  /** Adjusts the level to the frames written so far and their total bytes. Returns false if the limit cannot be kept. */
  update(written: number, bytes: number): boolean {
    const { count, maxBytes, aimBytes } = this.#budget
    if (written <= this.#written) return bytes <= maxBytes
    const estimate = this.#model.estimate(this.#written, written, this.level)
    const taken = bytes - this.#bytes
    const kept = 0.5 ** ((written - this.#written) / Math.max(halfLifeFrames, count * halfLifeShare))
    this.#recentBytes = this.#recentBytes * kept + taken
    this.#recentEstimate = this.#recentEstimate * kept + estimate
    this.#measured.push({ first: this.#written, end: written, ratio: taken / Math.max(1, estimate) })
    this.#written = written
    this.#bytes = bytes
    if (bytes > maxBytes) return false
    if (written === count) return true

    const ratio = this.#recentRatio()
    const least = this.#model.estimate(written, count, 1) * ratio
    const tolerance = toleranceAtEnd + (toleranceAtStart - toleranceAtEnd) * (1 - written / count)
    if (bytes + least > maxBytes * tolerance) return false
    const wanted = this.#model.findLevel(written, count, (aimBytes - bytes) / ratio) ?? 1
    const { maxDrift } = this.#budget
    const lowest = Math.max(this.level - maxFall, this.#firstLevel - maxDrift, 0)
    const highest = Math.min(this.level + maxRise, this.#firstLevel + maxDrift, 1)
    this.level = Math.max(lowest, Math.min(highest, wanted))
    return true
  }

  /** Corrects the model with the measurements, for another encode. */
  correctModel(): void {
    for (const { first, end, ratio } of this.#measured) this.#model.scale(first, end, ratio)
    this.#model.scale(this.#written, this.#budget.count, this.#recentRatio())
  }

  /** Returns the bytes of recent frames relative to their estimate. */
  #recentRatio(): number {
    const { count } = this.#budget
    const prior = (this.#model.estimate(0, count, this.level) / count) * priorFrames
    return (this.#recentBytes + prior) / (this.#recentEstimate + prior)
  }
}
