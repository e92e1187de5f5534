import type { Readable } from 'node:stream'
import {
  type ByteRange,
  checkStoreKey,
  type ListedFile,
  type MediaStore,
  type Presign,
  type StoredFile,
  type StoreKey,
} from '../../../media/media-store.ts'
import type { DiskCache, IncomingFile } from './disk-cache.ts'

/** A store on another machine, which returns a file together with its metadata. */
export type RemoteStore = MediaStore & {
  kind: 's3'
  open(key: StoreKey): Promise<IncomingFile>
  removeUnfinished(beforeMs: number): Promise<number>
  close(): Promise<void>
}

/**
 * The same store with a cache on a disk of this machine for reading renditions. Files that are stored or removed here
 * are never read from the cache. Files that another machine removed may be: the rows, which are checked first, decide
 * whether a file may be served.
 */
export class CachedMediaStore implements MediaStore {
  readonly kind = 's3'
  readonly #store: RemoteStore
  readonly #cache: DiskCache

  constructor(store: RemoteStore, cache: DiskCache) {
    this.#store = store
    this.#cache = cache
  }

  get presign(): Presign | null {
    return this.#store.presign
  }

  async put(key: StoreKey, path: string): Promise<void> {
    await this.#change(key, () => this.#store.put(key, path))
  }

  async removeAll(prefix: string): Promise<void> {
    await this.#change(prefix, () => this.#store.removeAll(prefix))
  }

  async copyAll(from: string, to: string): Promise<void> {
    await this.#change(to, () => this.#store.copyAll(from, to))
  }

  fetch(key: StoreKey, path: string): Promise<void> {
    return this.#store.fetch(key, path)
  }

  async stat(key: StoreKey): Promise<StoredFile | undefined> {
    if (!isRendition(checkStoreKey(key))) return this.#store.stat(key)
    const cached = await this.#cache.open(key)
    if (cached === undefined) return this.#store.stat(key)
    await cached.close()
    return cached.file
  }

  async read(key: StoreKey, range?: ByteRange): Promise<Readable> {
    if (!isRendition(checkStoreKey(key)) || !this.#cache.mayKeep(key)) return this.#store.read(key, range)
    const cached = await this.#cache.open(key)
    if (cached !== undefined) return cached.read(range)
    const incoming = await this.#cache.fill(key, () => this.#store.open(key))
    if (incoming !== undefined && range === undefined) return incoming.body
    incoming?.body.destroy()
    const filled = incoming === undefined ? await this.#cache.open(key) : undefined
    return filled === undefined ? this.#store.read(key, range) : filled.read(range)
  }

  list(prefix: string): AsyncIterable<ListedFile> {
    return this.#store.list(prefix)
  }

  listFolders(prefix: string): AsyncIterable<{ name: string; modifiedAt: number }> {
    return this.#store.listFolders(prefix)
  }

  removeUnfinished(beforeMs: number): Promise<number> {
    return this.#store.removeUnfinished(beforeMs)
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  /** Clears the cache twice: neither a killed process nor a concurrent reader then leaves old files in it. */
  async #change(prefix: string, change: () => Promise<void>): Promise<void> {
    await this.#cache.removeAll(checkStoreKey(prefix))
    try {
      await change()
    } finally {
      await this.#cache.removeAll(prefix)
    }
  }
}

function isRendition(key: StoreKey): boolean {
  return key.startsWith('gifs/') || key.startsWith('public/gifs/')
}
