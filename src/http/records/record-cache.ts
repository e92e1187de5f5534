import { LRUCache } from 'lru-cache'
import type { ChangeFeed } from '../../catalogue/change-feed.ts'
import { isOpen } from '../../catalogue/gif.ts'
import type { RecordSource, StoredRecord } from '../../catalogue/record-source.ts'
import { answerMemory } from './answer-memory.ts'
import { copyWith, lengthWith, type PackedRecord, packRecord, type RecordWriter } from './record-pieces.ts'
import type { RecordStore } from './record-store.ts'

export type RecordCacheDeps = {
  source: RecordSource
  changes: ChangeFeed
  /** Writes the cached record of a GIF. Everything else it depends on must stay the same. */
  write: RecordWriter
  /** The GIFs that responses can show; by default, those that everyone can see. */
  isShown?: (record: StoredRecord) => boolean
  /** The store of records; up to `maxCaches` caches can share it, each with its own `number` from 0. */
  memory: RecordStore
  number?: number
}

export type RecordOptions = {
  /** The numbers of the parts to include, in order; by default, all. */
  parts?: readonly number[] | undefined
  /** The text after the last record; by default, `]}`. */
  end?: string | undefined
}

export type ListOptions = Omit<RecordOptions, 'end'> & {
  /** Like in RecordOptions, or a function of the number of records in the list. */
  end?: string | ((count: number) => string) | undefined
  /** Further records, as JSON, after those of the GIFs. */
  added?: readonly string[] | undefined
}

/** The maximum number of caches that share their memory. */
export const maxCaches = 4

/** The maximum number of codes with known GIFs; each takes about 150 bytes. */
const maxCodes = 50_000

const comma = 0x2c
const defaultEnd = ']}'

/**
 * The records of GIFs that everyone can see, as bytes from which responses are assembled. They are kept until the
 * change feed reports a change of the GIF or of a category; missing ones are read in one statement.
 */
export class RecordCache {
  readonly #source: RecordSource
  readonly #changes: RecordCacheDeps['changes']
  readonly #write: RecordWriter
  readonly #isShown: (record: StoredRecord) => boolean
  readonly #records: RecordStore
  readonly #number: number
  // By size, since `max` would allocate space for all codes at once.
  readonly #ids = new LRUCache<string, number>({ maxSize: maxCodes, sizeCalculation: () => 1 })
  /** Counts changes, so that nothing read before a change is kept. */
  #generation = 0

  constructor({ source, changes, write, isShown = isOpen, memory, number = 0 }: RecordCacheDeps) {
    this.#source = source
    this.#changes = changes
    this.#write = write
    this.#isShown = isShown
    this.#records = memory
    this.#number = number
    changes.subscribe(({ gifs, categories, all }) => {
      this.#generation++
      if (all) this.#ids.clear()
      if (all || categories) this.#records.clear()
      else for (const id of gifs) this.#records.delete(this.#keyOf(id))
    })
  }

  /**
   * Returns `before`, the records of these GIFs in order, separated by commas, and the end. GIFs that are missing or
   * not shown are left out. Without a promise unless it has to wait.
   */
  list(before: string, ids: readonly number[], options: ListOptions = {}): Buffer | Promise<Buffer> {
    const pending = this.#changes.current()
    if (pending !== null) return pending.then(() => this.list(before, ids, options))
    return this.#join(before, ids, options) ?? this.#readAndJoin(before, ids, options, new Map())
  }

  /**
   * The same with the record of the GIF with this code, as text: one short text is sent in one piece with its headers.
   * Null if it does not exist or is not shown.
   */
  one(before: string, code: string, options: RecordOptions = {}): string | null | Promise<string | null> {
    const { parts, end = defaultEnd } = options
    const id = this.#changes.current() === null ? this.#ids.get(code) : undefined
    const place = id === undefined ? -1 : this.#placeOf(id)
    if (place >= 0 && parts === undefined) return before + this.#records.textAt(place) + end
    if (place >= 0) return before + textWith(this.#records.recordAt(place), parts) + end
    const generation = this.#generation
    const present = (record: StoredRecord | undefined) => {
      if (record === undefined || !this.#isShown(record)) return null
      const packed = this.#keep(record, generation)
      if (generation === this.#generation) this.#ids.set(record.code, record.id)
      return before + textWith(packed, parts) + end
    }
    const record = this.#source.recordByCode(code)
    return record instanceof Promise ? record.then(present) : present(record)
  }

  /** `read` has the records that were read for this response, by id; null for those not shown. */
  #readAndJoin(
    before: string,
    ids: readonly number[],
    options: ListOptions,
    read: Map<number, PackedRecord | null>,
  ): Buffer | Promise<Buffer> {
    const missing = ids.filter((id) => !read.has(id) && this.#placeOf(id) < 0)
    const generation = this.#generation
    const records = this.#source.recordsByIds(missing)
    const join = (found: readonly StoredRecord[]) => {
      for (const id of missing) read.set(id, null)
      for (const record of found)
        if (this.#isShown(record)) read.set(record.id, this.#keep(record, generation))
      // Others may have been dropped in the meantime.
      return this.#join(before, ids, options, read) ?? this.#readAndJoin(before, ids, options, read)
    }
    return records instanceof Promise ? records.then(join) : join(records)
  }

  #keep(record: StoredRecord, generation: number): PackedRecord {
    const packed = packRecord(this.#write(record))
    if (generation === this.#generation) this.#records.set(this.#keyOf(record.id), packed)
    return packed
  }

  #keyOf(id: number): number {
    return id * maxCaches + this.#number
  }

  #placeOf(id: number): number {
    return this.#records.placeOf(this.#keyOf(id))
  }

  /** Undefined if a record is neither in memory nor in `read`. */
  #join(
    before: string,
    ids: readonly number[],
    { parts, end: given = defaultEnd, added = [] }: ListOptions,
    read?: ReadonlyMap<number, PackedRecord | null>,
  ): Buffer | undefined {
    const records = this.#records
    let length = Buffer.byteLength(before)
    let count = added.length
    for (const id of ids) {
      const own = read?.get(id)
      if (own === null) continue
      if (own === undefined) {
        const place = this.#placeOf(id)
        if (place < 0) return undefined
        length += parts === undefined ? records.lengthAt(place) : lengthWith(records.recordAt(place), parts)
      } else length += lengthWith(own, parts)
      count++
    }
    for (const item of added) length += Buffer.byteLength(item)
    const end = typeof given === 'string' ? given : given(count)
    const answer = answerMemory(length + Math.max(0, count - 1) + Buffer.byteLength(end))
    let at = answer.write(before)
    const first = at
    for (const id of ids) {
      const own = read?.get(id)
      if (own === null) continue
      if (at > first) answer[at++] = comma
      if (own !== undefined) at = copyWith(own, parts, answer, at)
      else if (parts === undefined) at = records.copy(this.#placeOf(id), answer, at)
      else at = copyWith(records.recordAt(this.#placeOf(id)), parts, answer, at)
    }
    for (const item of added) {
      if (at > first) answer[at++] = comma
      at += answer.write(item, at)
    }
    answer.write(end, at)
    return answer
  }
}

function textWith(record: PackedRecord, parts: readonly number[] | undefined): string {
  const text = Buffer.allocUnsafe(lengthWith(record, parts))
  copyWith(record, parts, text, 0)
  return text.toString()
}
