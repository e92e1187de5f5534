const slowestKept = 8

/** Counts the outcomes of many cases, and keeps the slowest. */
export class Tally {
  readonly #counts = new Map<string, number>()
  #slowest: { ms: number; story: string }[] = []
  cases = 0

  add(outcome: string, ms: number, story: string): void {
    this.cases += 1
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1)
    if (ms <= (this.#slowest.at(-1)?.ms ?? 0) && this.#slowest.length === slowestKept) return
    this.#slowest = [...this.#slowest, { ms, story }].toSorted((a, b) => b.ms - a.ms).slice(0, slowestKept)
  }

  /** The count of each outcome, the most frequent first. */
  counts(): [string, number][] {
    return [...this.#counts].toSorted(([, a], [, b]) => b - a)
  }

  slowest(): { ms: number; story: string }[] {
    return this.#slowest
  }
}
