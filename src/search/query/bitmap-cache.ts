import { LRUCache } from 'lru-cache'
import type { Part } from '../part/part.ts'

/** Memory for the bitmaps of words and filters in use, in bytes. */
const maxCachedBytes = 32 * 1024 * 1024

/** What a bitmap costs beside its bits. */
const entryBytes = 256

/** A bitmap of documents of a part, and how many of its documents passed filters that were asked for. */
export class CachedBitmap {
  readonly bits: Uint32Array
  /** Filter → count, as of `countedDeaths`. */
  readonly #counts = new Map<string, number>()
  #countedDeaths = -1

  constructor(bits: Uint32Array) {
    this.bits = bits
  }

  /** A count for a filter, remembered until a document of the part dies. */
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

/** Filters whose counts a bitmap remembers. */
const maxCounts = 16

const bitmaps = new LRUCache<string, CachedBitmap>({
  maxSize: maxCachedBytes,
  sizeCalculation: ({ bits }) => bits.byteLength + entryBytes,
})

const partNumbers = new WeakMap<Part, string>()
let lastNumber = 0

/** The name of a part's bitmap among those of all parts. */
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
