import { buffer } from 'node:stream/consumers'
import type { MediaStore, StoredFile, StoreKey } from '../../media/media-store.ts'

export type MediaCacheLimits = {
  /** Larger files are not cached. */
  maxFileBytes: number
  /** Of all cached files together, including those being sent. */
  maxTotalBytes: number
}

/** A file in memory that is not evicted until `release` is called, once. */
export type CachedFile = { bytes: Buffer; release: () => void }

type Entry = { file: StoredFile; bytes: Promise<Buffer>; users: number }

/**
 * Keeps the most recently used files in memory: sending one costs a tenth of streaming it from the disk. A file that is
 * being sent counts until it is sent, so that slow clients cannot exceed the limit. No library's cache can count so:
 * docs/decisions/0016.
 */
export class MediaCache {
  readonly #store: MediaStore
  readonly #limits: MediaCacheLimits
  /** The least recently used one comes first. */
  readonly #entries = new Map<StoreKey, Entry>()
  #totalBytes = 0

  constructor(store: MediaStore, limits: MediaCacheLimits) {
    this.#store = store
    this.#limits = limits
  }

  async stat(key: StoreKey): Promise<StoredFile | undefined> {
    return this.#entries.get(key)?.file ?? this.#store.stat(key)
  }

  /** The whole file; undefined when it is too large or the cache is full of files being sent: then stream it. */
  async acquire(key: StoreKey, file: StoredFile): Promise<CachedFile | undefined> {
    const entry = this.#entries.get(key) ?? this.#load(key, file)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    entry.users++
    try {
      return { bytes: await entry.bytes, release: () => void entry.users-- }
    } catch (error) {
      entry.users--
      if (this.#entries.get(key) === entry) this.#evict(key, entry)
      throw error
    }
  }

  #load(key: StoreKey, file: StoredFile): Entry | undefined {
    if (file.bytes > this.#limits.maxFileBytes || !this.#makeSpace(file.bytes)) return undefined
    this.#totalBytes += file.bytes
    return { file, bytes: this.#store.read(key).then(buffer), users: 0 }
  }

  #makeSpace(bytes: number): boolean {
    for (const [key, entry] of this.#entries) {
      if (this.#totalBytes + bytes <= this.#limits.maxTotalBytes) break
      if (entry.users === 0) this.#evict(key, entry)
    }
    return this.#totalBytes + bytes <= this.#limits.maxTotalBytes
  }

  #evict(key: StoreKey, entry: Entry): void {
    this.#entries.delete(key)
    this.#totalBytes -= entry.file.bytes
  }
}
