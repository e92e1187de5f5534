import { randomInt } from 'node:crypto'

/** A seed for an order of its own; never 0. */
export function newSeed(): number {
  return randomInt(1, 2 ** 32)
}

/** The ids in an order that looks random and depends on nothing but the seed, so that pages of it have no doubles. */
export function shuffleIds(ids: readonly number[], seed: number): number[] {
  return ids
    .map((id) => ({ id, place: scatter(id ^ seed) }))
    .toSorted((a, b) => a.place - b.place || a.id - b.id)
    .map(({ id }) => id)
}

/** The finalizer of MurmurHash3: a different, well-spread number for each number of 32 bits. */
function scatter(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
