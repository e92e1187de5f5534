import type { PackedRecord } from './record-pieces.ts'

/** Memory is allocated and freed in segments of this size. */
const segmentBytes = 2 ** 20

/** The memory of an entry outside of the segments, in the map. */
const entryBytes = 48

/** Before each entry in its segment: its id, and its length with the number of its parts. */
const headerBytes = 8

/** The length takes the lower bits of its word, the number of parts the upper ones. */
const lengthBits = 20
const lengthMask = 2 ** lengthBits - 1

/** Entries begin at multiples of this, so that an offset is a small number for any amount of memory. */
const alignment = 8
const placesInSegment = segmentBytes / alignment

type Segment = { bytes: Buffer; words: Uint32Array }

/**
 * Keeps records by number in a bounded amount of memory. They are stored one after the other in segments of 1 MB: a
 * separate buffer for each would double the memory. When all segments are full, a random one is emptied, so that a scan
 * over more records than fit still finds some of them; removing the oldest would leave none.
 */
export class RecordStore {
  readonly #maxSegments: number
  readonly #chance: () => number
  readonly #segments: Segment[] = []
  /** The offset of an id's bytes, over all segments, in units of `alignment`. */
  readonly #places = new Map<number, number>()
  #current = -1
  #used = segmentBytes

  /** `chance` returns numbers from 0 to below 1. */
  constructor(maxBytes: number, chance: () => number = Math.random) {
    // Assumes a record of 600 bytes with its share of the map.
    this.#maxSegments = Math.floor(maxBytes / (segmentBytes * (1 + entryBytes / 600)))
    this.#chance = chance
  }

  get size(): number {
    return this.#places.size
  }

  /** The bytes of segments, without the map. */
  get bytes(): number {
    return this.#segments.length * segmentBytes
  }

  /** The offset of an id's record, valid until the next change of the store; -1 if it has no record. */
  placeOf(id: number): number {
    return this.#places.get(id) ?? -1
  }

  /** The length in bytes of the record at an offset. */
  lengthAt(place: number): number {
    const segment = this.#segments[Math.floor(place / placesInSegment)]
    return (segment?.words[(place % placesInSegment) * 2 - 1] ?? 0) & lengthMask
  }

  /** Copies the record at an offset to `target` at `at`; returns the position after it. */
  copy(place: number, target: Buffer, at: number): number {
    const start = (place % placesInSegment) * alignment
    const length = this.lengthAt(place)
    this.#segments[Math.floor(place / placesInSegment)]?.bytes.copy(target, at, start, start + length)
    return at + length
  }

  /** The record at an offset, valid until the next change of the store. */
  recordAt(place: number): PackedRecord {
    const segment = this.#segments[Math.floor(place / placesInSegment)]
    if (segment === undefined) throw new RangeError('nothing is kept there')
    const start = (place % placesInSegment) * alignment
    const word = segment.words[start / 4 - 1] ?? 0
    const length = word & lengthMask
    const parts = word >>> lengthBits
    return { bytes: segment.bytes, start, length, parts, words: segment.words, table: tableOf(start, length) }
  }

  /** The text at an offset. */
  textAt(place: number): string {
    const start = (place % placesInSegment) * alignment
    const segment = this.#segments[Math.floor(place / placesInSegment)]
    return segment?.bytes.toString('utf8', start, start + this.lengthAt(place)) ?? ''
  }

  /** Stores a record for an id (below 2^32), replacing any earlier one. Records that are too long are not stored. */
  set(id: number, { bytes, start: from, length, parts, words, table }: PackedRecord): void {
    this.delete(id)
    if (endOf(headerBytes, length, parts) > segmentBytes || this.#maxSegments === 0) return
    if (endOf(this.#used + headerBytes, length, parts) > segmentBytes) this.#openSegment()
    const segment = this.#segments[this.#current]
    if (segment === undefined) return
    const word = this.#used / 4
    segment.words[word] = id
    segment.words[word + 1] = parts * 2 ** lengthBits + length
    const start = this.#used + headerBytes
    bytes.copy(segment.bytes, start, from, from + length)
    if (parts > 0) segment.words.set(words.subarray(table, table + parts + 1), tableOf(start, length))
    this.#places.set(id, this.#current * placesInSegment + start / alignment)
    this.#used = aligned(endOf(start, length, parts))
    if (this.#used + headerBytes <= segmentBytes) segment.words[this.#used / 4 + 1] = 0
  }

  delete(id: number): void {
    this.#places.delete(id)
  }

  clear(): void {
    this.#places.clear()
    this.#segments.length = 0
    this.#current = -1
    this.#used = segmentBytes
  }

  #openSegment(): void {
    if (this.#segments.length < this.#maxSegments) {
      const bytes = Buffer.allocUnsafeSlow(segmentBytes)
      this.#current = this.#segments.push({ bytes, words: new Uint32Array(bytes.buffer) }) - 1
    } else {
      this.#current = Math.floor(this.#chance() * this.#segments.length)
      this.#forgetSegment(this.#current)
    }
    this.#used = 0
  }

  #forgetSegment(index: number): void {
    const segment = this.#segments[index]
    if (segment === undefined) return
    for (let at = 0; at + headerBytes <= segmentBytes;) {
      const id = segment.words[at / 4] ?? 0
      const word = segment.words[at / 4 + 1] ?? 0
      if (word === 0) break
      const place = index * placesInSegment + (at + headerBytes) / alignment
      if (this.#places.get(id) === place) this.#places.delete(id)
      at = aligned(endOf(at + headerBytes, word & lengthMask, word >>> lengthBits))
    }
  }
}

/** The index of the word where the table of part starts begins, after a record with this start and length. */
function tableOf(start: number, length: number): number {
  return Math.ceil((start + length) / 4)
}

/** The end of a record with its table of part starts. */
function endOf(start: number, length: number, parts: number): number {
  return parts === 0 ? start + length : (tableOf(start, length) + parts + 1) * 4
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment
}
