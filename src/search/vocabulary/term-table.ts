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
  /** id → position. */
  positions: Uint32Array<SharedArrayBuffer>
}

const encoder = new TextEncoder()
/** Room for the bytes of the longest token (64 UTF-16 units) and far longer prefixes. */
let scratch: Uint8Array = new Uint8Array(1024)

/** The UTF-8 bytes of a text; valid until the next call. */
function encode(text: string): Uint8Array {
  if (text.length * 3 > scratch.length) scratch = new Uint8Array(text.length * 3)
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written)
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** Builds the table of terms whose ids are their places in `terms`. Terms are distinct and well-formed. */
export function buildTermTable(terms: readonly string[]): TermTable {
  const size = terms.length
  const offsets = sharedWords(size + 1)
  for (const [id, term] of terms.entries()) offsets[id + 1] = (offsets[id] ?? 0) + Buffer.byteLength(term)
  const bytes = sharedBytes(offsets[size] ?? 0)
  const slots = sharedWords(tableLength(size))
  const mask = slots.length - 1
  for (const [id, term] of terms.entries()) {
    const encoded = encode(term)
    bytes.set(encoded, offsets[id])
    let slot = hashOf(encoded) & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = id + 1
  }
  const table = { bytes, offsets, slots, sorted: sharedWords(size), positions: sharedWords(size) }
  for (let id = 0; id < size; id++) table.sorted[id] = id
  table.sorted.sort((a, b) => compareTerms(table, a, b))
  for (const [position, id] of table.sorted.entries()) table.positions[id] = position
  return table
}

/** At most half of a table is in use. */
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

/** The id of a term, or -1. */
export function findTerm({ bytes, offsets, slots }: TermTable, term: string): number {
  const encoded = encode(term)
  const mask = slots.length - 1
  for (let slot = hashOf(encoded) & mask; ; slot = (slot + 1) & mask) {
    const id = (slots[slot] ?? 0) - 1
    if (id < 0) return -1
    const start = offsets[id] ?? 0
    if ((offsets[id + 1] ?? 0) - start !== encoded.length) continue
    let at = 0
    while (at < encoded.length && bytes[start + at] === encoded[at]) at++
    if (at === encoded.length) return id
  }
}

/** The term with an id below the table's size. `text` holds the bytes of the table. */
export function readTerm(text: Buffer, offsets: Uint32Array, id: number): string {
  return text.toString('utf8', offsets[id], offsets[id + 1])
}

/** The positions in `sorted` of the terms that begin with the prefix. */
export function findPrefix(table: TermTable, prefix: string): { from: number; to: number } {
  const encoded = encode(prefix)
  const from = firstPosition(table, 0, (id) => comparePrefix(table, id, encoded) >= 0)
  return { from, to: firstPosition(table, from, (id) => comparePrefix(table, id, encoded) > 0) }
}

function firstPosition({ sorted }: TermTable, low: number, holds: (id: number) => boolean): number {
  let high = sorted.length
  let at = low
  while (at < high) {
    const middle = (at + high) >>> 1
    if (holds(sorted[middle] ?? 0)) high = middle
    else at = middle + 1
  }
  return at
}

/** Below 0: the term is before all that begin with the prefix; 0: it begins with it; above 0: it is after them. */
function comparePrefix({ bytes, offsets }: TermTable, id: number, prefix: Uint8Array): number {
  const start = offsets[id] ?? 0
  const length = (offsets[id + 1] ?? 0) - start
  for (let at = 0; at < prefix.length; at++) {
    if (at === length) return -1
    const difference = (bytes[start + at] ?? 0) - (prefix[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
