import { BucketLists } from './bucket-lists.ts'
import { allowedDistance, type Look, lookDistance, lookWords, shownMask } from './look.ts'

/** The number of parts that a look is cut into, each with a table of buckets. */
const tables = lookWords * 2
const partBits = 16
const buckets = 1 << partBits

/** The approximate capacity of the buckets for each number in them: see BucketLists. */
const spareRoom = 1.45

/** A GIF that looks the same, and the number of bits, of 256, in which it differs. */
export type NearLook = { id: number; distance: number }

/**
 * The looks of GIFs by id, in memory. Finds those that differ in few bits by multi-index hashing: Norouzi, Punjani,
 * Fleet, "Fast Search in Hamming Space with Multi-Index Hashing", CVPR 2012. Two looks that differ in at most 31 of 256
 * bits differ in one of their 16 parts by at most one bit: only those with such a part are compared, and none is
 * missed.
 */
export class LookIndex {
  /** The entries that have each part. */
  readonly #parts: BucketLists
  /** The look of each entry. */
  #looks: Uint32Array
  /** The GIF of each entry, and the entry of each GIF. */
  #ids: Float64Array
  readonly #entryOf = new Map<number, number>()
  #used = 0
  readonly #free: number[] = []
  #maxId = 0

  /** Allocates capacity for `expected` GIFs; it grows if there are more. */
  constructor(expected = 0) {
    this.#parts = new BucketLists(tables * buckets, Math.ceil(expected * tables * spareRoom))
    this.#looks = new Uint32Array(expected * lookWords)
    this.#ids = new Float64Array(expected)
  }

  /** The number of GIFs. */
  get size(): number {
    return this.#entryOf.size
  }

  /** Sets the look of a GIF. */
  set(id: number, look: Look): void {
    this.delete(id)
    const entry = this.#free.pop() ?? this.#newEntry()
    this.#ids[entry] = id
    this.#entryOf.set(id, entry)
    this.#maxId = Math.max(this.#maxId, id)
    this.#looks.set(look, entry * lookWords)
    for (const bucket of bucketsOf(look, 0)) this.#parts.add(bucket, entry)
  }

  /** Removes a GIF, if it is included. */
  delete(id: number): void {
    const entry = this.#entryOf.get(id)
    if (entry === undefined) return
    for (const bucket of bucketsOf(this.#looks, entry * lookWords)) this.#parts.remove(bucket, entry)
    this.#entryOf.delete(id)
    this.#free.push(entry)
  }

  /** The largest id ever added; 0 at first. */
  get maxId(): number {
    return this.#maxId
  }

  has(id: number): boolean {
    return this.#entryOf.has(id)
  }

  /** Returns the look of a GIF; undefined if it is not included. */
  lookOf(id: number): Look | undefined {
    const entry = this.#entryOf.get(id)
    return entry === undefined ? undefined : this.#looks.slice(entry * lookWords, (entry + 1) * lookWords)
  }

  /** Returns at most `limit` GIFs that look the same, nearest first. */
  near(look: Look, limit: number): NearLook[] {
    const mask = shownMask(look, 0)
    const allowed = allowedDistance(mask)
    const found = new Map<number, number>()
    for (const bucket of bucketsOf(look, 0)) {
      this.#compareBucket(look, bucket, allowed, found)
      for (let bit = 0; bit < partBits; bit++) this.#compareBucket(look, bucket ^ (1 << bit), allowed, found)
    }
    const near: NearLook[] = []
    for (const [entry, distance] of found) {
      if (shownMask(this.#looks, entry * lookWords) === mask)
        near.push({ id: this.#ids[entry] ?? 0, distance })
    }
    return near.toSorted((one, other) => one.distance - other.distance || one.id - other.id).slice(0, limit)
  }

  #compareBucket(look: Look, bucket: number, allowed: number, found: Map<number, number>): void {
    const looks = this.#looks
    const { memory } = this.#parts
    const start = this.#parts.start(bucket)
    const end = start + this.#parts.count(bucket)
    for (let at = start; at < end; at++) {
      const entry = memory[at] ?? 0
      const distance = lookDistance(look, looks, entry * lookWords, allowed)
      if (distance <= allowed) found.set(entry, distance)
    }
  }

  #newEntry(): number {
    if (this.#used === this.#ids.length) {
      const length = Math.ceil(this.#used * 1.25) + 1024
      const [looks, ids] = [new Uint32Array(length * lookWords), new Float64Array(length)]
      looks.set(this.#looks)
      ids.set(this.#ids)
      this.#looks = looks
      this.#ids = ids
    }
    return this.#used++
  }
}

/** Returns the buckets of a look that begins in `words` at `at`; none for quarters that show nothing: all are equal. */
function bucketsOf(words: Uint32Array, at: number): number[] {
  const mask = shownMask(words, at)
  const own: number[] = []
  for (let table = 0; table < tables; table++) {
    if ((mask & (1 << (table >> 2))) === 0) continue
    const part = ((words[at + (table >> 1)] ?? 0) >>> ((table & 1) * partBits)) & (buckets - 1)
    own.push(table * buckets + part)
  }
  return own
}
