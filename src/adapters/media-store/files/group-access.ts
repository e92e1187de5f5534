import type { Stats } from 'node:fs'
import { chmod, chown, lstat, opendir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { groupFolderMode, privateFolderMode } from '../../../lib/disk/folders.ts'
import { systemCode } from '../../../lib/system-code.ts'
import { gifFolders } from '../../../media/rendition.ts'

const sharedFileMode = 0o640
const privateFileMode = 0o600

const permissions = 0o777
const groupMayPass = 0o010
const groupMayRead = 0o040

/** The way a file gets to its place: moved from its old name, or as a copy with its own mode. */
export type Placement = { isCopied: boolean; prepare: (path: string) => Promise<void> }

/**
 * Determines which files of a media store the group of its folder may read, for a proxy that sends them: those of GIFs,
 * while the group may pass through the folder itself. All others are private, and so is everything while it may not.
 * Processes of one instance agree, since each of them follows the folder.
 */
export class GroupAccess {
  readonly #root: string
  /** Null if the group may read nothing, undefined if not known yet. */
  #gid: number | null | undefined

  constructor(root: string) {
    this.#root = root
  }

  get isKnown(): boolean {
    return this.#gid !== undefined
  }

  /** Follows the mode and group of the folder. */
  follow({ mode, gid }: Stats): void {
    this.#gid = (mode & groupMayPass) === 0 ? null : gid
  }

  /** Sets the modes of the folders above a new file. A shared folder has only shared files: a private one ends that. */
  async placeFolders(key: string, path: string): Promise<void> {
    const gid = this.#gidOf(key)
    if (gid !== null) return shareFolders(this.#root, dirname(path), gid)
    const folder = dirname(path)
    const { mode } = await stat(folder)
    if ((mode & permissions) === groupFolderMode && isOfGif(key)) await chmod(folder, privateFolderMode)
  }

  /**
   * Returns how a local file gets to its place. A file with another name would keep its mode there, so it is copied.
   */
  async placementOf(key: string, { mode, nlink }: Stats): Promise<Placement> {
    const gid = this.#gidOf(key)
    // The umask of the program makes private files.
    const isRight = gid === null && (this.#gid === null || (mode & groupMayRead) === 0)
    if (isRight) return { isCopied: false, prepare: async () => {} }
    const fileMode = gid === null ? privateFileMode : sharedFileMode
    return { isCopied: nlink > 1, prepare: (path) => setAccess(path, fileMode, gid) }
  }

  /** Shares a file of a GIF that is not shared yet, such as one of an earlier version. Throws the system's error. */
  async share(key: string, path: string, mode: number): Promise<void> {
    const gid = this.#gidOf(key)
    if (gid === null || (mode & groupMayRead) !== 0) return
    await setAccess(path, sharedFileMode, gid)
    await shareFolders(this.#root, dirname(path), gid)
  }

  #gidOf(key: string): number | null {
    return isOfGif(key) ? (this.#gid ?? null) : null
  }
}

/** The number of GIFs that were shared, and of those that could not be. */
export type SharedGifs = { shared: number; failed: number; firstFailure: unknown }

/**
 * Gives the group of a media store's folder access to the files of all GIFs, one GIF at a time; ends early once `signal` is
 * aborted. A folder is shared after its files, so that a shared one needs no further look.
 */
export async function shareAllGifs(root: string, signal: AbortSignal): Promise<SharedGifs> {
  const counts: SharedGifs = { shared: 0, failed: 0, firstFailure: null }
  const { gid } = await stat(root)
  for (const name of gifFolders) {
    const gifs = join(root, name)
    if (!(await isFolder(gifs))) continue
    await shareFolders(root, gifs, gid)
    for await (const entry of await opendir(gifs)) {
      if (signal.aborted) return counts
      try {
        if (await shareGif(join(gifs, entry.name), gid)) counts.shared++
      } catch (error) {
        // A GIF that has been removed needs nothing.
        if (systemCode(error) === 'ENOENT') continue
        counts.failed++
        counts.firstFailure ??= error
      }
    }
  }
  return counts
}

function isOfGif(key: string): boolean {
  return gifFolders.some((folder) => key.startsWith(`${folder}/`))
}

async function shareGif(folder: string, gid: number): Promise<boolean> {
  const found = await lstat(folder)
  const isShared = (found.mode & permissions) === groupFolderMode && found.gid === gid
  if (!found.isDirectory() || isShared) return false
  for await (const entry of await opendir(folder))
    if (entry.isFile()) await setAccess(join(folder, entry.name), sharedFileMode, gid)
  await setAccess(folder, groupFolderMode, gid)
  return true
}

async function shareFolders(root: string, innermost: string, gid: number): Promise<void> {
  for (let folder = innermost; folder.length > root.length; folder = dirname(folder))
    await setAccess(folder, groupFolderMode, gid)
}

/** Opens a media store's folder to its group, or closes it to everyone but its owner. Throws the system's error. */
export async function setGroupAccess(root: string, isShared: boolean): Promise<void> {
  await setAccess(root, isShared ? groupFolderMode : privateFolderMode, null)
}

async function setAccess(path: string, mode: number, gid: number | null): Promise<void> {
  const found = await lstat(path)
  // A link leads out of the store.
  if (!found.isFile() && !found.isDirectory()) return
  // Changing the group may clear bits of the mode.
  if (gid !== null && found.gid !== gid) await chown(path, found.uid, gid)
  if ((found.mode & permissions) !== mode) await chmod(path, (found.mode & ~permissions) | mode)
}

async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
