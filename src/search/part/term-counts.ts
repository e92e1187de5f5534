const ratingClasses = 8

/** How many living documents of a part have a term, by rating class: counted when it is asked for, and kept up. */
export class TermCounts {
  /** Slot → 8 numbers. */
  readonly #counts = new Map<number, Uint32Array>()

  /** The sum for the rating classes of a bit mask; `count` counts them all into 8 numbers, the first time. */
  sumOf(slot: number, classes: number, count: (counts: Uint32Array) => void): number {
    let counts = this.#counts.get(slot)
    if (counts === undefined) {
      counts = new Uint32Array(ratingClasses)
      count(counts)
      this.#counts.set(slot, counts)
    }
    let sum = 0
    for (let at = 0; at < ratingClasses; at += 1)
      if (((classes >>> at) & 1) === 1) sum += counts[at] as number
    return sum
  }

  /** Takes a document that died out of the counts: the first `count` of `slots` are its terms', some several times. */
  remove(slots: readonly number[], count: number, ratingClass: number): void {
    if (this.#counts.size === 0) return
    for (let at = 0; at < count; at += 1) {
      const slot = slots[at] as number
      const counts = this.#counts.get(slot)
      if (counts !== undefined && slots.indexOf(slot) === at)
        counts[ratingClass] = (counts[ratingClass] as number) - 1
    }
  }
}
