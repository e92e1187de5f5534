import { hash, randomBytes } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { SmallCounts } from './small-counts.ts'

const dayMs = 24 * 60 * 60_000
const saltBytes = 32
const keyBytes = 6

export type DailyWeightsOptions = {
  /** Pairs of a viewer and a subject in a day; further ones get nothing until the next day. */
  maxPairs: number
  /** Of which so many may be of one viewer, so that no few viewers can use them up. */
  maxPerViewer: number
  clock: Clock
}

/**
 * What viewers did today, so that nobody counts twice. Viewers and subjects are kept only as hashes with a salt that is
 * random and new each day (UTC); nothing of it leaves the memory of the process.
 */
export class DailyWeights {
  readonly #options: DailyWeightsOptions
  #day = NaN
  #salt = ''
  #weights = new SmallCounts(0)
  #subjects = new SmallCounts(0)

  constructor(options: DailyWeightsOptions) {
    this.#options = options
  }

  /**
   * By how much `weight` is more than the most that the viewer had for the subject today, which it then has; 0 when it
   * is not more, or when a limit is reached. Weights are whole.
   */
  raise(viewer: string, subject: string, weight: number): number {
    this.#startDay()
    const pair = this.#keyOf(`${viewer}\n${subject}`)
    const before = this.#weights.get(pair)
    if (weight <= before) return 0
    if (before === 0 && !this.#takePlace(viewer)) return 0
    return this.#weights.set(pair, weight) ? weight - before : 0
  }

  /** Counts one more subject of the viewer; false when that is too many. */
  #takePlace(viewer: string): boolean {
    if (this.#weights.size >= this.#options.maxPairs) return false
    const key = this.#keyOf(viewer)
    const subjects = this.#subjects.get(key)
    return subjects < this.#options.maxPerViewer && this.#subjects.set(key, subjects + 1)
  }

  #startDay(): void {
    const day = Math.floor(this.#options.clock.now() / dayMs)
    if (day === this.#day) return
    this.#day = day
    this.#salt = randomBytes(saltBytes).toString('hex')
    this.#weights = new SmallCounts(this.#options.maxPairs)
    this.#subjects = new SmallCounts(this.#options.maxPairs)
  }

  #keyOf(text: string): number {
    return hash('sha256', this.#salt + text, 'buffer').readUIntBE(0, keyBytes) || 1
  }
}
