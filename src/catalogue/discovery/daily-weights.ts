import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/clock.ts'
import { SmallCounts } from './small-counts.ts'

const dayMs = 24 * 60 * 60_000
const saltBytes = 32
const keyBytes = 6

export type DailyWeightsOptions = {
  /** The maximum pairs of a viewer and a subject in a day; further ones do not count until the next day. */
  maxPairs: number
  /** The maximum pairs of one viewer, so that a few viewers cannot use up all of them. */
  maxPerViewer: number
  clock: Clock
}

/**
 * The actions of viewers today, so that nobody counts twice. Viewers and subjects are kept only as hashes with a random
 * salt that changes each day (UTC); none of it leaves the memory of the process.
 */
export class DailyWeights {
  readonly #options: DailyWeightsOptions
  /** A viewer's actions come in quick succession, and hashing takes a microsecond. */
  readonly #viewerHashes = new LRUCache<string, number>({ max: 1000 })
  #day = NaN
  #salt = ''
  #weights = new SmallCounts(0)
  #subjects = new SmallCounts(0)

  constructor(options: DailyWeightsOptions) {
    this.#options = options
  }

  /**
   * Returns true if the viewer may have a further subject today. Cheap: call it first if a subject is expensive to
   * compute.
   */
  mayAdd(viewer: string): boolean {
    this.#startDay()
    return (
      this.#weights.size < this.#options.maxPairs &&
      this.#subjects.get(this.#viewerHash(viewer)) < this.#options.maxPerViewer
    )
  }

  /**
   * Raises the viewer's weight for a subject today to `weight`, a whole number. Returns the increase; 0 if it is not
   * higher, or if a limit is reached.
   */
  raise(viewer: string, subject: string, weight: number): number {
    this.#startDay()
    const pair = this.#hash(`${viewer}\n${subject}`)
    const before = this.#weights.get(pair)
    if (weight <= before) return 0
    if (before === 0) {
      if (!this.mayAdd(viewer)) return 0
      const key = this.#viewerHash(viewer)
      this.#subjects.set(key, this.#subjects.get(key) + 1)
    }
    this.#weights.set(pair, weight)
    return weight - before
  }

  #startDay(): void {
    const day = Math.floor(this.#options.clock.now() / dayMs)
    if (day === this.#day) return
    this.#day = day
    this.#salt = randomBytes(saltBytes).toString('hex')
    this.#weights = new SmallCounts(this.#options.maxPairs)
    this.#subjects = new SmallCounts(this.#options.maxPairs)
    this.#viewerHashes.clear()
  }

  #viewerHash(viewer: string): number {
    let known = this.#viewerHashes.get(viewer)
    if (known === undefined) {
      known = this.#hash(viewer)
      this.#viewerHashes.set(viewer, known)
    }
    return known
  }

  #hash(text: string): number {
    return hash('sha256', this.#salt + text, 'buffer').readUIntBE(0, keyBytes) || 1
  }
}
