import { createDeletionVariants, hashVariants } from './deletion-variants.ts'
import type { Units } from './distance.ts'
import { sharedWords } from './shared-arrays.ts'

/** The most words of an index: their numbers have 18 bits. */
export const maxIndexedWords = 2 ** 18

/** The most entries of one bucket that a lookup reads: words made to fill buckets must not make it slow. */
const maxBucketEntries = 512

/**
 * Finds similar words, by symmetric deletion (W. Garbe, SymSpell, 2012): words within d edits become the same when at
 * most d letters are deleted from each. Words are identified by numbers; if a bucket is too full, lower ones are found
 * first.
 */
export type DeletionIndex = {
  /** Bucket (the low bits of a variant's hash) → where its entries begin (a power of two, + 1). */
  bucketStarts: Uint32Array<SharedArrayBuffer>
  /** Bits 0–17: the word's number, ascending in a bucket. Bit 18: two letters were deleted. 19–31: from the hash. */
  bucketEntries: Uint32Array<SharedArrayBuffer>
}

const twoDeletedBit = maxIndexedWords
const numberMask = twoDeletedBit - 1
const hashMask = ~(twoDeletedBit + numberMask)

/** Indexes the words with numbers below `count`; `wordAt` returns each, and how many letters may be missing. */
export function buildDeletionIndex(
  count: number,
  wordAt: (number: number) => { word: Units; deletions: 1 | 2 },
): DeletionIndex {
  const variants = createDeletionVariants()
  /** From the last word to the first. */
  const forEachVariant = (visit: (hash: number, number: number, twoDeleted: boolean) => void) => {
    for (let number = count - 1; number >= 0; number--) {
      const { word, deletions } = wordAt(number)
      hashVariants(variants, word, deletions)
      for (let at = 0; at < variants.count; at++)
        visit(variants.hashes[at] ?? 0, number, at >= variants.twoFrom)
    }
  }
  const bucketStarts = sharedWords(2 ** Math.ceil(Math.log2(count * 5 + 16)) + 1)
  const mask = bucketStarts.length - 2
  forEachVariant((hash) => {
    bucketStarts[hash & mask] = (bucketStarts[hash & mask] ?? 0) + 1
  })
  // Each count becomes the end of its bucket; filling it from the last word to the first makes it the start.
  for (let bucket = 1; bucket <= mask + 1; bucket++) {
    bucketStarts[bucket] = (bucketStarts[bucket] ?? 0) + (bucketStarts[bucket - 1] ?? 0)
  }
  const bucketEntries = sharedWords(bucketStarts[mask + 1] ?? 0)
  forEachVariant((hash, number, twoDeleted) => {
    const at = (bucketStarts[hash & mask] ?? 0) - 1
    bucketStarts[hash & mask] = at
    bucketEntries[at] = (hash & hashMask) | (twoDeleted ? twoDeletedBit : 0) | number
  })
  return { bucketStarts, bucketEntries }
}

/** Looks up words in a deletion index of `count` words. */
export class DeletionLookup {
  readonly #index: DeletionIndex
  readonly #variants = createDeletionVariants()
  /** Number of a word → the last lookup that found it. */
  readonly #foundIn: Uint32Array
  #lookups = 0

  constructor(index: DeletionIndex, count: number) {
    this.#index = index
    this.#foundIn = new Uint32Array(count)
  }

  /** Calls `visit` once for each word below `end` that may be similar: those within `edits` edits, and others. */
  find(typed: Units, edits: 1 | 2, visit: (number: number) => void, end = maxIndexedWords): void {
    const { bucketStarts, bucketEntries } = this.#index
    const mask = bucketStarts.length - 2
    const lookup = this.#startLookup()
    const variants = this.#variants
    hashVariants(variants, typed, edits)
    for (let at = 0; at < variants.count; at++) {
      const hash = variants.hashes[at] ?? 0
      const tag = hash & hashMask
      const start = bucketStarts[hash & mask] ?? 0
      const bucketEnd = Math.min(bucketStarts[(hash & mask) + 1] ?? 0, start + maxBucketEntries)
      for (let entryAt = start; entryAt < bucketEnd; entryAt++) {
        const entry = bucketEntries[entryAt] ?? 0
        const number = entry & numberMask
        if (number >= end) break
        if ((entry & hashMask) !== tag || (edits === 1 && (entry & twoDeletedBit) !== 0)) continue
        if (this.#foundIn[number] === lookup) continue
        this.#foundIn[number] = lookup
        visit(number)
      }
    }
  }

  /** Returns a number that no earlier lookup had. */
  #startLookup(): number {
    this.#lookups = (this.#lookups + 1) >>> 0
    if (this.#lookups === 0) {
      this.#foundIn.fill(0)
      this.#lookups = 1
    }
    return this.#lookups
  }
}
