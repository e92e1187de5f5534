/** The entries with the highest scores, of those offered. Of equal scores the one offered first is better. */
export class BestEntries<Entry> {
  readonly #most: number
  readonly #best: { score: number; entry: Entry }[] = []

  constructor(most: number) {
    this.#most = most
  }

  /** Scores that are not above it are not kept; 0 as long as there is room. */
  get least(): number {
    return this.#best.length < this.#most ? 0 : (this.#best.at(-1)?.score ?? Infinity)
  }

  offer(score: number, entry: Entry): void {
    if (score <= this.least) return
    let at = this.#best.length
    while (at > 0 && (this.#best[at - 1]?.score ?? 0) < score) at--
    this.#best.splice(at, 0, { score, entry })
    if (this.#best.length > this.#most) this.#best.pop()
  }

  /** The best first. */
  list(): readonly { score: number; entry: Entry }[] {
    return this.#best
  }
}
