/** Tables that grow one at a time: doubling one large table would block the process for tens of milliseconds. */
const tables = 64
const smallestTable = 64

/** The maximum count; larger ones are stored as this. */
const maxCount = 2 ** 16 - 1

/**
 * Small counts by 48-bit hashes, in 10 to 40 bytes each: a Map takes three times as much. Open addressing with linear
 * probing, at most half full.
 */
export class SmallCounts {
  readonly #maxKeys: number
  readonly #tables: Table[] = Array.from({ length: tables }, () => newTable(smallestTable))
  #size = 0

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  /** The number of keys that have a count. */
  get size(): number {
    return this.#size
  }

  /** Returns 0 for a key without a count. `key` is an integer from 1 to below 2^48. */
  get(key: number): number {
    const table = this.#tableOf(key)
    return table.counts[placeOf(table, key)] ?? 0
  }

  /** Sets the count of a key, at least 1. Returns false and changes nothing for a new key if the maximum is reached. */
  set(key: number, count: number): boolean {
    const table = this.#tableOf(key)
    const place = placeOf(table, key)
    if (table.keys[place] === 0) {
      if (this.#size >= this.#maxKeys) return false
      if (2 * table.size >= table.keys.length) {
        grow(table)
        return this.set(key, count)
      }
      table.keys[place] = key
      table.size++
      this.#size++
    }
    table.counts[place] = Math.min(count, maxCount)
    return true
  }

  #tableOf(key: number): Table {
    const table = this.#tables[key % tables]
    if (table === undefined) throw new RangeError(`no key: ${key}`)
    return table
  }
}

type Table = { keys: Float64Array; counts: Uint16Array; size: number }

function newTable(places: number): Table {
  return { keys: new Float64Array(places), counts: new Uint16Array(places), size: 0 }
}

/** Returns the index of the key, or of the place where it would be added. */
function placeOf({ keys }: Table, key: number): number {
  const last = keys.length - 1
  let place = Math.floor(key / tables) & last
  while (keys[place] !== 0 && keys[place] !== key) place = (place + 1) & last
  return place
}

function grow(table: Table): void {
  const { keys, counts } = table
  const larger = newTable(2 * keys.length)
  for (const [at, key] of keys.entries()) {
    if (key === 0) continue
    const place = placeOf(larger, key)
    larger.keys[place] = key
    larger.counts[place] = counts[at] ?? 0
  }
  table.keys = larger.keys
  table.counts = larger.counts
}
