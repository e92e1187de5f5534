import { setTimeout as wait } from 'node:timers/promises'

/** The answers by request: counts by status, and durations. */
export class Outcomes {
  readonly #byAction = new Map<string, { statuses: Map<string, number>; tookMs: number[] }>()
  /** Answers that are a fault of the service, as text. */
  readonly faults: string[] = []

  add(call: string, status: number | 'hung up', tookMs: number): void {
    const action = call + this.suffix
    const entry = this.#byAction.get(action) ?? { statuses: new Map<string, number>(), tookMs: [] }
    this.#byAction.set(action, entry)
    entry.statuses.set(String(status), (entry.statuses.get(String(status)) ?? 0) + 1)
    entry.tookMs.push(tookMs)
    if (typeof status === 'number' && status >= 500) this.faults.push(`${action}: ${status}`)
  }

  /** The suffix under which later results are recorded separately. */
  suffix = ''

  get calls(): number {
    return [...this.#byAction.values()].reduce((sum, { tookMs }) => sum + tookMs.length, 0)
  }

  /** The minimum milliseconds of the slowest hundredth of an action's calls. */
  p99(action: string): number {
    return quantile(this.#byAction.get(action)?.tookMs ?? [], 0.99)
  }

  /** A row for each action: the count, by status, the median, the 99th percentile and the slowest. */
  rows(): (string | number)[][] {
    return [...this.#byAction].map(([action, { statuses, tookMs }]) => {
      const at = (part: number) => `${quantile(tookMs, part).toFixed(1)} ms`
      const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
      return [action, counts, at(0.5), at(0.99), at(1)]
    })
  }
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(part * (sorted.length - 1))] ?? 0
}

/**
 * Repeats `act` with a pause of `everyMs` in between, until the signal aborts. An error that it throws ends the soak.
 */
export async function repeat(everyMs: number, signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await act()
    await wait(everyMs * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined)
  }
}
