import { sharedBytes, sharedWords } from './shared-arrays.ts'

/** Terms by id, in shared memory: their UTF-8 bytes one after another, a hash table, and their order. */
export type TermTable = {
  bytes: Uint8Array<SharedArrayBuffer>
  /** id → where its bytes begin (size + 1). */
  offsets: Uint32Array<SharedArrayBuffer>
  /** Open addressing, a power of two long: id + 1, or 0. */
  slots: Uint32Array<SharedArrayBuffer>
  /** Position → id, in the order of the bytes (which is that of code points). */
  sorted: Uint32Array<SharedArrayBuffer>
  /** Maps an id to its position; `noPosition` for an id without a term. */
  positions: Uint32Array<SharedArrayBuffer>
}

const noPosition = 0xffff_ffff

const encoder = new TextEncoder()
/** Room for the bytes of the longest token (64 UTF-16 units) and far longer prefixes. */
let scratch: Uint8Array = new Uint8Array(1024)

/** Writes the UTF-8 bytes of a text to `scratch`; returns their number. */
function encode(text: string): number {
  if (text.length * 3 > scratch.length) scratch = new Uint8Array(text.length * 3)
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= 0x80) return encoder.encodeInto(text, scratch).written
    scratch[at] = unit
  }
  return text.length
}

/** Returns FNV-1a of the first bytes of `scratch`. */
function hashScratch(length: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ (scratch[at] as number), 0x01000193)
  return hash >>> 0
}

/**
 * Builds the table of terms whose ids are their indexes in `terms`. Terms are distinct and well-formed; '' is not a
 * term, and its id has none.
 */
export function buildTermTable(terms: readonly string[]): TermTable {
  const size = terms.length
  const offsets = sharedWords(size + 1)
  for (const [id, term] of terms.entries()) offsets[id + 1] = (offsets[id] ?? 0) + Buffer.byteLength(term)
  const bytes = sharedBytes(offsets[size] ?? 0)
  const slots = sharedWords(tableLength(size))
  const mask = slots.length - 1
  let count = 0
  for (const [id, term] of terms.entries()) {
    if (term === '') continue
    count++
    const length = encode(term)
    bytes.set(scratch.subarray(0, length), offsets[id])
    let slot = hashScratch(length) & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = id + 1
  }
  const table = { bytes, offsets, slots, sorted: sharedWords(count), positions: sharedWords(size) }
  let end = 0
  for (let id = 0; id < size; id++) if (hasTerm(table, id)) table.sorted[end++] = id
  table.sorted.sort((a, b) => compareTerms(table, a, b))
  table.positions.fill(noPosition)
  for (const [position, id] of table.sorted.entries()) table.positions[id] = position
  return table
}

/** Returns a table length of which at most half is in use. */
export function tableLength(entries: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(entries, 4) * 2))
}

function compareTerms({ bytes, offsets }: TermTable, a: number, b: number): number {
  let atA = offsets[a] ?? 0
  let atB = offsets[b] ?? 0
  const endA = offsets[a + 1] ?? 0
  const endB = offsets[b + 1] ?? 0
  while (atA < endA && atB < endB) {
    const difference = (bytes[atA++] ?? 0) - (bytes[atB++] ?? 0)
    if (difference !== 0) return difference
  }
  return endA - atA - (endB - atB)
}

/** Returns the id of a term, or -1. */
export function findTerm({ bytes, offsets, slots }: TermTable, term: string): number {
  const length = encode(term)
  const mask = slots.length - 1
  for (let slot = hashScratch(length) & mask; ; slot = (slot + 1) & mask) {
    const id = (slots[slot] as number) - 1
    if (id < 0) return -1
    const start = offsets[id] as number
    if ((offsets[id + 1] as number) - start !== length) continue
    let at = 0
    while (at < length && bytes[start + at] === scratch[at]) at++
    if (at === length) return id
  }
}

/** Returns true if an id has a term in the table. */
export function hasTerm({ offsets }: Pick<TermTable, 'offsets'>, id: number): boolean {
  return (offsets[id] ?? 0) < (offsets[id + 1] ?? 0)
}

/** Returns the term with an id below the table's size; '' if it has none. `text` holds the bytes of the table. */
export function readTerm(text: Buffer, offsets: Uint32Array, id: number): string {
  return text.toString('utf8', offsets[id], offsets[id + 1])
}

/**
 * Returns the positions in `sorted` of the terms that begin with the prefix: `from` up to `to`, exclusive. They are
 * searched for from `low` up to `high`.
 */
export function findPrefix(
  table: TermTable,
  prefix: string,
  low = 0,
  high = table.sorted.length,
): { from: number; to: number } {
  const { positions } = table
  const whole = findTerm(table, prefix)
  const length = encode(prefix)
  // A term is the first of those that begin with it.
  const from = whole < 0 ? firstPosition(table, low, high, length, 0) : (positions[whole] as number)
  let step = 1
  while (from + step < high && comparePrefix(table, from + step, length) <= 0) step *= 2
  return { from, to: firstPosition(table, from, Math.min(high, from + step), length, 1) }
}

/** Returns the first position from `from` whose term compares as `least` or above with `scratch`'s prefix, or `to`. */
function firstPosition(table: TermTable, from: number, to: number, length: number, least: 0 | 1): number {
  let at = from
  let high = to
  while (at < high) {
    const middle = (at + high) >>> 1
    if (comparePrefix(table, middle, length) >= least) high = middle
    else at = middle + 1
  }
  return at
}

/**
 * Compares the term at a position with the prefix in `scratch`: below 0 if it is before all that begin with it, 0 if it
 * begins with it, above 0 if it is after them.
 */
function comparePrefix(
  { bytes, offsets, sorted }: TermTable,
  position: number,
  prefixLength: number,
): number {
  const id = sorted[position] as number
  const start = offsets[id] as number
  const length = (offsets[id + 1] as number) - start
  for (let at = 0; at < prefixLength; at++) {
    if (at === length) return -1
    const difference = (bytes[start + at] as number) - (scratch[at] as number)
    if (difference !== 0) return difference
  }
  return 0
}
