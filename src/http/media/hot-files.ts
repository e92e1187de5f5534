import { buffer } from 'node:stream/consumers'
import type { MediaStore, StoredFile } from '../../media/media-store.ts'

export type HotFileLimits = {
  /** A larger file is never kept. */
  maxFileBytes: number
  /** The most memory that all kept files take together, those being sent included. */
  maxTotalBytes: number
}

/** A file in memory that stays there until `release` is called, once. */
export type HotFile = { bytes: Buffer; release: () => void }

type Entry = { file: StoredFile; bytes: Promise<Buffer>; users: number }

/**
 * The files asked for last, in memory: a file read from there costs the server a tenth of one streamed from the disk.
 * One that is being sent, be the reader ever so slow, counts until it is sent, so the bound holds whatever strangers do.
 */
export class HotFiles {
  readonly #store: MediaStore
  readonly #limits: HotFileLimits
  /** The one asked for longest ago comes first. */
  readonly #entries = new Map<string, Entry>()
  #totalBytes = 0

  constructor(store: MediaStore, limits: HotFileLimits) {
    this.#store = store
    this.#limits = limits
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    return this.#entries.get(key)?.file ?? this.#store.stat(key)
  }

  /** The whole file; undefined when it is too large or there is no room, and it has to be streamed. */
  async take(key: string, file: StoredFile): Promise<HotFile | undefined> {
    const entry = this.#entries.get(key) ?? this.#load(key, file)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    entry.users++
    try {
      return { bytes: await entry.bytes, release: () => void entry.users-- }
    } catch (error) {
      entry.users--
      if (this.#entries.get(key) === entry) this.#drop(key, entry)
      throw error
    }
  }

  #load(key: string, file: StoredFile): Entry | undefined {
    if (file.bytes > this.#limits.maxFileBytes || !this.#makeRoom(file.bytes)) return undefined
    this.#totalBytes += file.bytes
    return { file, bytes: this.#store.read(key).then(buffer), users: 0 }
  }

  #makeRoom(bytes: number): boolean {
    for (const [key, entry] of this.#entries) {
      if (this.#totalBytes + bytes <= this.#limits.maxTotalBytes) break
      if (entry.users === 0) this.#drop(key, entry)
    }
    return this.#totalBytes + bytes <= this.#limits.maxTotalBytes
  }

  #drop(key: string, entry: Entry): void {
    this.#entries.delete(key)
    this.#totalBytes -= entry.file.bytes
  }
}
