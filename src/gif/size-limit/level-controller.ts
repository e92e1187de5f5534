import type { SizeModel } from './size-model.ts'

/** The part of the limit that is aimed at by the end, when nothing is left to foresee. */
const lastAim = 0.985
/** What was measured counts half after so much of the clip, and no fewer frames. */
const halfLifePart = 0.12
const halfLifeFrames = 12
/** How many frames' worth the prediction counts against what was measured. */
const priorFrames = 6
/**
 * The level moves no further in one go; downwards less, and not at all at the end: then all is painted at once that
 * stood still by the higher level and does not by the lower.
 */
const maxRise = 0.1
const maxFall = 0.08
/** What is foretold at the strongest level may be this much over the limit at the end, and at the beginning. */
const hopefulAtEnd = 1.05
const hopefulAtStart = 1.4

/** So many frames are drawn together at the end, about, and may take this much more than was foretold. */
const lastFrames = 12
const reserve = 0.3

export type Budget = {
  count: number
  maxBytes: number
  /** The part of the limit that is aimed at from the beginning. */
  aim: number
}

/** Keeps an encoding under its limit: compares what frames take with what was foretold, and moves the level. */
export class SizeControl {
  level: number
  readonly #model: SizeModel
  readonly #budget: Budget
  readonly #measured: { first: number; end: number; ratio: number }[] = []
  #written = 0
  #bytes = 0
  #recentBytes = 0
  #recentForetold = 0
  #levels = 0

  constructor(model: SizeModel, budget: Budget, level: number) {
    this.#model = model
    this.#budget = budget
    this.level = level
  }

  /** Says how many frames are written, at the level as it is, and their bytes; gives whether the limit can be kept. */
  measure(written: number, bytes: number): boolean {
    const { count, maxBytes, aim } = this.#budget
    if (bytes > maxBytes) return false
    if (written <= this.#written) return true
    const foretold = this.#model.bytesOf(this.#written, written, this.level)
    const taken = bytes - this.#bytes
    const kept = 0.5 ** ((written - this.#written) / Math.max(halfLifeFrames, count * halfLifePart))
    this.#recentBytes = this.#recentBytes * kept + taken
    this.#recentForetold = this.#recentForetold * kept + foretold
    this.#levels += this.level * (written - this.#written)
    this.#measured.push({ first: this.#written, end: written, ratio: taken / Math.max(1, foretold) })
    this.#written = written
    this.#bytes = bytes

    const ratio = this.#ratio()
    if (written === count) return true
    const left = this.#model.bytesOf(written, count, 1) * ratio
    const hopeful = hopefulAtEnd + (hopefulAtStart - hopefulAtEnd) * (1 - written / count)
    if (bytes + left > maxBytes * hopeful) return false
    // The last frames are drawn together: what they take cannot be corrected any more.
    const last = this.#model.bytesOf(Math.max(written, count - lastFrames), count, this.level) * ratio
    const aimed = Math.min(
      maxBytes * (aim + (Math.max(aim, lastAim) - aim) * (written / count)),
      maxBytes - last * reserve,
    )
    const wanted = this.#model.levelFor(written, count, (aimed - bytes) / ratio) ?? 1
    const fall = count - written <= lastFrames ? 0 : maxFall
    this.level = Math.max(this.level - fall, Math.min(this.level + maxRise, wanted))
    return true
  }

  /** The mean level of the frames written so far. */
  get meanLevel(): number {
    return this.#written === 0 ? this.level : this.#levels / this.#written
  }

  /** Tells the model what was measured, for another attempt. */
  teach(): void {
    for (const { first, end, ratio } of this.#measured) this.#model.correct(first, end, ratio)
    this.#model.correct(this.#written, this.#budget.count, this.#ratio())
  }

  /** What frames take against what was foretold, of late. */
  #ratio(): number {
    const { count } = this.#budget
    const prior = (this.#model.bytesOf(0, count, this.level) / count) * priorFrames
    return (this.#recentBytes + prior) / (this.#recentForetold + prior)
  }
}
