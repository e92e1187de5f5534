import { createWriteStream } from 'node:fs'
import { readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../../lib/app-error.ts'
import { flush } from '../../../lib/disk/files.ts'
import { makeFolder, privateFolderMode } from '../../../lib/disk/folders.ts'
import { ownerOfFolder, ownPrefix } from '../../../lib/disk/process-folders.ts'
import { randomId } from '../../../lib/ids.ts'
import { systemCode } from '../../../lib/system-code.ts'
import { checkStoreKey, isStoreKeyText, type StoredFile, type StoreKey } from '../../../media/media-store.ts'
import { type CachedMedia, headBytes, openCached, encodeHead } from './cached-file.ts'

export type DiskCacheOptions = {
  folder: string
  /** The limit of all files together, including those being written. */
  maxBytes: number
  /** Larger files are not cached. Default: an eighth of all, and at most 64 MiB. */
  maxFileBytes?: number
}

const mostFileBytes = 64 * 2 ** 20

/** A file that is being received from the store. */
export type IncomingFile = { file: StoredFile; body: Readable }

type Fill = { key: StoreKey; isRemoved: boolean; done: Promise<IncomingFile | undefined> }

/**
 * Copies of files on a disk of this machine, by their keys; the least recently used ones are removed first. Each is
 * complete: it gets its name after it was written and flushed, and leftovers of a killed process are removed. A full or
 * broken disk makes the cache empty and is not a fault: the check of the disk reports it.
 */
export class DiskCache {
  readonly #folder: string
  readonly #maxBytes: number
  readonly #maxFileBytes: number
  /** In order of use, the latest last. Bytes include the head. */
  readonly #sizes = new Map<StoreKey, number>()
  #totalBytes = 0
  readonly #fills = new Map<StoreKey, Fill>()
  /** Requested files that are too large, so that no other one is opened in vain. */
  readonly #tooLarge = new LRUCache<StoreKey, true>({ max: 10_000 })
  #isListed: Promise<void> | undefined

  constructor({ folder, maxBytes, maxFileBytes }: DiskCacheOptions) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#maxFileBytes = maxFileBytes ?? Math.min(mostFileBytes, Math.floor(maxBytes / 8))
  }

  /** Returns the bytes of all files, including heads, once those of an earlier process are counted. */
  async usedBytes(): Promise<number> {
    await this.#listed()
    return this.#totalBytes
  }

  /** Opens the copy of a file; the caller must read or close it. */
  async open(key: StoreKey): Promise<CachedMedia | undefined> {
    void this.#listed()
    const cached = await openCached(this.#pathOf(key), key)
    if (cached === undefined) this.#forget(key)
    else this.#note(key, headBytes + cached.file.bytes)
    return cached
  }

  /** Returns true if a copy of the file may be made: false for files that turned out to be too large. */
  mayKeep(key: StoreKey): boolean {
    return this.#tooLarge.get(key) !== true
  }

  /**
   * Copies a file, once for all concurrent callers. If no copy can be made, resolves for one of them to the file
   * itself, still to be read; throws what `fetch` throws.
   */
  fill(key: StoreKey, fetch: () => Promise<IncomingFile>): Promise<IncomingFile | undefined> {
    const current = this.#fills.get(key)
    if (current !== undefined) return current.done.then(() => undefined)
    const fill: Fill = { key, isRemoved: false, done: Promise.resolve(undefined) }
    fill.done = this.#fill(fill, fetch).finally(() => {
      if (this.#fills.get(key) === fill) this.#fills.delete(key)
    })
    this.#fills.set(key, fill)
    return fill.done
  }

  /** Removes the file of a key, and all files under `prefix` + `/`, including those being received. */
  async removeAll(prefix: string): Promise<void> {
    const isUnder = (key: StoreKey) => key === prefix || key.startsWith(`${prefix}/`)
    for (const [key, fill] of this.#fills) {
      if (!isUnder(key)) continue
      fill.isRemoved = true
      this.#fills.delete(key)
    }
    for (const key of [...this.#sizes.keys()].filter(isUnder)) this.#forget(key)
    await rm(join(this.#folder, prefix), { recursive: true, force: true }).catch(() => undefined)
  }

  async #fill(fill: Fill, fetch: () => Promise<IncomingFile>): Promise<IncomingFile | undefined> {
    await this.#listed()
    const incoming = await fetch()
    const head = encodeHead(fill.key, incoming.file)
    const bytes = headBytes + incoming.file.bytes
    if (head === undefined || bytes > this.#maxFileBytes) this.#tooLarge.set(fill.key, true)
    if (head === undefined || bytes > this.#maxFileBytes || fill.isRemoved) return incoming
    // Counted from now on, so that several files at once cannot exceed the limit.
    this.#totalBytes += bytes
    try {
      await this.#makeSpace()
      await this.#keep(fill, [head, incoming.body], bytes)
    } catch (error) {
      // The caller then reads from the store itself, which reports its own faults.
      if (!(error instanceof AppError) && systemCode(error) === undefined) throw error
    } finally {
      this.#totalBytes -= bytes
      incoming.body.destroy()
    }
    return undefined
  }

  async #keep(fill: Fill, [head, body]: [Buffer, Readable], bytes: number): Promise<void> {
    const [path, partial] = [this.#pathOf(fill.key), join(this.#folder, `${ownPrefix}${randomId(10)}`)]
    try {
      await makeFolder(this.#folder, privateFolderMode)
      await pipeline(withHead(head, body), createWriteStream(partial, { flags: 'wx', mode: 0o600 }))
      await flush(partial)
      await makeFolder(dirname(path))
      if (fill.isRemoved) return
      await rename(partial, path)
      // It may have been removed while it was renamed.
      if (fill.isRemoved) await rm(path, { force: true })
      else this.#note(fill.key, bytes)
    } finally {
      await rm(partial, { force: true })
    }
  }

  /** Makes this the most recently used file. */
  #note(key: StoreKey, bytes: number): void {
    this.#forget(key)
    this.#sizes.set(key, bytes)
    this.#totalBytes += bytes
  }

  #forget(key: StoreKey): void {
    this.#totalBytes -= this.#sizes.get(key) ?? 0
    this.#sizes.delete(key)
  }

  async #makeSpace(): Promise<void> {
    for (const key of this.#sizes.keys()) {
      if (this.#totalBytes <= this.#maxBytes) return
      this.#forget(key)
      const path = this.#pathOf(key)
      await rm(path, { force: true })
      // The folder of a GIF whose files have all been removed.
      await rmdir(dirname(path)).catch(() => undefined)
    }
  }

  #pathOf(key: StoreKey): string {
    return join(this.#folder, checkStoreKey(key))
  }

  /** Counts the files of an earlier process, once, and removes its unfinished ones. */
  #listed(): Promise<void> {
    this.#isListed ??= this.#list().catch((error: unknown) => {
      if (systemCode(error) === undefined) throw error
    })
    return this.#isListed
  }

  async #list(): Promise<void> {
    const found: { key: StoreKey; bytes: number; at: number }[] = []
    for (const entry of await readdir(this.#folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      if (entry.parentPath === this.#folder) {
        if (ownerOfFolder(entry.name) === 'gone') await rm(path, { force: true })
        continue
      }
      const key = relative(this.#folder, path)
      const info = await stat(path).catch(() => undefined)
      if (info !== undefined && isStoreKeyText(key)) found.push({ key, bytes: info.size, at: info.mtimeMs })
    }
    // They were used before any that were used since.
    const later = [...this.#sizes]
    for (const { key, bytes } of found.toSorted((a, b) => a.at - b.at)) this.#note(key, bytes)
    for (const [key, bytes] of later) this.#note(key, bytes)
    await this.#makeSpace()
  }
}

async function* withHead(head: Buffer, body: Readable): AsyncIterable<Buffer> {
  yield head
  yield* body as AsyncIterable<Buffer>
}
