import { bitsOf } from '../part/forward-index.ts'

/**
 * Documents of a part: a list (ascending) of a few, or a bitmap of many. Neither is changed once it is made: it may be part of
 * the index, or kept for other queries.
 */
export type DocSet = { list: Uint32Array; bits: null } | { list: null; bits: Uint32Array }

const noDocs = new Uint32Array(0)
export const emptySet: DocSet = { list: noDocs, bits: null }

/** A bitmap for work in between. Always all zero when nobody uses it. */
let scratch = new Uint32Array(0)
/** The documents in `scratch`, as they came. */
let collected = new Uint32Array(1024)

/** Up to so many documents are sorted; of more a bitmap is read. */
const maxSorted = 256

/** Collects documents of several lists, each once. */
export class DocCollector {
  readonly #words: number
  #count = 0

  /** `words`: the length of a bitmap of the part. One collector works at a time, and has to be emptied. */
  constructor(words: number) {
    this.#words = words
    if (scratch.length < words) scratch = new Uint32Array(words)
  }

  /** Adds the documents from `from` to before `to` of a list. */
  add(docs: Uint32Array, from: number, to: number): void {
    let count = this.#count
    if (collected.length < count + to - from) {
      const longer = new Uint32Array((count + to - from) * 2)
      longer.set(collected.subarray(0, count))
      collected = longer
    }
    for (let at = from; at < to; at += 1) {
      const doc = docs[at] ?? 0
      const before = scratch[doc >>> 5] ?? 0
      const bit = (before >>> (doc & 31)) & 1
      scratch[doc >>> 5] = before | (1 << (doc & 31))
      collected[count] = doc
      count += 1 - bit
    }
    this.#count = count
  }

