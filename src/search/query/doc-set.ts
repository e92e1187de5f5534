import { bitsOf } from '../part/forward-index.ts'

/** Documents of a part, ascending: a slice of a longer list. */
export type Run = { docs: Uint32Array; from: number; to: number }

/**
 * Documents of a part: runs of a few, possibly with duplicates, or a bitmap of many. It is never changed: it may be
 * part of the index, or kept for other queries.
 */
export type DocSet = { runs: readonly Run[]; bits: null } | { runs: null; bits: Uint32Array }

/** Documents found: an ascending list of a few, or those that are in all of the bitmaps (at least one). */
export type FoundDocs = Uint32Array | readonly Uint32Array[]

export const noDocs = new Uint32Array(0)
export const emptySet: DocSet = { runs: [], bits: null }

/** A bitmap for temporary work. All zero whenever it is not in use. */
let scratch = new Uint32Array(0)
/** Documents of temporary work. */
let buffer = new Uint32Array(4096)

/** Up to this many documents are sorted; for more, a bitmap is read. */
const maxSorted = 256

export const lengthOf = (runs: readonly Run[]) => runs.reduce((sum, { from, to }) => sum + to - from, 0)

export const listAsRuns = (list: Uint32Array): DocSet => ({
  runs: [{ docs: list, from: 0, to: list.length }],
  bits: null,
})

/** Returns the documents that are in all sets (at least one) and in `passing`; null: all pass. */
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
  if (driver.length > 1) count = sortBuffer(count, words)
  for (const { runs } of sets)
    if (runs !== null && runs !== driver) count = keepMembers(count, { bitmaps: [], runs }, words)
  return buffer.slice(0, count)
}

/** Documents to look up one by one: the union of all bitmaps and runs. */
export type Members = { bitmaps: readonly Uint32Array[]; runs: readonly Run[] }

export const membersOf = ({ runs, bits }: DocSet): Members =>
  runs === null ? { bitmaps: [bits], runs: [] } : { bitmaps: [], runs }

/** Returns the documents of an ascending list that are in each of `members`. */
export function filterDocs(list: Uint32Array, members: readonly Members[], words: number): Uint32Array {
  let count = list.length
  if (buffer.length < count) buffer = new Uint32Array(count * 2)
  buffer.set(list)
  for (const one of members) count = keepMembers(count, one, words)
  return count === list.length ? list : buffer.slice(0, count)
}

/** Returns the documents of runs that are in all bitmaps and in each of `members`, ascending. */
export function probeRuns(
  runs: readonly Run[],
  bitmaps: readonly Uint32Array[],
  members: readonly Members[],
  words: number,
): Uint32Array {
  let count = copyCommon(runs, bitmaps)
  if (runs.length > 1) count = sortBuffer(count, words)
  for (const one of members) count = keepMembers(count, one, words)
  return buffer.slice(0, count)
}

/** Writes the documents of runs that are in all bitmaps to the buffer; returns their number. */
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

/** Documents are looked up one by one in up to this many runs; more are put into a bitmap. */
const maxProbedRuns = 8
/** Searching a run for a document takes about as long as putting this many into a bitmap. */
const searchCost = 16
/** The place where the search in each run continues. */
const cursors = new Uint32Array(maxProbedRuns)

/** Keeps those of the ascending documents in the buffer that are in `members`; returns their number. */
function keepMembers(count: number, { bitmaps, runs }: Members, words: number): number {
  if (count === 0) return 0
  if (runs.length === 0) return keepBits(count, bitmaps)
  if (runs.length > maxProbedRuns || count * runs.length * searchCost > lengthOf(runs)) {
    markRuns(runs, words)
    const kept = keepBits(count, bitmaps.length === 0 ? [scratch] : [...bitmaps, scratch])
    clearRuns(runs)
    return kept
  }
  for (let run = 0; run < runs.length; run += 1) cursors[run] = (runs[run] as Run).from
  let kept = 0
  for (let at = 0; at < count; at += 1) {
    const doc = buffer[at] as number
    let bit = 0
    for (let which = 0; which < bitmaps.length; which += 1)
      bit |= ((bitmaps[which] as Uint32Array)[doc >>> 5] as number) >>> (doc & 31)
    bit &= 1
    for (let run = 0; bit === 0 && run < runs.length; run += 1) {
      const { docs, to } = runs[run] as Run
      const found = seekDoc(docs, cursors[run] as number, to, doc)
      cursors[run] = found
      if (found < to && docs[found] === doc) bit = 1
    }
    buffer[kept] = doc
    kept += bit
  }
  return kept
}

/** Keeps those of the documents in the buffer that are in one of the bitmaps; returns their number. */
function keepBits(count: number, bitmaps: readonly Uint32Array[]): number {
  const [first, second = first, third = second] = bitmaps
  if (first === undefined || second === undefined || third === undefined) return 0
  let kept = 0
  if (bitmaps.length === 1) {
    for (let at = 0; at < count; at += 1) {
      const doc = buffer[at] as number
      buffer[kept] = doc
      kept += ((first[doc >>> 5] as number) >>> (doc & 31)) & 1
    }
    return kept
  }
  for (let at = 0; at < count; at += 1) {
    const doc = buffer[at] as number
    const word = doc >>> 5
    let bits = (first[word] as number) | (second[word] as number) | (third[word] as number)
    for (let which = 3; which < bitmaps.length; which += 1)
      bits |= (bitmaps[which] as Uint32Array)[word] as number
    buffer[kept] = doc
    kept += (bits >>> (doc & 31)) & 1
  }
  return kept
}

