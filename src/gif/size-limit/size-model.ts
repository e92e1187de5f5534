/**
 * The bytes of each frame of a clip at each level of quality. Between two known levels, and beyond them, the bytes of a
 * frame fall exponentially with the level.
 */
export class SizeModel {
  readonly #known: { level: number; sizes: Float64Array }[] = []

  /** Sets the bytes of every frame at a level. */
  set(level: number, sizes: Float64Array): void {
    this.delete(level)
    this.#known.push({ level, sizes })
    this.#known.sort((one, other) => one.level - other.level)
  }

  /** Forgets a level, if it is known. */
  delete(level: number): void {
    const index = this.#known.findIndex((known) => known.level === level)
    if (index >= 0) this.#known.splice(index, 1)
  }

  /**
   * Returns the bytes of the frames from `first` up to `end`, exclusive, at a level. Throws an Error if none is known.
   */
  estimate(first: number, end: number, level: number): number {
    const upper = this.#known.findIndex((known) => known.level >= level)
    const at = upper === -1 ? this.#known.length - 1 : Math.max(1, upper)
    const to = this.#known[at] ?? this.#known[0]
    const from = this.#known[at - 1] ?? to
    if (from === undefined || to === undefined) throw new Error('the model has no level')
    const share = from === to ? 0 : (level - from.level) / (to.level - from.level)
    let sum = 0
    for (let frame = first; frame < end; frame += 1) {
      sum += Math.max(1, from.sizes[frame] ?? 0) ** (1 - share) * Math.max(1, to.sizes[frame] ?? 0) ** share
    }
    return sum
  }

  /**
   * Returns the lowest level (0 to 1) at which these frames take at most `maxBytes`; undefined if the highest takes
   * more.
   */
  findLevel(first: number, end: number, maxBytes: number): number | undefined {
    if (this.estimate(first, end, 1) > maxBytes) return undefined
    if (this.estimate(first, end, 0) <= maxBytes) return 0
    let low = 0
    let high = 1
    while (high - low > 0.002) {
      const middle = (low + high) / 2
      if (this.estimate(first, end, middle) <= maxBytes) high = middle
      else low = middle
    }
    return high
  }

  /** Multiplies the bytes of these frames by `factor`, at every level. */
  scale(first: number, end: number, factor: number): void {
    for (const { sizes } of this.#known) {
      for (let frame = first; frame < end; frame += 1) sizes[frame] = (sizes[frame] ?? 0) * factor
    }
  }
}
