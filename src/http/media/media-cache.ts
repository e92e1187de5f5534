import { buffer } from 'node:stream/consumers'
import type { MediaStore, StoredFile, StoreKey } from '../../media/media-store.ts'

export type MediaCacheLimits = {
  /** Larger files are not cached. */
  maxFileBytes: number
  /** The total size of cached files, including those being sent. */
  maxTotalBytes: number
}

/** A file in memory that is not evicted until `release` is called, once. */
export type CachedFile = { bytes: Buffer; release: () => void }

type Entry = {
  file: StoredFile
  bytes: Promise<Buffer>
  loaded: Buffer | null
  users: number
  /** True if it was used since it was loaded, or since it was last skipped when space was needed. */
  wasUsed: boolean
}

/**
 * Keeps recently used files in memory (the second-chance algorithm): sending one costs a tenth of streaming it from
 * disk. A file counts until it is sent, so that slow clients cannot exceed the limit. No library's cache can do this:
 * docs/decisions/0016.
 */
export class MediaCache {
  readonly #store: MediaStore
  readonly #limits: MediaCacheLimits
  /** In the order in which they were loaded or skipped. */
  readonly #entries = new Map<StoreKey, Entry>()
  #totalBytes = 0

  constructor(store: MediaStore, limits: MediaCacheLimits) {
    this.#store = store
    this.#limits = limits
  }

  async stat(key: StoreKey): Promise<StoredFile | undefined> {
    return this.#entries.get(key)?.file ?? this.#store.stat(key)
  }

  /** The metadata of a file if it is cached, without waiting. */
  knownFile(key: StoreKey): StoredFile | undefined {
    return this.#entries.get(key)?.file
  }

  /** The whole file if it is already in memory; undefined otherwise. */
  acquireLoaded(key: StoreKey): CachedFile | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || entry.loaded === null) return undefined
    entry.wasUsed = true
    entry.users++
    return { bytes: entry.loaded, release: () => void entry.users-- }
  }

  /** The whole file; undefined if it is too large or the cache is full of files being sent: then stream it. */
  async acquire(key: StoreKey, file: StoredFile): Promise<CachedFile | undefined> {
    const known = this.#entries.get(key)
    if (known !== undefined) known.wasUsed = true
    const entry = known ?? this.#load(key, file)
    if (entry === undefined) return undefined
    entry.users++
    try {
      entry.loaded ??= await entry.bytes
      return { bytes: entry.loaded, release: () => void entry.users-- }
    } catch (error) {
      entry.users--
      if (this.#entries.get(key) === entry) this.#evict(key, entry)
      throw error
    }
  }

  #load(key: StoreKey, file: StoredFile): Entry | undefined {
    if (file.bytes > this.#limits.maxFileBytes || !this.#makeSpace(file.bytes)) return undefined
    this.#totalBytes += file.bytes
    const bytes = this.#store.read(key).then(buffer)
    const entry = { file, bytes, loaded: null, users: 0, wasUsed: false }
    this.#entries.set(key, entry)
    return entry
  }

  #makeSpace(bytes: number): boolean {
    for (const [key, entry] of this.#entries) {
      if (this.#totalBytes + bytes <= this.#limits.maxTotalBytes) break
      if (entry.users > 0) continue
      if (entry.wasUsed) this.#passOver(key, entry)
      else this.#evict(key, entry)
    }
    return this.#totalBytes + bytes <= this.#limits.maxTotalBytes
  }

  #passOver(key: StoreKey, entry: Entry): void {
    entry.wasUsed = false
    this.#entries.delete(key)
    this.#entries.set(key, entry)
  }

  #evict(key: StoreKey, entry: Entry): void {
    this.#entries.delete(key)
    this.#totalBytes -= entry.file.bytes
  }
}
