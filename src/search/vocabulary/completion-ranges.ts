import { beginningLengths, type CompletionImage } from './completion-image.ts'
import type { CompletionReader } from './completion-reader.ts'
import { DeletionLookup } from './deletion-index.ts'
import { editCosts, maxSpelledLength, type Units } from './distance.ts'
import { findPrefix } from './term-table.ts'

/** Positions from `from` up to `to`, exclusive. */
type Range = { from: number; to: number }

/** Receives the ranges of keys whose beginning may have been meant, with the cost of the edit. */
export type RangeVisitor = {
  /** Beginnings whose keys all had fewer documents in the base are skipped. */
  readonly leastCount: number
  /** Returns true if any key of the range may be frequent enough. */
  mayHold(from: number, to: number): boolean
  visit(from: number, to: number, cost: number): void
}

/** The most beginnings to compare: those of the most frequent keys. */
const maxBeginnings = 64

/** The most keys to compare for an edit after the first letters. */
const maxCompared = 4096

/** The most numbers that a lookup of beginnings returns. */
const maxFound = 1024

const { min, max } = beginningLengths

/** Finds the keys that begin as typed, or with one edit. */
export class CompletionRanges {
  readonly #image: CompletionImage
  readonly #reader: CompletionReader
  readonly #lookup: DeletionLookup
  /** Beginning → the largest count in the base of the keys that have it; not ascending. */
  readonly #largestCounts: Uint32Array
  readonly #found = new Uint32Array(maxFound)
  readonly #typed: Units = { units: new Uint16Array(maxSpelledLength), start: 0, length: 0 }
  readonly #key = new Uint16Array(maxSpelledLength + 1)

  constructor(image: CompletionImage, reader: CompletionReader) {
    this.#image = image
    this.#reader = reader
    this.#lookup = new DeletionLookup(image, image.beginningStarts.length)
    this.#largestCounts = listLargestCounts(image)
  }

  /** Returns the keys that begin as typed. */
  exact(typed: string): Range {
    return findPrefix(this.#image, typed)
  }

  /** Visits the keys that begin as typed except for one edit, and are not in `exact`; ranges may overlap. */
  visitNear(typed: string, exact: Range, visitor: RangeVisitor): void {
    if (typed.length < min || typed.length > maxSpelledLength) return
    for (let at = 0; at < typed.length; at++) this.#typed.units[at] = typed.charCodeAt(at)
    this.#visitEarlyEdits(typed, exact, visitor)
    if (typed.length > max) this.#visitLateEdits(typed, exact, visitor)
  }

  /** Visits keys with an edit among the first letters, by which the beginnings are indexed. */
  #visitEarlyEdits(typed: string, exact: Range, visitor: RangeVisitor): void {
    const { beginningStarts, beginningEnds, beginningSizes } = this.#image
    this.#typed.length = Math.min(typed.length, max)
    let count = 0
    const collect = (number: number) => {
      if (count < maxFound) this.#found[count++] = number
    }
    this.#lookup.find(this.#typed, 1, collect, this.#numberBelow(visitor.leastCount))
    let compared = 0
    const numbers = this.#found.subarray(0, count).toSorted()
    for (const number of numbers) {
      const size = beginningSizes[number] ?? 0
      if (size < (typed.length > max ? max : typed.length - 1)) continue
      const from = beginningStarts[number] ?? 0
      const to = beginningEnds[number] ?? 0
      if ((from >= exact.from && to <= exact.to) || !visitor.mayHold(from, to)) continue
      if (++compared > maxBeginnings) break
      const length = this.#reader.readUnits(from, this.#key, size)
      if (typed.length >= max && size === max) this.#visitLonger(typed, { from, to }, visitor)
      else {
        const cost = editCost(this.#typed.units, typed.length, this.#key, length)
        if (cost >= 0) visitor.visit(from, to, cost)
      }
    }
  }

  /** Returns the first beginning whose keys all have fewer than `leastCount` documents. */
  #numberBelow(leastCount: number): number {
    const counts = this.#largestCounts
    let low = 0
    let high = counts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((counts[middle] ?? 0) < leastCount) high = middle
      else low = middle + 1
    }
    return low
  }

  /** After an edit among the first letters, all others must be as typed. */
  #visitLonger(typed: string, { from, to }: Range, visitor: RangeVisitor): void {
    const { units } = this.#typed
    const key = this.#key
    const at = commonLength(units, key, max)
    if (at === max) return
    const visitRest = (rest: string, cost: number) => {
      const wanted = String.fromCharCode(...key.subarray(0, max)) + rest
      const range = rest === '' ? { from, to } : findPrefix(this.#image, wanted, from, to)
      if (range.from < range.to) visitor.visit(range.from, range.to, cost)
    }
    if (isSame(units, at + 1, key, at + 1, max - at - 1)) {
      visitRest(typed.slice(max), editCosts.replaced(at, units[at] ?? 0, key[at] ?? 0))
    }
    if (at < max - 1) {
      if (isSwapped(units, key, at) && isSame(units, at + 2, key, at + 2, max - at - 2)) {
        visitRest(typed.slice(max), editCosts.swapped(at))
      }
    } else if (typed.length > max && units[max] === key[at]) {
      // The other letter of the two comes after the beginning.
      visitRest(typed.charAt(at) + typed.slice(max + 1), editCosts.swapped(at))
    }
    const left = Math.min(max - at, typed.length - at - 1)
    if (isSame(units, at + 1, key, at, left)) {
      visitRest(typed.slice(max + 1), editCosts.added(at, units[at] ?? 0, units[at - 1]))
    }
    if (isSame(units, at, key, at + 1, max - at - 1)) {
      visitRest(typed.slice(max - 1), editCosts.added(at, key[at] ?? 0, key[at - 1]))
    }
  }

  /** Visits keys with an edit after the first letters, comparing those that begin with these. */
  #visitLateEdits(typed: string, exact: Range, visitor: RangeVisitor): void {
    const { from, to } = findPrefix(this.#image, typed.slice(0, max))
    let compared = 0
    for (let position = from; position < to && compared < maxCompared;) {
      const end = Math.min(to, position + keysAtOnce)
      if (position >= exact.from && position < exact.to) position = exact.to
      else if (visitor.mayHold(position, end)) {
        for (; position < end; position++) {
          if ((position >= exact.from && position < exact.to) || !visitor.mayHold(position, position + 1))
            continue
          compared++
          const length = this.#reader.readUnits(position, this.#key, typed.length + 1)
          const cost = beginningCost(this.#typed.units, typed.length, this.#key, length)
          if (cost >= 0) visitor.visit(position, position + 1, cost)
        }
      } else position = end
    }
  }
}

