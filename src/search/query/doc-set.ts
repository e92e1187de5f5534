import { bitsOf } from '../part/forward-index.ts'

/** Documents of a part, ascending: a piece of a longer list. */
export type Run = { docs: Uint32Array; from: number; to: number }

/**
 * Documents of a part: runs of a few, that may have the same document several times, or a bitmap of many. It is never
 * changed: it may be part of the index, or kept for other queries.
 */
export type DocSet = { runs: readonly Run[]; bits: null } | { runs: null; bits: Uint32Array }

/** Documents found: an ascending list of a few, or those that are in all bitmaps (at least one). */
export type FoundDocs = Uint32Array | readonly Uint32Array[]

export const noDocs = new Uint32Array(0)
export const emptySet: DocSet = { runs: [], bits: null }

/** A bitmap for work in between. Always all zero when nobody uses it. */
let scratch = new Uint32Array(0)
/** Documents for work in between. */
let buffer = new Uint32Array(4096)

/** Up to so many documents are sorted; of more a bitmap is read. */
const maxSorted = 256

export const lengthOf = (runs: readonly Run[]) => runs.reduce((sum, { from, to }) => sum + to - from, 0)

export const listAsRuns = (list: Uint32Array): DocSet => ({
  runs: [{ docs: list, from: 0, to: list.length }],
  bits: null,
})

/** The documents that are in all sets (at least one), of these those in `passing`; null: all. */
export function intersectSets(
  sets: readonly DocSet[],
  passing: Uint32Array | null,
  words: number,
): FoundDocs {
  const bitmaps = passing === null ? [] : [passing]
  let driver: readonly Run[] | null = null
  let least = Infinity
  for (const { runs, bits } of sets) {
    if (runs === null) bitmaps.push(bits)
    else {
      const length = lengthOf(runs)
      if (length < least) {
        driver = runs
        least = length
      }
    }
  }
  if (driver === null) return bitmaps
  let count = copyCommon(driver, bitmaps)
  for (const { runs } of sets) if (runs !== null && runs !== driver) count = keepCommon(count, runs, words)
  return sortedBuffer(count, driver.length > 1, words)
}

/** Writes the documents of runs that all bitmaps have into the buffer; returns how many. */
function copyCommon(runs: readonly Run[], bitmaps: readonly Uint32Array[]): number {
  const length = lengthOf(runs)
  if (buffer.length < length) buffer = new Uint32Array(length * 2)
  const [first = null, second = null, ...others] = bitmaps
  let count = 0
  for (const { docs, from, to } of runs) {
    for (let at = from; at < to; at += 1) {
      const doc = docs[at] as number
      let bit = 1
      if (first !== null) bit = (first[doc >>> 5] as number) >>> (doc & 31)
      if (second !== null) bit &= (second[doc >>> 5] as number) >>> (doc & 31)
      for (let other = 0; other < others.length; other += 1)
        bit &= (others[other]?.[doc >>> 5] ?? 0) >>> (doc & 31)
      buffer[count] = doc
      count += bit & 1
    }
  }
  return count
}

/** Keeps of the documents in the buffer those that runs have; returns how many. */
function keepCommon(count: number, runs: readonly Run[], words: number): number {
  if (count === 0) return 0
  let kept = 0
  if (count * runs.length * 16 < lengthOf(runs)) {
    for (let at = 0; at < count; at += 1) {
      const doc = buffer[at] as number
      buffer[kept] = doc
      kept += runs.some((run) => hasDoc(run, doc)) ? 1 : 0
    }
    return kept
  }
  markRuns(runs, words)
  for (let at = 0; at < count; at += 1) {
    const doc = buffer[at] as number
    buffer[kept] = doc
    kept += ((scratch[doc >>> 5] as number) >>> (doc & 31)) & 1
  }
  clearRuns(runs)
  return kept
}

function hasDoc({ docs, from, to }: Run, doc: number): boolean {
  let least = from
  let most = to
  while (least < most) {
    const middle = (least + most) >>> 1
    if ((docs[middle] as number) < doc) least = middle + 1
    else most = middle
  }
  return least < to && docs[least] === doc
}

