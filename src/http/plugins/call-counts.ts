import { RecentMap } from '../../lib/recent-map.ts'

export type Count = {
  /** How many more calls there may be before the window ends; negative when there were too many. */
  remaining: number
  /** Until the window ends. */
  resetSeconds: number
}

type Window = { calls: number; startMs: number }

const windowMs = 60_000

/** Measured: this many take 5 MB. */
const maxClients = 20_000

/**
 * Counts calls, each client's in minutes of its own. Of ever so many clients only the last minutes that began are
 * remembered, so that whoever owns a million addresses fills no memory. The clock is one that never jumps.
 */
export class CallCounts {
  readonly #now: () => number
  readonly #windows = new RecentMap<Window>(maxClients)

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Counts a call of `client`, who may make `max` in a minute. */
  add(client: string, max: number): Count {
    const window = this.#current(client)
    if (window.calls === 0) this.#windows.set(client, window)
    window.calls++
    return this.#count(window, max)
  }

  /** The same without counting. */
  peek(client: string, max: number): Count {
    return this.#count(this.#current(client), max)
  }

  #current(client: string): Window {
    const now = this.#now()
    const known = this.#windows.get(client)
    return known === undefined || now - known.startMs >= windowMs ? { calls: 0, startMs: now } : known
  }

  #count({ calls, startMs }: Window, max: number): Count {
    return {
      remaining: max - calls,
      resetSeconds: Math.max(1, Math.ceil((startMs + windowMs - this.#now()) / 1000)),
    }
  }
}
