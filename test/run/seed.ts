/** Parses the seed, or picks one at random. Throws if it is not an integer. */
export function pickSeed(given: string | undefined): number {
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given)
  if (!Number.isInteger(seed)) throw new Error(`--seed takes an integer, not ${given}`)
  return seed
}

/** Returns the items in random order, by the Fisher–Yates shuffle with the generator mulberry32. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const result = [...items]
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[result[last], result[other]] = [result[other] as Item, result[last] as Item]
  }
  return result
}
