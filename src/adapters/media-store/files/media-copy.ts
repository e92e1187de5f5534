import { constants } from 'node:fs'
import { copyFile, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderFiles, MediaCopy } from '../../../ops/backup/backup.ts'
import { AppError } from '../../../lib/app-error.ts'
import { flush } from '../../../lib/disk/files.ts'
import { randomId } from '../../../lib/ids.ts'
import { systemCode } from '../../../lib/system-code.ts'
import { type MediaStore, storeKey } from '../../../media/media-store.ts'
import { gifFolders } from '../../../media/rendition.ts'
import { ChecksumFile } from './checksum-file.ts'
import { makeFolder } from '../../../lib/disk/folders.ts'

export type MediaPlaces = {
  /** The media store, or its folder if it has one: files then share their blocks if the disk supports that. */
  from: string | MediaStore
  /** The backup's folder. A file next to it has the checksums of the copied files. */
  to: string
  /** On the same disk as `to`. Folders are copied to it first, and moved when they are complete. */
  workspace: string
}

const prefixes = [...gifFolders, 'incoming']

const sharingBlocks = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL

/** Copies folders of a media store. A stored file never changes, so one of the right size is already copied. */
export class FileMediaCopy implements MediaCopy {
  readonly #places: MediaPlaces
  readonly #checksums: ChecksumFile

  constructor(places: MediaPlaces) {
    this.#places = places
    this.#checksums = new ChecksumFile(places.to)
  }

  async present(prefix: string): Promise<Set<string>> {
    return new Set(await readdir(join(this.#places.to, prefix)).catch(noneIfMissing))
  }

  copyFolder = async (
    { folder, files }: FolderFiles,
    source: string = folder,
  ): Promise<number | undefined> => {
    const { to, workspace } = this.#places
    if (await isComplete(join(to, folder), files)) return 0
    const partial = join(workspace, randomId(12))
    await makeFolder(partial)
    try {
      let bytes = 0
      for (const { name } of files) bytes += await this.#copyFile(`${source}/${name}`, join(partial, name))
      // A file whose size differs from its row counts as lost.
      if (!(await isComplete(partial, files))) return undefined
      await flush(partial)
      await this.#checksums.add(folder, partial, files)
      await rm(join(to, folder), { recursive: true, force: true })
      await makeFolder(join(to, folder, '..'))
      await rename(partial, join(to, folder))
      return bytes
    } catch (error) {
      const isMissing =
        systemCode(error) === 'ENOENT' || (error instanceof AppError && error.code === 'not_found')
      if (isMissing && !(await this.#hasAll(source, files))) return undefined
      throw error
    } finally {
      await rm(partial, { recursive: true, force: true })
    }
  }

  async keepOnly(prefix: string, names: ReadonlySet<string>): Promise<number> {
    const extra = [...(await this.present(prefix))].filter((name) => !names.has(name))
    for (const name of extra) await rm(join(this.#places.to, prefix, name), { recursive: true, force: true })
    if (extra.length > 0) await this.#checksums.forget(new Set(extra.map((name) => `${prefix}/${name}`)))
    return extra.length
  }

  async flush(): Promise<void> {
    const { to } = this.#places
    await this.#checksums.flush()
    // A backup has these two, even if empty; most have no public files.
    for (const prefix of ['gifs', 'incoming']) await makeFolder(join(to, prefix))
    for (const prefix of prefixes) {
      if (Array.isArray(await lstat(join(to, prefix)).catch(noneIfMissing))) continue
      await flush(join(to, prefix))
      await flush(join(to, prefix, '..'))
    }
    await flush(to)
  }

  /** Copies a file durably; returns its size in bytes. */
  async #copyFile(key: string, path: string): Promise<number> {
    const { from } = this.#places
    if (typeof from === 'string') await copyFile(join(from, key), path, sharingBlocks)
    else await from.fetch(storeKey(key), path)
    const file = await open(path)
    try {
      await file.sync()
      return (await file.stat()).size
    } finally {
      await file.close()
    }
  }

  async #hasAll(folder: string, files: FolderFiles['files']): Promise<boolean> {
    const { from } = this.#places
    if (typeof from === 'string') return isComplete(join(from, folder), files)
    for (const { name, bytes } of files) {
      const found = await from.stat(storeKey(`${folder}/${name}`))
      if (found === undefined || found.bytes !== (bytes ?? found.bytes)) return false
    }
    return true
  }
}

/** Returns true if a folder has all of the files, each with its known size. */
async function isComplete(folder: string, files: FolderFiles['files']): Promise<boolean> {
  for (const { name, bytes } of files) {
    const found = await lstat(join(folder, name)).catch(noneIfMissing)
    if (Array.isArray(found) || !found.isFile()) return false
    if (bytes === null ? found.size === 0 : found.size !== bytes) return false
  }
  return true
}

function noneIfMissing(error: unknown): [] {
  if (systemCode(error) === 'ENOENT') return []
  throw error
}
