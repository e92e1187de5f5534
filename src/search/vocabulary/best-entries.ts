/**
 * The distinct entries with the highest scores of those offered, each with its highest score. Of equal scores, the one
 * offered first is better.
 */
export class BestEntries {
  readonly #most: number
  /** Only higher scores are kept. */
  readonly #floor: number
  readonly #scores: number[] = []
  readonly #entries: number[] = []

  constructor(most: number, floor = 0) {
    this.#most = most
    this.#floor = floor
  }

  get length(): number {
    return this.#entries.length
  }

  /** The score that an entry must exceed to be kept. */
  get least(): number {
    return this.length < this.#most ? this.#floor : (this.#scores[this.length - 1] ?? Infinity)
  }

  offer(score: number, entry: number): void {
    if (score <= this.least) return
    const known = this.#entries.indexOf(entry)
    if (known !== -1 && (this.#scores[known] ?? 0) >= score) return
    // The dropped entry frees its place: the known one, or the last.
    let at = known === -1 ? Math.min(this.length, this.#most - 1) : known
    for (; at > 0 && (this.#scores[at - 1] ?? 0) < score; at--) {
      this.#scores[at] = this.#scores[at - 1] ?? 0
      this.#entries[at] = this.#entries[at - 1] ?? 0
    }
    this.#scores[at] = score
    this.#entries[at] = entry
  }

  /** Returns the entry at a place, best first. */
  entryAt(place: number): number {
    return this.#entries[place] ?? -1
  }

  scoreAt(place: number): number {
    return this.#scores[place] ?? 0
  }
}
