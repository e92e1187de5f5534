import { LRUCache } from 'lru-cache'

export type Count = {
  /** The number of further events before the window ends; negative if there were too many. */
  remaining: number
  resetSeconds: number
}

export type RateCounterOptions = {
  windowMs: number
  /** The maximum number of counted keys; beyond them, the least recently seen key is dropped. */
  maxKeys: number
  /** A clock in milliseconds; default: a monotonic one. */
  now?: () => number
}

type Window = { count: number; endsAt: number }

/**
 * Counts events per key in fixed windows, each starting with the first event of its key. Memory is bounded for any
 * number of keys from untrusted input, and no timer runs: see docs/decisions/0011.
 */
export class RateCounter {
  readonly #windowMs: number
  readonly #now: () => number
  readonly #windows: LRUCache<string, Window>

  constructor({ windowMs, maxKeys, now = () => performance.now() }: RateCounterOptions) {
    this.#windowMs = windowMs
    // Whole milliseconds: with fractions, adding the window's length and subtracting again may exceed the length.
    this.#now = () => Math.floor(now())
    // Limited by size, since `max` would allocate space for all keys at once.
    this.#windows = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 })
  }

  /** Counts an event of `key`, of which `max` are allowed in a window. */
  add(key: string, max: number): Count {
    const now = this.#now()
    let window = this.#current(key, now)
    if (window === undefined) {
      window = { count: 0, endsAt: now + this.#windowMs }
      this.#windows.set(key, window)
    }
    window.count++
    return countOf(window, max, now)
  }

  /** Returns the same count without adding to it. */
  peek(key: string, max: number): Count {
    const now = this.#now()
    return countOf(this.#current(key, now) ?? { count: 0, endsAt: now + this.#windowMs }, max, now)
  }

  /** Undoes the count of an event in the current window. */
  undo(key: string): void {
    const window = this.#current(key, this.#now())
    if (window === undefined) return
    window.count--
    if (window.count <= 0) this.#windows.delete(key)
  }

  #current(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key)
    // A clock that was set back must not lengthen a window.
    return window === undefined || now >= window.endsAt || window.endsAt - now > this.#windowMs
      ? undefined
      : window
  }
}

function countOf({ count, endsAt }: Window, max: number, now: number): Count {
  return { remaining: max - count, resetSeconds: Math.max(1, Math.ceil((endsAt - now) / 1000)) }
}
