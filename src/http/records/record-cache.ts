import { LRUCache } from 'lru-cache'
import type { ChangeFeed } from '../../catalogue/change-feed.ts'
import { isOpen } from '../../catalogue/gif.ts'
import type { RecordSource, StoredRecord } from '../../catalogue/record-source.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import { RecordStore } from './record-store.ts'
import { writeRecord } from './write-record.ts'

export type RecordCacheDeps = {
  source: RecordSource
  changes: Pick<ChangeFeed, 'current' | 'subscribe'>
  mediaUrls: Pick<MediaUrls, 'urlOf'>
  /** The most memory that records take. */
  maxBytes: number
}

/** Codes whose GIF is known; each takes about 150 bytes. */
const maxCodes = 50_000

const comma = 0x2c
const end = ']}'

/**
 * The records of GIFs that everyone may see, as the bytes that answers are put together from. They are kept until the
 * change feed tells of the GIF or of a category; those that are missing are read in one statement.
 */
export class RecordCache {
  readonly #source: RecordSource
  readonly #changes: RecordCacheDeps['changes']
  readonly #mediaUrls: RecordCacheDeps['mediaUrls']
  readonly #records: RecordStore
  readonly #ids = new LRUCache<string, number>({ max: maxCodes })
  /** Counts changes, so that nothing is kept that was read before one. */
  #generation = 0

  constructor({ source, changes, mediaUrls, maxBytes }: RecordCacheDeps) {
    this.#source = source
    this.#changes = changes
    this.#mediaUrls = mediaUrls
    this.#records = new RecordStore(maxBytes)
    changes.subscribe(({ gifs, categories, all }) => {
      this.#generation++
      if (all) this.#ids.clear()
      if (all || categories) this.#records.clear()
      else for (const id of gifs) this.#records.delete(id)
    })
  }

  /**
   * `head`, which ends with `[`, then the records of these GIFs in their order, then `]}`. A GIF that not
   * everyone may see, or that is gone, is left out. Without a promise unless something has to be waited for.
   */
  list(head: string, ids: readonly number[]): Buffer | Promise<Buffer> {
    const pending = this.#changes.current()
    if (pending !== null) return pending.then(() => this.list(head, ids))
    return this.#join(head, ids) ?? this.#readAndJoin(head, ids, new Map())
  }

  /**
   * The same with the record of the GIF with this code, as text: one short text goes out with its headers in one piece.
   * Null when there is none that everyone may see.
   */
  one(head: string, code: string): string | null | Promise<string | null> {
    const id = this.#changes.current() === null ? this.#ids.get(code) : undefined
    const place = id === undefined ? -1 : this.#records.placeOf(id)
    if (place >= 0) return head + this.#records.textAt(place) + end
    const generation = this.#generation
    const record = this.#source.recordByCode(code)
    if (record instanceof Promise) return record.then((read) => this.#write(head, read, generation))
    return this.#write(head, record, generation)
  }

  #write(head: string, record: StoredRecord | undefined, generation: number): string | null {
    if (record === undefined || !isOpen(record)) return null
    const json = writeRecord(record, this.#mediaUrls)
    if (generation === this.#generation) {
      this.#records.set(record.id, Buffer.from(json))
      this.#ids.set(record.code, record.id)
    }
    return head + json + end
  }

  /** `read` has the records that were read for this answer, by id; empty ones may not be seen. */
  #readAndJoin(head: string, ids: readonly number[], read: Map<number, Buffer>): Buffer | Promise<Buffer> {
    const missing = ids.filter((id) => !read.has(id) && this.#records.placeOf(id) < 0)
    const generation = this.#generation
    const records = this.#source.recordsByIds(missing)
    const join = (found: readonly StoredRecord[]) => {
      for (const id of missing) read.set(id, none)
      for (const record of found) if (isOpen(record)) read.set(record.id, this.#keep(record, generation))
      // Others may have been dropped meanwhile.
      return this.#join(head, ids, read) ?? this.#readAndJoin(head, ids, read)
    }
    return records instanceof Promise ? records.then(join) : join(records)
  }

  #keep(record: StoredRecord, generation: number): Buffer {
    const bytes = Buffer.from(writeRecord(record, this.#mediaUrls))
    if (generation === this.#generation) this.#records.set(record.id, bytes)
    return bytes
  }

  /** Undefined when a record is neither in memory nor in `read`. */
  #join(head: string, ids: readonly number[], read?: ReadonlyMap<number, Buffer>): Buffer | undefined {
    const records = this.#records
    let length = Buffer.byteLength(head) + ids.length + end.length
    for (const id of ids) {
      const own = read?.get(id)
      if (own !== undefined) length += own.length
      else {
        const place = records.placeOf(id)
        if (place < 0) return undefined
        length += records.lengthAt(place)
      }
    }
    const answer = Buffer.allocUnsafe(length)
    let at = answer.write(head)
    const first = at
    for (const id of ids) {
      const own = read?.get(id)
      if (own === none) continue
      if (at > first) answer[at++] = comma
      at = own === undefined ? records.copy(records.placeOf(id), answer, at) : at + own.copy(answer, at)
    }
    at += answer.write(end, at)
    return at === length ? answer : answer.subarray(0, at)
  }
}

const none = Buffer.alloc(0)
