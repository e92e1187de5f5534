import type { Units } from './distance.ts'

/** Only the first units of a word have variants: later differences are left to the distance. */
export const variantLength = 7

/** 1 + 7 + 21. */
const maxVariants = 1 + variantLength + (variantLength * (variantLength - 1)) / 2

/** The hashes of a word's variants: of the word itself, then with one unit deleted, then with two. */
export type DeletionVariants = {
  hashes: Uint32Array
  /** The start of those with two deletions. */
  twoFrom: number
  count: number
}

/** Allocates the variants of one word. */
export function createDeletionVariants(): DeletionVariants {
  return { hashes: new Uint32Array(maxVariants), twoFrom: 0, count: 0 }
}

/**
 * Writes to `variants` the hashes of the word's first `variantLength` units with at most `deletions` of them deleted.
 * In a run of one letter it does not matter which is deleted: such variants occur once.
 */
export function hashVariants(
  variants: DeletionVariants,
  { units, start, length }: Units,
  deletions: 1 | 2,
): void {
  const end = start + Math.min(length, variantLength)
  const { hashes } = variants
  let count = 0
  hashes[count++] = hashWithout(units, start, end, -1, -1)
  for (let i = start; i < end; i++) {
    if (i === start || units[i] !== units[i - 1]) hashes[count++] = hashWithout(units, start, end, i, -1)
  }
  variants.twoFrom = count
  if (deletions === 2) {
    for (let i = start; i < end; i++) {
      if (i > start && units[i] === units[i - 1]) continue
      for (let j = i + 1; j < end; j++) {
        if (j === i + 1 || units[j] !== units[j - 1]) hashes[count++] = hashWithout(units, start, end, i, j)
      }
    }
  }
  variants.count = count
}

/** Returns FNV-1a over all units but two, mixed at the end so that all bits depend on all units. */
function hashWithout(units: Uint16Array, start: number, end: number, i: number, j: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) {
    if (at !== i && at !== j) hash = Math.imul(hash ^ (units[at] ?? 0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
  return (hash ^ (hash >>> 15)) >>> 0
}
