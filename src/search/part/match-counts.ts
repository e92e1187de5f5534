import type { Sections } from './part-layout.ts'

/** Keys with at least this many postings in a part are counted. */
export const heavyPostings = 64

const ratingClasses = 8

/** The last document counted for each key, so that none counts twice for a key. Grows; used by one call at a time. */
let marks = new Uint32Array(0)
let mark = 0

/**
 * The number of documents that match a key (see `Part.matchCounts`), by rating class. The keys of a term are a chain:
 * the longest key that the term begins with, and on by `keyParents` to the key '', which is key 0; plus the keys that
 * the term does not begin with but whose stem group it is in.
 */
export class MatchCounts {
  readonly keyCounts: Uint32Array
  readonly #sections: Sections

  /** `keyCounts` has 8 numbers per key; `add` changes it. */
  constructor(sections: Sections, keyCounts: Uint32Array) {
    this.keyCounts = keyCounts
    this.#sections = sections
  }

  /** Returns the 8 counts of a key; undefined if it is not counted. */
  of(key: string): Uint32Array | undefined {
    const index = this.#find(key, hashKey(key))
    return index === -1
      ? undefined
      : this.keyCounts.subarray(index * ratingClasses, (index + 1) * ratingClasses)
  }

  /**
   * Returns the sum of a key's counts for the rating classes of a bit mask, by its `hashKey`; -1: it is not counted.
   */
  sumOf(key: string, hash: number, classes: number): number {
    const index = this.#find(key, hash)
    if (index === -1) return -1
    let sum = 0
    for (let at = 0; at < ratingClasses; at += 1)
      if (((classes >>> at) & 1) === 1) sum += this.keyCounts[index * ratingClasses + at] as number
    return sum
  }

  #find(key: string, hash: number): number {
    const { keyTable, keyStarts, keyChars } = this.#sections
    const mask = keyTable.length - 1
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const index = (keyTable[at] as number) - 1
      if (index === -1) return -1
      const start = keyStarts[index] as number
      if ((keyStarts[index + 1] as number) - start !== key.length) continue
      let same = 0
      while (same < key.length && keyChars[start + same] === key.charCodeAt(same)) same += 1
      if (same === key.length) return index
    }
  }

  /** Adds `change` to every key that a document matches: the first `count` of `slots` are its terms' (-1: none). */
  add(slots: readonly number[], count: number, ratingClass: number, change: 1 | -1): void {
    const { keyCounts } = this
    const { keyParents, slotKeys, formSlots, formKeys } = this.#sections
    if (marks.length < keyParents.length) marks = new Uint32Array(keyParents.length * 2)
    mark = (mark + 1) >>> 0
    if (mark === 0) {
      marks.fill(0)
      mark = 1
    }
    const countKey = (key: number) => {
      if (marks[key] === mark) return
      marks[key] = mark
      const at = key * ratingClasses + ratingClass
      keyCounts[at] = (keyCounts[at] ?? 0) + change
    }
    countKey(0)
    for (let position = 0; position < count; position += 1) {
      const slot = slots[position] ?? -1
      if (slot < 0) continue
      for (let key = slotKeys[slot] ?? 0; key !== 0; key = keyParents[key] ?? 0) countKey(key)
      for (let at = firstAt(formSlots, slot); formSlots[at] === slot; at += 1) countKey(formKeys[at] ?? 0)
    }
  }
}

/** Returns the FNV-1a hash of the UTF-16 code units. */
export function hashKey(key: string): number {
  let hash = 0x811c_9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Returns the first place of a value in ascending values, or where it would be inserted. */
function firstAt(values: Uint32Array, value: number): number {
  let from = 0
  let to = values.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((values[middle] ?? 0) < value) from = middle + 1
    else to = middle
  }
  return from
}