  /** The documents added so far, ascending. */
  takeList(): Uint32Array {
    const list = collected.slice(0, this.#count)
    if (list.length <= maxSorted) {
      for (let at = 0; at < list.length; at += 1) scratch[(list[at] ?? 0) >>> 5] = 0
      // oxlint-disable-next-line unicorn/no-array-sort -- it is a copy
      return list.sort()
    }
    let count = 0
    for (let word = 0; count < list.length; word += 1) {
      let bits = scratch[word] ?? 0
      if (bits === 0) continue
      scratch[word] = 0
      for (; bits !== 0; bits &= bits - 1) list[count++] = (word << 5) + 31 - Math.clz32(bits & -bits)
    }
    return list
  }

  /** The documents added so far, and those of some bitmaps. */
  takeBitmap(bitmaps: readonly Uint32Array[]): Uint32Array {
    const bits = scratch.slice(0, this.#words)
    if (this.#count > maxSorted) scratch.fill(0, 0, this.#words)
    else for (let at = 0; at < this.#count; at += 1) scratch[(collected[at] ?? 0) >>> 5] = 0
    for (const other of bitmaps) {
      for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) | (other[word] ?? 0)
    }
    return bits
  }
}

/** The documents that are in all sets (at least one), of these those in `passing`; null: all. */
export function intersectSets(sets: readonly DocSet[], passing: Uint32Array | null): DocSet | Uint32Array[] {
  let driver: Uint32Array | null = null
  for (const { list } of sets)
    if (list !== null && (driver === null || list.length < driver.length)) driver = list
  const bitmaps = passing === null ? [] : [passing]
  for (const { bits } of sets) if (bits !== null) bitmaps.push(bits)
  if (driver === null) return bitmaps
  let list = filterList(driver, bitmaps)
  for (const { list: other } of sets) if (other !== null && other !== driver) list = commonDocs(list, other)
  return { list, bits: null }
}

/** The documents of a list that all bitmaps have. */
export function filterList(list: Uint32Array, bitmaps: readonly Uint32Array[]): Uint32Array {
  let left = list
  for (const bits of bitmaps) {
    const kept = new Uint32Array(left.length)
    let count = 0
    for (let at = 0; at < left.length; at += 1) {
      const doc = left[at] ?? 0
      kept[count] = doc
      count += ((bits[doc >>> 5] ?? 0) >>> (doc & 31)) & 1
    }
    left = kept.subarray(0, count)
  }
  return left
}

/** The documents that two ascending lists have. The first is the shorter one. */
function commonDocs(few: Uint32Array, many: Uint32Array): Uint32Array {
  const common = new Uint32Array(few.length)
  let count = 0
  let from = 0
  for (let at = 0; at < few.length; at += 1) {
    const doc = few[at] ?? 0
    let step = 1
    while (from + step < many.length && (many[from + step] ?? 0) < doc) step <<= 1
    let to = Math.min(many.length, from + step + 1)
    from += step >>> 1
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((many[middle] ?? 0) < doc) from = middle + 1
      else to = middle
    }
    if (from === many.length) break
    if (many[from] === doc) common[count++] = doc
  }
  return common.subarray(0, count)
}

/** How many documents are in all bitmaps (at least one). */
export function countCommon(bitmaps: readonly Uint32Array[]): number {
  const [a = noDocs, b = a, c = b, ...others] = bitmaps
  let count = 0
  for (let word = 0; word < a.length; word += 1) {
    let bits = (a[word] ?? 0) & (b[word] ?? 0) & (c[word] ?? 0)
    if (bits === 0) continue
    for (let at = 0; at < others.length; at += 1) bits &= others[at]?.[word] ?? 0
    count += bitsOf(bits)
  }
  return count
}

/** The documents of a set, as a bitmap of so many words. */
export function asBitmap(set: DocSet, words: number): Uint32Array {
  if (set.bits !== null) return set.bits
  const collector = new DocCollector(words)
  collector.add(set.list, 0, set.list.length)
  return collector.takeBitmap([])
}

/** Walks documents in rank order. */
export interface DocWalker {
  /** The next document, or -1. */
  next(): number
}

/** Walks a list, but for the documents of another one. Both ascend. */
export class ListWalker implements DocWalker {
  readonly #list: Uint32Array
  readonly #except: Uint32Array
  #at = 0
  #exceptAt = 0

  constructor(list: Uint32Array, except: Uint32Array = noDocs) {
    this.#list = list
    this.#except = except
  }

  next(): number {
    while (this.#at < this.#list.length) {
      const doc = this.#list[this.#at++] ?? 0
      while (this.#exceptAt < this.#except.length && (this.#except[this.#exceptAt] ?? 0) < doc)
        this.#exceptAt += 1
      if (this.#except[this.#exceptAt] !== doc) return doc
    }
    return -1
  }
}

/** Walks the documents that are in all bitmaps of `include`, but not in all of `exclude` (none: no document is excluded). */
export class BitmapWalker implements DocWalker {
  readonly #include: readonly Uint32Array[]
  readonly #exclude: readonly Uint32Array[]
  readonly #words: number
  #word = -1
  #bits = 0

  constructor(include: readonly Uint32Array[], exclude: readonly Uint32Array[] = []) {
    this.#include = include
    this.#exclude = exclude
    this.#words = include[0]?.length ?? 0
  }

  next(): number {
    while (this.#bits === 0) {
      this.#word += 1
      if (this.#word >= this.#words) {
        this.#word = this.#words
        return -1
      }
      this.#bits = this.#read(this.#word)
    }
    const lowest = this.#bits & -this.#bits
    this.#bits ^= lowest
    return (this.#word << 5) + 31 - Math.clz32(lowest)
  }

  #read(word: number): number {
    let bits = -1
    for (let at = 0; at < this.#include.length; at += 1) bits &= this.#include[at]?.[word] ?? 0
    if (bits === 0 || this.#exclude.length === 0) return bits
    let excluded = -1
    for (let at = 0; at < this.#exclude.length; at += 1) excluded &= this.#exclude[at]?.[word] ?? 0
    return bits & ~excluded
  }
}
