import { LRUCache } from 'lru-cache'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { ChangeFeed } from '../../catalogue/change-feed.ts'
import { type Gif, isOpen } from '../../catalogue/gif.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import { RecordStore } from './record-store.ts'
import { writeRecord } from './write-record.ts'

export type RecordCacheDeps = {
  catalogue: Pick<CatalogueStore, 'gifsByIds'>
  changes: Pick<ChangeFeed, 'current' | 'subscribe'>
  mediaUrls: Pick<MediaUrls, 'urlOf'>
  /** The most memory that records take. */
  maxBytes: number
}

/** Codes whose GIF is known; each takes about 150 bytes. */
const maxCodes = 50_000

const comma = 0x2c
const end = Buffer.from(']}')

/**
 * The records of GIFs that everyone may see, as the bytes that answers are put together from. They are kept until the
 * change feed tells of the GIF or of a category; those that are missing are read in one statement.
 */
export class RecordCache {
  readonly #catalogue: RecordCacheDeps['catalogue']
  readonly #changes: RecordCacheDeps['changes']
  readonly #mediaUrls: RecordCacheDeps['mediaUrls']
  readonly #records: RecordStore
  readonly #ids = new LRUCache<string, number>({ max: maxCodes })
  /** Counts changes, so that nothing is kept that was read before one. */
  #generation = 0

  constructor({ catalogue, changes, mediaUrls, maxBytes }: RecordCacheDeps) {
    this.#catalogue = catalogue
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
   * `head`, which ends with `[`, then the records of these GIFs in their order, then `]}`. A GIF that not everyone may
   * see, or that is gone, is left out. Without a promise when all records are in memory.
   */
  list(head: string, ids: readonly number[]): Buffer | Promise<Buffer> {
    const pending = this.#changes.current()
    if (pending !== null) return pending.then(() => this.list(head, ids))
    return this.#join(head, ids, noRecords) ?? this.#readAndJoin(head, ids)
  }

  /** The same with the record of the GIF with this code; undefined when it is not in memory. */
  one(head: string, code: string): Buffer | undefined {
    if (this.#changes.current() !== null) return undefined
    const id = this.#ids.get(code)
    return id === undefined ? undefined : this.#join(head, [id], noRecords)
  }

  /** Gives the GIF that `read` gives, and keeps its record if everyone may see it. */
  async keep(read: () => Promise<Gif>): Promise<Gif> {
    const generation = this.#generation
    const gif = await read()
    if (isOpen(gif) && generation === this.#generation) {
      this.#records.set(gif.id, Buffer.from(writeRecord(gif, this.#mediaUrls)))
      this.#ids.set(gif.code, gif.id)
    }
    return gif
  }

  async #readAndJoin(head: string, ids: readonly number[]): Promise<Buffer> {
    const read = new Map<number, Buffer>()
    for (;;) {
      const missing = ids.filter((id) => !read.has(id) && this.#records.lengthOf(id) < 0)
      const generation = this.#generation
      const gifs = await this.#catalogue.gifsByIds(missing)
      for (const id of missing) read.set(id, none)
      for (const gif of gifs) {
        if (!isOpen(gif)) continue
        const bytes = Buffer.from(writeRecord(gif, this.#mediaUrls))
        read.set(gif.id, bytes)
        if (generation === this.#generation) this.#records.set(gif.id, bytes)
      }
      // Others may have been dropped while these were read.
      const joined = this.#join(head, ids, read)
      if (joined !== undefined) return joined
    }
  }

  /** Undefined when a record is neither in memory nor in `read`. */
  #join(head: string, ids: readonly number[], read: ReadonlyMap<number, Buffer>): Buffer | undefined {
    let length = Buffer.byteLength(head) + ids.length + end.length
    for (const id of ids) {
      const own = read.get(id)?.length ?? this.#records.lengthOf(id)
      if (own < 0) return undefined
      length += own
    }
    const answer = Buffer.allocUnsafe(length)
    let at = answer.write(head)
    const first = at
    for (const id of ids) {
      const own = read.get(id)
      if (own === none) continue
      if (at > first) answer[at++] = comma
      at = own === undefined ? this.#records.copy(id, answer, at) : at + own.copy(answer, at)
    }
    at += end.copy(answer, at)
    return at === length ? answer : answer.subarray(0, at)
  }
}

const none = Buffer.alloc(0)
const noRecords: ReadonlyMap<number, Buffer> = new Map()
