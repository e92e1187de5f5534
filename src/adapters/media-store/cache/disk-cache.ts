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
  /** Of all files together, with those that are being written. */
  maxBytes: number
  /** A larger file is not kept. Left out: an eighth of all, and no more than 64 MiB. */
  maxFileBytes?: number
}

const mostFileBytes = 64 * 2 ** 20

/** A file from elsewhere, on its way. */
export type IncomingFile = { file: StoredFile; body: Readable }

type Fill = { key: StoreKey; isRemoved: boolean; done: Promise<IncomingFile | undefined> }

/**
 * Copies of files on a disk of this machine, by their keys; those that were used longest ago give way. Each is whole: it gets
 * its name after it was written and flushed, and what a process that was killed left behind is removed. A disk that is full
 * or broken makes the cache empty and is no fault: the check of the disk tells of it.
 */
export class DiskCache {
  readonly #folder: string
  readonly #maxBytes: number
  readonly #maxFileBytes: number
  /** In the order in which they were used, the latest last. Bytes with their head. */
  readonly #sizes = new Map<StoreKey, number>()
  #totalBytes = 0
  readonly #fills = new Map<StoreKey, Fill>()
  /** Files that were asked for and are too large, so that no other is opened for nothing. */
  readonly #tooLarge = new LRUCache<StoreKey, true>({ max: 10_000 })
  #isListed: Promise<void> | undefined

  constructor({ folder, maxBytes, maxFileBytes }: DiskCacheOptions) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#maxFileBytes = maxFileBytes ?? Math.min(mostFileBytes, Math.floor(maxBytes / 8))
  }

  /** The bytes of all files, with their heads, once those of an earlier process are counted. */
  async usedBytes(): Promise<number> {
    await this.#listed()
    return this.#totalBytes
  }

  /** The copy of a file; the caller reads or closes it. */
  async open(key: StoreKey): Promise<CachedMedia | undefined> {
    void this.#listed()
    const cached = await openCached(this.#pathOf(key), key)
    if (cached === undefined) this.#forget(key)
    else this.#note(key, headBytes + cached.file.bytes)
    return cached
  }

  /** Whether a copy of the file may be made: false for those that were found to be too large. */
  mayKeep(key: StoreKey): boolean {
    return this.#tooLarge.get(key) !== true
  }

  /**
   * Copies a file, once however many ask for it. Resolves with the file itself, still to be read, for one of those who
   * asked where no copy can be made; throws what `fetch` throws.
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

  /** Removes the file of a key, and all files under `prefix` + `/`; also those that are on their way. */
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
    // It counts from now on, so that many files at once cannot exceed the bound.
    this.#totalBytes += bytes
    try {
      await this.#makeSpace()
      await this.#keep(fill, [head, incoming.body], bytes)
    } catch (error) {
      // Who asked reads the store itself then, and is told of the fault that is one of the store.
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
      // It may have been removed while it got its name.
      if (fill.isRemoved) await rm(path, { force: true })
      else this.#note(fill.key, bytes)
    } finally {
      await rm(partial, { force: true })
    }
  }

  /** Makes this the file that was used last. */
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
      // Of a GIF whose files have all given way.
      await rmdir(dirname(path)).catch(() => undefined)
    }
  }

  #pathOf(key: StoreKey): string {
    return join(this.#folder, checkStoreKey(key))
  }

  /** Counts what an earlier process left, once, and removes what it had not finished. */
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
    // They were used before whatever was used meanwhile.
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
