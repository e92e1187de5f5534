/** Memory is taken and given back in pieces of this. */
const segmentBytes = 2 ** 20

/** What an entry takes outside of the segments, in the map. */
const entryBytes = 48

/** Before each entry in its segment: its id and its length. */
const headerBytes = 8

/** Entries begin at multiples of this, so that a place is a small number for any amount of memory. */
const alignment = 8
const placesInSegment = segmentBytes / alignment

type Segment = { bytes: Buffer; words: Uint32Array }

/**
 * Keeps byte strings by a number in a bounded amount of memory. They lie one after the other in segments of 1 MB: a
 * buffer of its own for each would take as much memory again. When all segments are full, one of them, chosen at
 * random, is emptied: so that a scan over more records than there is space for still finds a part of them, where
 * removing the oldest would leave none.
 */
export class RecordStore {
  readonly #maxSegments: number
  readonly #chance: () => number
  readonly #segments: Segment[] = []
  /** Where the bytes of an id begin, in all segments counted as one, in units of `alignment`. */
  readonly #places = new Map<number, number>()
  #current = -1
  #used = segmentBytes

  /** `chance` gives numbers from 0 to below 1. */
  constructor(maxBytes: number, chance: () => number = Math.random) {
    // A record of 600 bytes with its share of the map.
    this.#maxSegments = Math.floor(maxBytes / (segmentBytes * (1 + entryBytes / 600)))
    this.#chance = chance
  }

  get size(): number {
    return this.#places.size
  }

  /** The bytes of segments; what the map takes comes on top. */
  get bytes(): number {
    return this.#segments.length * segmentBytes
  }

  /** Where what is kept for an id lies, until the next change of the store; -1 when nothing is kept. */
  placeOf(id: number): number {
    return this.#places.get(id) ?? -1
  }

  /** The length in bytes of what lies at a place. */
  lengthAt(place: number): number {
    const segment = this.#segments[Math.floor(place / placesInSegment)]
    return segment?.words[(place % placesInSegment) * 2 - 1] ?? 0
  }

  /** Copies what lies at a place to `target` at `at`; gives the position after it. */
  copy(place: number, target: Buffer, at: number): number {
    const start = (place % placesInSegment) * alignment
    const length = this.lengthAt(place)
    this.#segments[Math.floor(place / placesInSegment)]?.bytes.copy(target, at, start, start + length)
    return at + length
  }

  /** What lies at a place, as text. */
  textAt(place: number): string {
    const start = (place % placesInSegment) * alignment
    const segment = this.#segments[Math.floor(place / placesInSegment)]
    return segment?.bytes.toString('utf8', start, start + this.lengthAt(place)) ?? ''
  }

  /** Keeps `bytes` for an id (below 2^32), in the place of what was kept before. Too long ones are not kept. */
  set(id: number, bytes: Buffer): void {
    this.delete(id)
    if (headerBytes + bytes.length > segmentBytes || this.#maxSegments === 0) return
    if (this.#used + headerBytes + bytes.length > segmentBytes) this.#openSegment()
    const segment = this.#segments[this.#current]
    if (segment === undefined) return
    const word = this.#used / 4
    segment.words[word] = id
    segment.words[word + 1] = bytes.length
    const start = this.#used + headerBytes
    bytes.copy(segment.bytes, start)
    this.#places.set(id, this.#current * placesInSegment + start / alignment)
    this.#used = aligned(start + bytes.length)
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
      const length = segment.words[at / 4 + 1] ?? 0
      if (length === 0) break
      const place = index * placesInSegment + (at + headerBytes) / alignment
      if (this.#places.get(id) === place) this.#places.delete(id)
      at = aligned(at + headerBytes + length)
    }
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment
}
