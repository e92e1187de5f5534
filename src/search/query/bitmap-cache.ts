import { LRUCache } from 'lru-cache'
import type { Part } from '../part/part.ts'

/** The memory for bitmaps of words and filters in use, in bytes. */
const maxCachedBytes = 32 * 1024 * 1024

/** The memory of a bitmap besides its bits. */
const entryBytes = 256

/** A bitmap of documents of a part, and the number of them that passed each filter. */
export class CachedBitmap {
  readonly bits: Uint32Array
  /** Filter → count, as of `countedDeaths`. */
  readonly #counts = new Map<string, number>()
  #countedDeaths = -1

  constructor(bits: Uint32Array) {
    this.bits = bits
  }

  /** Returns the count for a filter, which is remembered until a document of the part dies. */
  count(part: Part, filterKey: string, count: () => number): number {
    if (this.#countedDeaths !== part.deadCount || this.#counts.size > maxCounts) {
      this.#counts.clear()
      this.#countedDeaths = part.deadCount
    }
    const known = this.#counts.get(filterKey)
    if (known !== undefined) return known
    const counted = count()
    this.#counts.set(filterKey, counted)
    return counted
  }
}

/** The most filters whose counts a bitmap remembers. */
const maxCounts = 16

const bitmaps = new LRUCache<string, CachedBitmap>({
  maxSize: maxCachedBytes,
  sizeCalculation: ({ bits }) => bits.byteLength + entryBytes,
})

const partNumbers = new WeakMap<Part, string>()
let lastNumber = 0

/** Returns the name of a part's bitmap, unique among all parts. */
export function bitmapKey(part: Part, key: string): string {
  let number = partNumbers.get(part)
  if (number === undefined) partNumbers.set(part, (number = `${++lastNumber} `))
  return number + key
}

export function getBitmap(key: string): CachedBitmap | undefined {
  return bitmaps.get(key)
}

/** Keeps a bitmap while there is room and it is in use. It must not be changed. */
export function keepBitmap(key: string, bits: Uint32Array): CachedBitmap {
  const cached = new CachedBitmap(bits)
  bitmaps.set(key, cached)
  return cached
}
