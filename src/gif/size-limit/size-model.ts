/**
 * What each frame of a clip takes at each level of quality, in bytes: between the levels that are known it falls by
 * the same share for each step, and so it goes on beyond them.
 */
export class SizeModel {
  readonly #known: { level: number; bytes: Float64Array }[] = []

  /** Says what every frame takes at a level. */
  learn(level: number, bytes: Float64Array): void {
    this.forget(level)
    this.#known.push({ level, bytes })
    this.#known.sort((one, other) => one.level - other.level)
  }

  /** Unlearns a level, if it is known. */
  forget(level: number): void {
    const index = this.#known.findIndex((known) => known.level === level)
    if (index >= 0) this.#known.splice(index, 1)
  }

  /** What the frames from one to before another take at a level. */
  bytesOf(first: number, end: number, level: number): number {
    const upper = this.#known.findIndex((known) => known.level >= level)
    const at = upper === -1 ? this.#known.length - 1 : Math.max(1, upper)
    const to = this.#known[at] ?? this.#known[0]
    const from = this.#known[at - 1] ?? to
    if (from === undefined || to === undefined) throw new Error('a model that knows nothing')
    const share = from === to ? 0 : (level - from.level) / (to.level - from.level)
    let sum = 0
    for (let frame = first; frame < end; frame += 1) {
      sum += Math.max(1, from.bytes[frame] ?? 0) ** (1 - share) * Math.max(1, to.bytes[frame] ?? 0) ** share
    }
    return sum
  }

  /** The lowest level at which these frames take no more; undefined where the highest does not do. */
  levelFor(first: number, end: number, maxBytes: number): number | undefined {
    if (this.bytesOf(first, end, 1) > maxBytes) return undefined
    if (this.bytesOf(first, end, 0) <= maxBytes) return 0
    let low = 0
    let high = 1
    while (high - low > 0.002) {
      const middle = (low + high) / 2
      if (this.bytesOf(first, end, middle) <= maxBytes) high = middle
      else low = middle
    }
    return high
  }

  /** Says that these frames take so many times what was known. */
  correct(first: number, end: number, ratio: number): void {
    for (const { bytes } of this.#known) {
      for (let frame = first; frame < end; frame += 1) bytes[frame] = (bytes[frame] ?? 0) * ratio
    }
  }
}
