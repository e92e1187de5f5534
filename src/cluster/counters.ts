import { type Count, RateCounter } from '../lib/rate-counter.ts'

/** Counts events by key in fixed windows, each beginning with the first event of its key. */
export interface Counter {
  /** Counts an event of `key`, of which a window allows `max`. */
  add(key: string, max: number): Count | Promise<Count>
  /** Returns the count without adding to it. */
  peek(key: string, max: number): Count | Promise<Count>
  /** Removes an event that was counted in the current window. */
  undo(key: string): void | Promise<void>
}

/** A counter for calls so frequent that a promise would cost more than counting. */
export type FastCounter = { add(key: string, max: number): Count }

export type CounterOptions = {
  /** The name of the counted events. Machines share the counter of a name. */
  name: string
  windowMs: number
  /** The maximum number of keys whose counts are in memory. */
  maxKeys: number
}

/** Makes the counters for the limits of an instance. */
export interface Counters {
  /** Exact across all machines. Rejects with AppError unavailable if counting fails. */
  exact(options: CounterOptions): Counter
  /** Counts on this machine, and includes the counts of others from about a second ago. */
  exchanged(options: CounterOptions): FastCounter
}

/** Counters for an instance with one web process: all counts are in its memory, and lost on restart. */
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
