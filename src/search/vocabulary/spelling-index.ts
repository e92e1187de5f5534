import { createDeletionVariants, hashVariants } from './deletion-variants.ts'
import { type Units, weightedDistance } from './distance.ts'
import { sharedHalves, sharedWords } from './shared-arrays.ts'
import { isSpelled, twoEditLength } from './spelling-rules.ts'

/** The most terms of the base that are looked up as spellings: the most frequent ones. Below 2^18. */
export const maxSpellingTerms = 200_000

/** Shorter terms are more than two edits from any word that may have two. */
const twoDeletionsLength = twoEditLength - 2

/** The most entries of one bucket that a look-up reads: words made to fill buckets must not make it slow. */
const maxBucketEntries = 512

/**
 * The spellings of the most frequent terms, by symmetric deletion (W. Garbe, SymSpell, 2012): words within d edits become
 * the same when at most d letters are deleted from each. Terms are numbered by frequency here, the most frequent 0.
 */
export type SpellingIndex = {
  /** Number → id. */
  spelledIds: Uint32Array<SharedArrayBuffer>
  /** Number → where its UTF-16 units begin (terms + 1). */
  spelledStarts: Uint32Array<SharedArrayBuffer>
  spelledUnits: Uint16Array<SharedArrayBuffer>
  /** Bucket (the low bits of a variant's hash) → where its entries begin (a power of two, + 1). */
  bucketStarts: Uint32Array<SharedArrayBuffer>
  /** Bits 0–17: the term's number, ascending in a bucket. Bit 18: two letters were deleted. 19–31: those of the hash. */
  bucketEntries: Uint32Array<SharedArrayBuffer>
}

const twoDeletedBit = 2 ** 18
const numberMask = twoDeletedBit - 1
const hashMask = ~(twoDeletedBit + numberMask)

/** Indexes the most frequent of the terms that can be misspelt. A term's id is its place in `terms`. */
export function buildSpellingIndex(
  terms: readonly string[],
  frequencies: Uint32Array,
  most = maxSpellingTerms,
): SpellingIndex {
  const spelledIds = mostFrequent(terms, frequencies, most)
  const { spelledStarts, spelledUnits } = listUnits(terms, spelledIds)
  const bucketStarts = sharedWords(2 ** Math.ceil(Math.log2(spelledIds.length * 5 + 16)) + 1)
  const mask = bucketStarts.length - 2
  forEachVariant(spelledStarts, spelledUnits, (hash) => {
    const bucket = hash & mask
    bucketStarts[bucket] = (bucketStarts[bucket] ?? 0) + 1
  })
  // Each count becomes the end of its bucket; filling it from the last term to the first makes it the start.
  for (let bucket = 1; bucket <= mask + 1; bucket++) {
    bucketStarts[bucket] = (bucketStarts[bucket] ?? 0) + (bucketStarts[bucket - 1] ?? 0)
  }
  const bucketEntries = sharedWords(bucketStarts[mask + 1] ?? 0)
  forEachVariant(spelledStarts, spelledUnits, (hash, number, twoDeleted) => {
    const at = (bucketStarts[hash & mask] ?? 0) - 1
    bucketStarts[hash & mask] = at
    bucketEntries[at] = (hash & hashMask) | (twoDeleted ? twoDeletedBit : 0) | number
  })
  return { spelledIds, spelledStarts, spelledUnits, bucketStarts, bucketEntries }
}

/** Ids of the terms that can be misspelt, the most frequent first. */
function mostFrequent(
  terms: readonly string[],
  frequencies: Uint32Array,
  most: number,
): Uint32Array<SharedArrayBuffer> {
  const ids = [...terms.keys()].filter((id) => isSpelled(terms[id] ?? ''))
  ids.sort((a, b) => (frequencies[b] ?? 0) - (frequencies[a] ?? 0) || a - b)
  const shared = sharedWords(Math.min(ids.length, most))
  shared.set(ids.slice(0, most))
  return shared
}

function listUnits(
  terms: readonly string[],
  ids: Uint32Array,
): Pick<SpellingIndex, 'spelledStarts' | 'spelledUnits'> {
  const spelledStarts = sharedWords(ids.length + 1)
  for (const [number, id] of ids.entries()) {
    spelledStarts[number + 1] = (spelledStarts[number] ?? 0) + (terms[id] ?? '').length
  }
  const spelledUnits = sharedHalves(spelledStarts[ids.length] ?? 0)
  for (const [number, id] of ids.entries()) {
    const term = terms[id] ?? ''
    for (let at = 0; at < term.length; at++)
      spelledUnits[(spelledStarts[number] ?? 0) + at] = term.charCodeAt(at)
  }
  return { spelledStarts, spelledUnits }
}

/** From the last term to the first. */
function forEachVariant(
  starts: Uint32Array,
  units: Uint16Array,
  visit: (hash: number, number: number, twoDeleted: boolean) => void,
): void {
  const variants = createDeletionVariants()
  for (let number = starts.length - 2; number >= 0; number--) {
    const start = starts[number] ?? 0
    const length = (starts[number + 1] ?? 0) - start
    hashVariants(variants, { units, start, length }, length < twoDeletionsLength ? 1 : 2)
    for (let at = 0; at < variants.count; at++)
      visit(variants.hashes[at] ?? 0, number, at >= variants.twoFrom)
  }
}

/** Finds the terms of a spelling index near to typed words. */
export class SpellingLookup {
  readonly #index: SpellingIndex
  readonly #variants = createDeletionVariants()
  /** Number of a term → the look-up that compared it last. */
  readonly #comparedIn: Uint32Array
  #lookups = 0

  constructor(index: SpellingIndex) {
    this.#index = index
    this.#comparedIn = new Uint32Array(index.spelledIds.length)
  }

  /** Calls `visit` for each term that is at most `edits` edits from the typed word and is not the word, in no order. */
  find(typed: Units, edits: 1 | 2, visit: (id: number, cost: number) => void): void {
    const { spelledIds, spelledStarts, spelledUnits, bucketStarts, bucketEntries } = this.#index
    const mask = bucketStarts.length - 2
    const lookup = this.#startLookup()
    const variants = this.#variants
    const term: Units = { units: spelledUnits, start: 0, length: 0 }
    hashVariants(variants, typed, edits)
    for (let at = 0; at < variants.count; at++) {
      const hash = variants.hashes[at] ?? 0
      const tag = hash & hashMask
      const start = bucketStarts[hash & mask] ?? 0
      const end = Math.min(bucketStarts[(hash & mask) + 1] ?? 0, start + maxBucketEntries)
      for (let entryAt = start; entryAt < end; entryAt++) {
        const entry = bucketEntries[entryAt] ?? 0
        if ((entry & hashMask) !== tag || (edits === 1 && (entry & twoDeletedBit) !== 0)) continue
        const number = entry & numberMask
        if (this.#comparedIn[number] === lookup) continue
        this.#comparedIn[number] = lookup
        term.start = spelledStarts[number] ?? 0
        term.length = (spelledStarts[number + 1] ?? 0) - term.start
        const cost = weightedDistance(typed, term, edits)
        if (cost > 0) visit(spelledIds[number] ?? 0, cost)
      }
    }
  }

  /** A number that no earlier look-up had. */
  #startLookup(): number {
    this.#lookups = (this.#lookups + 1) >>> 0
    if (this.#lookups === 0) {
      this.#comparedIn.fill(0)
      this.#lookups = 1
    }
    return this.#lookups
  }
}