function listLargestCounts({ beginningStarts, beginningEnds, counts }: CompletionImage): Uint32Array {
  return Uint32Array.from(beginningStarts, (from, number) => {
    let largest = 0
    for (let position = from; position < (beginningEnds[number] ?? 0); position++) {
      largest = Math.max(largest, counts[position] ?? 0)
    }
    return largest
  })
}

/** The number of keys to skip together if none of them is frequent enough. */
const keysAtOnce = 64

/** Returns the cost of the one edit between two different words; -1 if there are more. */
function editCost(typed: Uint16Array, length: number, word: Uint16Array, wordLength: number): number {
  const at = commonLength(typed, word, Math.min(length, wordLength))
  if (wordLength === length) {
    if (isSame(typed, at + 1, word, at + 1, length - at - 1))
      return editCosts.replaced(at, typed[at] ?? 0, word[at] ?? 0)
    const swapped = at + 1 < length && isSwapped(typed, word, at)
    return swapped && isSame(typed, at + 2, word, at + 2, length - at - 2) ? editCosts.swapped(at) : -1
  }
  if (wordLength === length - 1) {
    const rest = isSame(typed, at + 1, word, at, wordLength - at)
    return rest ? editCosts.added(at, typed[at] ?? 0, typed[at - 1]) : -1
  }
  const rest = wordLength === length + 1 && isSame(typed, at, word, at + 1, length - at)
  return rest ? editCosts.added(at, word[at] ?? 0, word[at - 1]) : -1
}

/** Returns the least cost of the one edit between the typed word and any beginning of a word; -1 if there are more. */
function beginningCost(typed: Uint16Array, length: number, word: Uint16Array, wordLength: number): number {
  let least = -1
  for (let size = length - 1; size <= Math.min(length + 1, wordLength); size++) {
    const cost = editCost(typed, length, word, size)
    if (cost >= 0 && (least < 0 || cost < least)) least = cost
  }
  return least
}

function commonLength(a: Uint16Array, b: Uint16Array, most: number): number {
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}

function isSame(a: Uint16Array, atA: number, b: Uint16Array, atB: number, length: number): boolean {
  for (let at = 0; at < length; at++) if (a[atA + at] !== b[atB + at]) return false
  return true
}

function isSwapped(a: Uint16Array, b: Uint16Array, at: number): boolean {
  return a[at] === b[at + 1] && a[at + 1] === b[at]
}
