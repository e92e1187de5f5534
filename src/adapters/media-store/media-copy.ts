import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderFiles, MediaCopy } from '../../backup/backup.ts'
import { flush } from '../../lib/disk/files.ts'
import { randomId } from '../../lib/ids.ts'
import { systemCode } from '../../lib/system-code.ts'

export type MediaPlaces = {
  /** The media store's own folder. */
  from: string
  /** That of the backup. */
  to: string
  /** On the same disk as `to`: folders are gathered there, and are moved when they are whole. */
  workspace: string
}

const prefixes = ['gifs', 'incoming']

/** Copies folders of a file media store. A file never changes under its name, so one of the right size is the same. */
export class FileMediaCopy implements MediaCopy {
  readonly #places: MediaPlaces

  constructor(places: MediaPlaces) {
    this.#places = places
  }

  async present(prefix: string): Promise<Set<string>> {
    return new Set(await readdir(join(this.#places.to, prefix)).catch(noneIfMissing))
  }

  bring = async ({ folder, files }: FolderFiles): Promise<number | undefined> => {
    const { from, to, workspace } = this.#places
    if (await isWhole(join(to, folder), files)) return 0
    const gathered = join(workspace, randomId(12))
    await mkdir(gathered, { recursive: true })
    try {
      let bytes = 0
      for (const { name } of files) bytes += await copyDurably(join(from, folder, name), join(gathered, name))
      // A file that is there and has not the size its row tells is as good as lost.
      if (!(await isWhole(gathered, files))) return undefined
      await flush(gathered)
      await rm(join(to, folder), { recursive: true, force: true })
      await mkdir(join(to, folder, '..'), { recursive: true })
      await rename(gathered, join(to, folder))
      return bytes
    } catch (error) {
      if (systemCode(error) === 'ENOENT' && !(await isWhole(join(from, folder), files))) return undefined
      throw error
    } finally {
      await rm(gathered, { recursive: true, force: true })
    }
  }

  async keepOnly(prefix: string, names: ReadonlySet<string>): Promise<number> {
    const extra = [...(await this.present(prefix))].filter((name) => !names.has(name))
    for (const name of extra) await rm(join(this.#places.to, prefix, name), { recursive: true, force: true })
    return extra.length
  }

  async flush(): Promise<void> {
    for (const prefix of prefixes) {
      await mkdir(join(this.#places.to, prefix), { recursive: true })
      await flush(join(this.#places.to, prefix))
    }
    await flush(this.#places.to)
  }
}

/** Whether a folder has all of the files, each of the size that is known of it. */
async function isWhole(folder: string, files: FolderFiles['files']): Promise<boolean> {
  for (const { name, bytes } of files) {
    const found = await lstat(join(folder, name)).catch(noneIfMissing)
    if (Array.isArray(found) || !found.isFile()) return false
    if (bytes === null ? found.size === 0 : found.size !== bytes) return false
  }
  return true
}

/** Copies a file, without its blocks where the disk can share them; gives its bytes, which survive a power cut. */
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