function markRuns(runs: readonly Run[], words: number): void {
  if (scratch.length < words) scratch = new Uint32Array(words)
  for (const { docs, from, to } of runs) {
    for (let at = from; at < to; at += 1) {
      const doc = docs[at] as number
      scratch[doc >>> 5] = (scratch[doc >>> 5] as number) | (1 << (doc & 31))
    }
  }
}

function clearRuns(runs: readonly Run[]): void {
  for (const { docs, from, to } of runs)
    for (let at = from; at < to; at += 1) scratch[(docs[at] as number) >>> 5] = 0
}

/** The documents in the buffer, ascending and each once. */
function sortedBuffer(count: number, isMixed: boolean, words: number): Uint32Array {
  const list = buffer.slice(0, count)
  if (!isMixed) return list
  let kept = 0
  if (count <= maxSorted) {
    list.sort()
    for (let at = 0; at < count; at += 1) {
      if (at > 0 && list[at] === list[at - 1]) continue
      list[kept++] = list[at] as number
    }
    return kept === count ? list : list.subarray(0, kept)
  }
  const run = [{ docs: list, from: 0, to: count }]
  markRuns(run, words)
  for (let word = 0; word < words; word += 1) {
    let bits = scratch[word] as number
    if (bits === 0) continue
    scratch[word] = 0
    for (; bits !== 0; bits &= bits - 1) list[kept++] = (word << 5) + 31 - Math.clz32(bits & -bits)
  }
  return list.subarray(0, kept)
}

/** The documents of runs that a bitmap has (null: all), each once. */
export function listDocs(runs: readonly Run[], passing: Uint32Array | null, words: number): Uint32Array {
  return sortedBuffer(copyCommon(runs, passing === null ? [] : [passing]), runs.length > 1, words)
}

/** How many different documents runs have that are in a bitmap, too (null: all). */
export function countRuns(
  runs: readonly Run[],
  passing: Uint32Array | null,
  isUnique: boolean,
  words: number,
): number {
  if (isUnique) return passing === null ? lengthOf(runs) : copyCommon(runs, [passing])
  if (scratch.length < words) scratch = new Uint32Array(words)
  let count = 0
  for (const { docs, from, to } of runs) {
    for (let at = from; at < to; at += 1) {
      const doc = docs[at] as number
      const before = scratch[doc >>> 5] as number
      const bit = passing === null ? 1 : ((passing[doc >>> 5] as number) >>> (doc & 31)) & 1
      count += bit & ~(before >>> (doc & 31))
      scratch[doc >>> 5] = before | (1 << (doc & 31))
    }
  }
  clearRuns(runs)
  return count
}

/** A bitmap of so many words, of the documents of runs and bitmaps. */
export function uniteDocs(runs: readonly Run[], bitmaps: readonly Uint32Array[], words: number): Uint32Array {
  const [first, ...others] = bitmaps
  const bits = first === undefined ? new Uint32Array(words) : Uint32Array.prototype.slice.call(first)
  for (const other of others)
    for (let word = 0; word < words; word += 1) bits[word] = (bits[word] as number) | (other[word] as number)
  for (const { docs, from, to } of runs) {
    for (let at = from; at < to; at += 1) {
      const doc = docs[at] as number
      bits[doc >>> 5] = (bits[doc >>> 5] as number) | (1 << (doc & 31))
    }
  }
  return bits
}

/** The documents of a set, as a bitmap of so many words. */
export function asBitmap(set: DocSet, words: number): Uint32Array {
  return set.bits ?? uniteDocs(set.runs, [], words)
}

/** How many documents are in all bitmaps (at least one). */
export function countCommon(bitmaps: readonly Uint32Array[]): number {
  const [a = noDocs, b = a, c = b, ...others] = bitmaps
  let count = 0
  for (let word = 0; word < a.length; word += 1) {
    let bits = (a[word] as number) & (b[word] as number) & (c[word] as number)
    if (bits === 0) continue
    for (let at = 0; at < others.length; at += 1) bits &= (others[at] as Uint32Array)[word] as number
    count += bitsOf(bits)
  }
  return count
}

export function countFound(docs: FoundDocs): number {
  return docs instanceof Uint32Array ? docs.length : countCommon(docs)
}
