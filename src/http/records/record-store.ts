/** Memory is taken and given back in pieces of this. */
const segmentBytes = 2 ** 20

/** What an entry takes outside of the segments, in the map. */
const entryBytes = 64

/** Before each entry in its segment: its id and its length. */
const headerBytes = 8

const bytesInLocation = 2 ** 20

/**
 * Keeps byte strings by a number in a bounded amount of memory. They lie one after the other in segments of 1 MB: a
 * buffer of its own for each would take as much memory again. When all segments are full, one of them, chosen at
 * random, is emptied: so that a scan over more records than there is space for still finds a part of them, where
 * removing the oldest would leave none.
 */
export class RecordStore {
  readonly #maxSegments: number
  readonly #chance: () => number
  readonly #segments: Buffer[] = []
  /** Where the entry of an id begins, in all segments counted as one, times 2^20, plus its length. */
  readonly #locations = new Map<number, number>()
  #current = -1
  #used = segmentBytes

  /** `chance` gives numbers from 0 to below 1. */
  constructor(maxBytes: number, chance: () => number = Math.random) {
    // A record of 600 bytes with its share of the map.
    this.#maxSegments = Math.floor(maxBytes / (segmentBytes * (1 + entryBytes / 600)))
    this.#chance = chance
  }

  get size(): number {
    return this.#locations.size
  }

  /** The bytes of segments; what the map takes comes on top. */
  get bytes(): number {
    return this.#segments.length * segmentBytes
  }

  /** The length of what is kept for an id; -1 when nothing is. */
  lengthOf(id: number): number {
    const location = this.#locations.get(id)
    return location === undefined ? -1 : location % bytesInLocation
  }

  /** Copies what is kept for an id to `target` at `at`; gives the position after it, -1 when nothing is kept. */
  copy(id: number, target: Buffer, at: number): number {
    const location = this.#locations.get(id)
    if (location === undefined) return -1
    const length = location % bytesInLocation
    const start = Math.floor(location / bytesInLocation)
    const offset = start % segmentBytes
    const segment = this.#segments[Math.floor(start / segmentBytes)]
    segment?.copy(target, at, offset, offset + length)
    return at + length
  }

  /** Keeps `bytes` for an id (below 2^32), in the place of what was kept before. Too long ones are not kept. */
  set(id: number, bytes: Buffer): void {
    this.delete(id)
    if (headerBytes + bytes.length > segmentBytes || this.#maxSegments === 0) return
    if (this.#used + headerBytes + bytes.length > segmentBytes) this.#openSegment()
    const segment = this.#segments[this.#current]
    if (segment === undefined) return
    segment.writeUInt32LE(id, this.#used)
    segment.writeUInt32LE(bytes.length, this.#used + 4)
    const start = this.#used + headerBytes
    bytes.copy(segment, start)
    this.#locations.set(id, (this.#current * segmentBytes + start) * bytesInLocation + bytes.length)
    this.#used = start + bytes.length
    if (this.#used + headerBytes <= segmentBytes) segment.writeUInt32LE(0, this.#used + 4)
  }

  delete(id: number): void {
    this.#locations.delete(id)
  }

  clear(): void {
    this.#locations.clear()
    this.#segments.length = 0
    this.#current = -1
    this.#used = segmentBytes
  }

  #openSegment(): void {
    if (this.#segments.length < this.#maxSegments) {
      this.#current = this.#segments.push(Buffer.allocUnsafeSlow(segmentBytes)) - 1
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
      const id = segment.readUInt32LE(at)
      const length = segment.readUInt32LE(at + 4)
      if (length === 0) break
      const location = (index * segmentBytes + at + headerBytes) * bytesInLocation + length
      if (this.#locations.get(id) === location) this.#locations.delete(id)
      at += headerBytes + length
    }
  }
}
