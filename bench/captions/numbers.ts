/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks values by weight: Zipf's law is in the weights. */
export class WeightedPick<Value> {
  readonly #values: readonly Value[]
  readonly #upTo: Float64Array

  constructor(values: readonly Value[], weightOf: (value: Value) => number) {
    this.#values = values
    this.#upTo = new Float64Array(values.length)
    let sum = 0
    for (const [index, value] of values.entries()) this.#upTo[index] = sum += weightOf(value)
  }

  /** The value at `share` (0 to below 1) of all weights. */
  at(share: number): Value {
    const upTo = this.#upTo
    const wanted = share * (upTo.at(-1) ?? 0)
    let low = 0
    let high = upTo.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((upTo[middle] ?? wanted) <= wanted) low = middle + 1
      else high = middle
    }
    const value = this.#values[low]
    if (value === undefined) throw new Error('there is nothing to pick from')
    return value
  }
}