/** Returns the first place, from `from` up to `to`, of this document or a later one; `to` if there is no such place. */
function seekDoc(docs: Uint32Array, from: number, to: number, doc: number): number {
  let step = 1
  let least = from
  let most = from
  while (most < to && (docs[most] as number) < doc) {
    least = most + 1
    most += step
    step *= 2
  }
  if (most > to) most = to
  while (least < most) {
    const middle = (least + most) >>> 1
    if ((docs[middle] as number) < doc) least = middle + 1
    else most = middle
  }
  return least
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

/** Sorts the documents in the buffer and removes duplicates; returns their number. */
function sortBuffer(count: number, words: number): number {
  let kept = 0
  if (count <= maxSorted) {
    buffer.subarray(0, count).sort()
    for (let at = 0; at < count; at += 1) {
      const doc = buffer[at] as number
      if (at === 0 || doc !== buffer[kept - 1]) buffer[kept++] = doc
    }
    return kept
  }
  if (scratch.length < words) scratch = new Uint32Array(words)
  let least = words
  let most = 0
  for (let at = 0; at < count; at += 1) {
    const doc = buffer[at] as number
    const word = doc >>> 5
    if (word < least) least = word
    if (word > most) most = word
    scratch[word] = (scratch[word] as number) | (1 << (doc & 31))
  }
  for (let word = least; word <= most; word += 1) {
    let bits = scratch[word] as number
    if (bits === 0) continue
    scratch[word] = 0
    for (; bits !== 0; bits &= bits - 1) buffer[kept++] = (word << 5) + 31 - Math.clz32(bits & -bits)
  }
  return kept
}

/** Returns the documents of runs that are in a bitmap (null: all), ascending, without duplicates. */
export function listDocs(runs: readonly Run[], passing: Uint32Array | null, words: number): Uint32Array {
  return probeRuns(runs, passing === null ? [] : [passing], [], words)
}

/** Returns the number of different documents of runs that are in a bitmap (null: all). */
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

/** Returns a bitmap of `words` words with the documents of runs and bitmaps. */
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

/** Returns the documents of a set as a bitmap of `words` words. */
export function asBitmap(set: DocSet, words: number): Uint32Array {
  return set.bits ?? uniteDocs(set.runs, [], words)
}

/** Returns the number of documents that are in all bitmaps (at least one). */
export function countCommon(bitmaps: readonly Uint32Array[]): number {
  const [a = noDocs, b = a, c = b, ...others] = bitmaps
  const end = a.length & ~7
  let count = 0
  // The bits of eight words at a time are added in columns, as full adders do: a third of the work of counting them one
  // by one (Warren, Hacker's Delight, "Counting 1-bits in an array").
  let ones = 0
  let twos = 0
  let fours = 0
  for (let at = 0; at < end; at += 8) {
    let w0 = (a[at] as number) & (b[at] as number) & (c[at] as number)
    let w1 = (a[at + 1] as number) & (b[at + 1] as number) & (c[at + 1] as number)
    let w2 = (a[at + 2] as number) & (b[at + 2] as number) & (c[at + 2] as number)
    let w3 = (a[at + 3] as number) & (b[at + 3] as number) & (c[at + 3] as number)
    let w4 = (a[at + 4] as number) & (b[at + 4] as number) & (c[at + 4] as number)
    let w5 = (a[at + 5] as number) & (b[at + 5] as number) & (c[at + 5] as number)
    let w6 = (a[at + 6] as number) & (b[at + 6] as number) & (c[at + 6] as number)
    let w7 = (a[at + 7] as number) & (b[at + 7] as number) & (c[at + 7] as number)
    if ((w0 | w1 | w2 | w3 | w4 | w5 | w6 | w7) === 0) continue
    for (let other = 0; other < others.length; other += 1) {
      const d = others[other] as Uint32Array
      w0 &= d[at] as number
      w1 &= d[at + 1] as number
      w2 &= d[at + 2] as number
      w3 &= d[at + 3] as number
      w4 &= d[at + 4] as number
      w5 &= d[at + 5] as number
      w6 &= d[at + 6] as number
      w7 &= d[at + 7] as number
    }
    let half = ones ^ w0
    const twosA = (ones & w0) | (half & w1)
    ones = half ^ w1
    half = ones ^ w2
    const twosB = (ones & w2) | (half & w3)
    ones = half ^ w3
    half = ones ^ w4
    const twosC = (ones & w4) | (half & w5)
    ones = half ^ w5
    half = ones ^ w6
    const twosD = (ones & w6) | (half & w7)
    ones = half ^ w7
    half = twos ^ twosA
    const foursA = (twos & twosA) | (half & twosB)
    twos = half ^ twosB
    half = twos ^ twosC
    const foursB = (twos & twosC) | (half & twosD)
    twos = half ^ twosD
    half = fours ^ foursA
    const eights = (fours & foursA) | (half & foursB)
    fours = half ^ foursB
    if (eights !== 0) count += 8 * bitsOf(eights)
  }
  count += 4 * bitsOf(fours) + 2 * bitsOf(twos) + bitsOf(ones)
  for (let word = end; word < a.length; word += 1) {
    let bits = (a[word] as number) & (b[word] as number) & (c[word] as number)
    for (let at = 0; at < others.length; at += 1) bits &= (others[at] as Uint32Array)[word] as number
    count += bitsOf(bits)
  }
  return count
}

export function countFound(docs: FoundDocs): number {
  return docs instanceof Uint32Array ? docs.length : countCommon(docs)
}
