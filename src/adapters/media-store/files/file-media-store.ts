import { constants } from 'node:fs'
import { copyFile, link, lstat, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../../lib/app-error.ts'
import { diskOutOfReach, toDiskError } from '../../../lib/disk/disk-faults.ts'
import { flush } from '../../../lib/disk/files.ts'
import { randomId } from '../../../lib/ids.ts'
import { systemCode } from '../../../lib/system-code.ts'
import {
  type ByteRange,
  checkStoreKey,
  isStoreKeyText,
  type ListedFile,
  type MediaStore,
  type StoredFile,
} from '../../../media/media-store.ts'
import { makeFolder } from '../../../lib/disk/folders.ts'
import { GroupAccess } from './group-access.ts'

const readChunkBytes = 256 * 1024

/** Refuses links, which lead out of the folder, and does not wait for pipes. */
const plainFileOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Media files in a folder of this machine. A key is the path under `root`; text that cannot be a key is refused with an
 * Error before the disk is touched. A decoder may have left anything: only plain files are stored, returned and
 * recognized. Throws AppError unavailable, a temporary fault, while the disk is full, broken or read-only, and while
 * `root` is not the original folder: a removed disk may leave an empty one behind, in which nothing is stored.
 * GroupAccess determines who else may read the files.
 */
export class FileMediaStore implements MediaStore {
  readonly kind = 'files'
  readonly presign = null
  readonly #root: string
  readonly #access: GroupAccess
  #identity: string | undefined

  constructor(root: string) {
    this.#root = resolve(root)
    this.#access = new GroupAccess(this.#root)
  }

  async put(key: string, localPath: string): Promise<void> {
    const path = this.#pathOf(key)
    const local = await lstat(localPath)
    if (!local.isFile()) throw new Error('only a plain file can be put into the media store')
    await this.#checkRoot()
    try {
      // Node reports ENOENT here if a disk is read-only.
      await makeFolder(dirname(path)).catch((error: unknown) => {
        throw systemCode(error) === 'ENOENT' ? diskOutOfReach(error) : error
      })
      // Some disks have no permissions; the check at the start lists the files that a proxy cannot read.
      await this.#access.placeFolders(key, path).catch(() => undefined)
      const { isCopied, prepare } = await this.#access.placementOf(key, local)
      if (!isCopied) await prepare(localPath).catch(() => undefined)
      await flush(localPath)
      await (isCopied ? copyThenRemove(localPath, path, prepare) : moveFile(localPath, path))
      await this.#flushFolders(dirname(path))
    } catch (error) {
      throw toDiskError(error)
    }
  }

  async fetch(key: string, localPath: string): Promise<void> {
    const path = this.#pathOf(key)
    if ((await this.stat(key)) === undefined) throw noFile()
    try {
      await link(path, localPath)
    } catch (error) {
      if (systemCode(error) === 'ENOENT' && (await this.stat(key)) === undefined) throw noFile(error)
      if (systemCode(error) === 'EEXIST') throw error
      // It is on another device, or the file system has no hard links.
      await copyFile(path, localPath, constants.COPYFILE_EXCL).catch((fault: unknown) => {
        throw toDiskError(fault)
      })
    }
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const found = await orUndefined(lstat(this.#pathOf(key), { bigint: true }))
    if (found === undefined || !this.#access.isKnown) await this.#checkRoot()
    if (found === undefined || !found.isFile()) return undefined
    // The check of all GIFs at the start lists those that cannot be shared.
    await this.#access.share(key, this.#pathOf(key), Number(found.mode)).catch(() => undefined)
    // Files are stored completely and never changed, so these three identify the bytes: a strong tag.
    const etag = `"${[found.size, found.mtimeNs, found.ino].map((part) => part.toString(36)).join('-')}"`
    return { bytes: Number(found.size), modifiedAt: Number(found.mtimeMs), etag }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const file = await orUndefined(open(this.#pathOf(key), plainFileOnly))
    if (file === undefined) {
      await this.#checkRoot()
      throw noFile()
    }
    if (!(await file.stat()).isFile()) {
      await file.close()
      throw noFile()
    }
    const window = range === undefined ? {} : { start: range.first, end: range.last }
    return file.createReadStream({ ...window, highWaterMark: readChunkBytes })
  }

  async removeAll(prefix: string): Promise<void> {
    await rm(this.#pathOf(prefix), { recursive: true, force: true }).catch((error: unknown) => {
      throw toDiskError(error)
    })
  }

  async copyAll(from: string, to: string): Promise<void> {
    const [source, target] = [this.#pathOf(from), this.#pathOf(to)]
    await this.#checkRoot()
    try {
      const folders = new Set<string>()
      for await (const { path } of filesIn(source)) {
        const copy = join(target, relative(source, path))
        await makeFolder(dirname(copy))
        await this.#access.placeFolders(relative(this.#root, copy), copy)
        await copyFileWhole(path, copy)
        for (let folder = dirname(copy); folder.length > target.length; folder = dirname(folder))
          folders.add(folder)
      }
      for (const folder of folders) await flush(folder)
      if ((await orUndefined(lstat(target))) !== undefined) await this.#flushFolders(target)
    } catch (error) {
      throw toDiskError(error)
    }
  }

  async *list(prefix: string): AsyncIterable<ListedFile> {
    const folder = this.#pathOf(prefix)
    await this.#checkRoot()
    for await (const { path, bytes, modifiedAt } of filesIn(folder)) {
      const key = relative(this.#root, path)
      if (isStoreKeyText(key)) yield { key, bytes, modifiedAt }
    }
  }

  async *listFolders(prefix: string): AsyncIterable<{ name: string; modifiedAt: number }> {
    const path = this.#pathOf(prefix)
    await this.#checkRoot()
    const folder = await orUndefined(opendir(path))
    if (folder === undefined) return
    for await (const entry of folder) {
      const found = entry.isDirectory() ? await orUndefined(stat(join(path, entry.name))) : undefined
      if (found !== undefined) yield { name: entry.name, modifiedAt: Math.floor(found.mtimeMs) }
    }
  }

  /** Interrupted copies are next to the files of their GIF, and are removed with them. */
  async removeUnfinished(): Promise<number> {
    return 0
  }

  async close(): Promise<void> {}

  #pathOf(key: string): string {
    return join(this.#root, checkStoreKey(key))
  }

  /** The first call creates the folder if it is missing; later ones throw unless it is the same folder. */
  async #checkRoot(): Promise<void> {
    if (this.#identity === undefined)
      await makeFolder(this.#root).catch((error: unknown) => {
        throw diskOutOfReach(error)
      })
    const found = await orUndefined(stat(this.#root))
    const identity = found && `${found.dev}-${found.ino}`
    this.#identity ??= identity
    if (found === undefined || identity !== this.#identity)
      throw diskOutOfReach(new Error('the folder of the media store is not there'))
    this.#access.follow(found)
  }

  /** A new name survives a power cut only once all of its parent folders are flushed. */
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
    if (systemCode(error) !== 'EXDEV') throw error
    await copyThenRemove(from, to)
  }
}

async function copyThenRemove(
  from: string,
  to: string,
  prepare: (path: string) => Promise<void> = async () => {},
): Promise<void> {
  const partial = join(dirname(to), `.partial-${randomId(8)}`)
  try {
    await copyFile(from, partial)
    await prepare(partial)
    await flush(partial)
    await rename(partial, to)
  } finally {
    await rm(partial, { force: true })
  }
  await rm(from, { force: true })
}

/** Gives a file a second name, or copies it if the file system allows only one name. Replaces the file at `to`. */
async function copyFileWhole(from: string, to: string): Promise<void> {
  const partial = join(dirname(to), `.partial-${randomId(8)}`)
  try {
    await link(from, partial).catch(async () => {
      await copyFile(from, partial, constants.COPYFILE_EXCL)
      await flush(partial)
    })
    await rename(partial, to)
  } finally {
    // If both are names of one file, rename does nothing.
    await rm(partial, { force: true })
  }
}

/** Lists the plain files in a folder, at any depth; none if the folder is missing. */
async function* filesIn(folder: string): AsyncIterable<{ path: string; bytes: number; modifiedAt: number }> {
  const entries = await orUndefined(opendir(folder))
  if (entries === undefined) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) yield* filesIn(path)
    const found = entry.isFile() ? await orUndefined(lstat(path)) : undefined
    if (found !== undefined) yield { path, bytes: found.size, modifiedAt: Math.floor(found.mtimeMs) }
  }
}

async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ELOOP') return undefined
    throw toDiskError(error)
  }
}

function noFile(cause?: unknown): AppError {
  return new AppError('not_found', 'There is no file of this name.', { cause })
}
