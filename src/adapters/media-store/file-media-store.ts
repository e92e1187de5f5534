import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../lib/app-error.ts'
import { randomId } from '../../lib/ids.ts'
import type { ByteRange, MediaStore, StoredFile } from '../../media/media-store.ts'

const maxKeyLength = 200
const keyShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/
const readChunkBytes = 256 * 1024

/**
 * Media files in a folder of this machine. A key is the path under `root`: segments of letters, digits, `.`, `_` and
 * `-` that do not begin with a dot; any other key is refused with an Error before the disk is touched.
 */
export class FileMediaStore implements MediaStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = resolve(root)
  }

  async put(key: string, localPath: string): Promise<void> {
    const path = this.#pathOf(key)
    await mkdir(dirname(path), { recursive: true })
    await flush(localPath)
    await moveFile(localPath, path)
    await this.#flushFolders(dirname(path))
  }

  async fetch(key: string, localPath: string): Promise<void> {
    const path = this.#pathOf(key)
    try {
      await link(path, localPath)
    } catch (error) {
      if (hasCode(error, 'ENOENT') && (await this.stat(key)) === undefined) throw noFile(error)
      if (hasCode(error, 'EEXIST')) throw error
      // Another device, or a file system without hard links.
      await copyFile(path, localPath, constants.COPYFILE_EXCL)
    }
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const found = await orUndefined(stat(this.#pathOf(key), { bigint: true }))
    if (found === undefined || !found.isFile()) return undefined
    // Files are put whole and never changed, so these three name the bytes: a strong tag.
    const etag = `"${[found.size, found.mtimeNs, found.ino].map((part) => part.toString(36)).join('-')}"`
    return { bytes: Number(found.size), modifiedAt: Number(found.mtimeMs), etag }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const file = await orUndefined(open(this.#pathOf(key)))
    if (file === undefined) throw noFile()
    const window = range === undefined ? {} : { start: range.first, end: range.last }
    return file.createReadStream({ ...window, highWaterMark: readChunkBytes })
  }

  async removeAll(prefix: string): Promise<void> {
    await rm(this.#pathOf(prefix), { recursive: true, force: true })
  }

  async *listFolders(prefix: string): AsyncIterable<{ name: string; modifiedAt: number }> {
    const path = this.#pathOf(prefix)
    const folder = await orUndefined(opendir(path))
    if (folder === undefined) return
    for await (const entry of folder) {
      const found = entry.isDirectory() ? await orUndefined(stat(join(path, entry.name))) : undefined
      if (found !== undefined) yield { name: entry.name, modifiedAt: Math.floor(found.mtimeMs) }
    }
  }

  #pathOf(key: string): string {
    if (key.length > maxKeyLength || !keyShape.test(key)) throw new Error('not a key of the media store')
    return join(this.#root, key)
  }

  /** A new name survives a power cut only once every folder on the way to it is flushed. */
  async #flushFolders(innermost: string): Promise<void> {
    for (let folder = innermost; folder.length > this.#root.length; folder = dirname(folder))
      await flush(folder)
    await flush(this.#root)
  }
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    const partial = join(dirname(to), `.partial-${randomId(8)}`)
    try {
      await copyFile(from, partial)
      await flush(partial)
      await rename(partial, to)
    } finally {
      await rm(partial, { force: true })
    }
    await rm(from, { force: true })
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function noFile(cause?: unknown): AppError {
  return new AppError('not_found', 'There is no file of this name.', { cause })
}
