import { type Count, RateCounter } from '../lib/rate-counter.ts'

/** Counts events by key in fixed windows, each beginning with the first event of its key. */
export interface Counter {
  /** Counts an event of `key`, of which there may be `max` in a window. */
  add(key: string, max: number): Count | Promise<Count>
  /** The same without counting. */
  peek(key: string, max: number): Count | Promise<Count>
  /** Takes back an event that was counted in the current window. */
  undo(key: string): void | Promise<void>
}

/** A counter of what is called so often that a promise would cost more than the counting. */
export type FastCounter = { add(key: string, max: number): Count }

export type CounterOptions = {
  /** What is counted. Counters of one name on several machines are one. */
  name: string
  windowMs: number
  /** Of how many keys counts are kept in memory at most. */
  maxKeys: number
}

/** Makes the counters of the limits of an instance. */
export interface Counters {
  /** Exact over all machines. Rejects with AppError unavailable where it cannot be counted. */
  exact(options: CounterOptions): Counter
  /** Counts on this machine, and knows what the others counted until about a second ago. */
  exchanged(options: CounterOptions): FastCounter
}

/** For an instance of one web process: all counts are in its memory, and lost at a restart. */
export class LocalCounters implements Counters {
  readonly #now: (() => number) | undefined

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now?: () => number) {
    this.#now = now
  }

  exact({ windowMs, maxKeys }: CounterOptions): RateCounter {
    return new RateCounter({ windowMs, maxKeys, ...(this.#now && { now: this.#now }) })
  }

  exchanged(options: CounterOptions): RateCounter {
    return this.exact(options)
  }
}
