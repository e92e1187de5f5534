import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderFiles, MediaCopy } from '../../../backup/backup.ts'
import { flush } from '../../../lib/disk/files.ts'
import { randomId } from '../../../lib/ids.ts'
import { systemCode } from '../../../lib/system-code.ts'
import { gifFolders } from '../../../media/rendition.ts'

export type MediaPlaces = {
  /** The media store's own folder. */
  from: string
  /** The backup's folder. */
  to: string
  /** On the same disk as `to`. Folders are copied to it first, and moved when they are complete. */
  workspace: string
}

const prefixes = [...gifFolders, 'incoming']

/** Copies folders of a file media store. A stored file never changes, so one of the right size is already copied. */
export class FileMediaCopy implements MediaCopy {
  readonly #places: MediaPlaces

  constructor(places: MediaPlaces) {
    this.#places = places
  }

  async present(prefix: string): Promise<Set<string>> {
    return new Set(await readdir(join(this.#places.to, prefix)).catch(noneIfMissing))
  }

  copyFolder = async ({ folder, files }: FolderFiles): Promise<number | undefined> => {
    const { from, to, workspace } = this.#places
    if (await isComplete(join(to, folder), files)) return 0
    const partial = join(workspace, randomId(12))
    await mkdir(partial, { recursive: true })
    try {
      let bytes = 0
      for (const { name } of files) bytes += await copyDurably(join(from, folder, name), join(partial, name))
      // A file whose size is not the one in its row counts as lost.
      if (!(await isComplete(partial, files))) return undefined
      await flush(partial)
      await rm(join(to, folder), { recursive: true, force: true })
      await mkdir(join(to, folder, '..'), { recursive: true })
      await rename(partial, join(to, folder))
      return bytes
    } catch (error) {
      if (systemCode(error) === 'ENOENT' && !(await isComplete(join(from, folder), files))) return undefined
      throw error
    } finally {
      await rm(partial, { recursive: true, force: true })
    }
  }

  async keepOnly(prefix: string, names: ReadonlySet<string>): Promise<number> {
    const extra = [...(await this.present(prefix))].filter((name) => !names.has(name))
    for (const name of extra) await rm(join(this.#places.to, prefix, name), { recursive: true, force: true })
    return extra.length
  }

  async flush(): Promise<void> {
    const { to } = this.#places
    // A backup has these two, empty or not; most have no public files.
    for (const prefix of ['gifs', 'incoming']) await mkdir(join(to, prefix), { recursive: true })
    for (const prefix of prefixes) {
      if (Array.isArray(await lstat(join(to, prefix)).catch(noneIfMissing))) continue
      await flush(join(to, prefix))
      await flush(join(to, prefix, '..'))
    }
    await flush(to)
  }
}

/** Whether a folder has all of the files, each of its known size. */
async function isComplete(folder: string, files: FolderFiles['files']): Promise<boolean> {
  for (const { name, bytes } of files) {
    const found = await lstat(join(folder, name)).catch(noneIfMissing)
    if (Array.isArray(found) || !found.isFile()) return false
    if (bytes === null ? found.size === 0 : found.size !== bytes) return false
  }
  return true
}

/** Copies a file durably, sharing its blocks where the file system can; returns its size in bytes. */
async function copyDurably(from: string, to: string): Promise<number> {
  await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  const file = await open(to)
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

function noneIfMissing(error: unknown): [] {
  if (systemCode(error) === 'ENOENT') return []
  throw error
}
