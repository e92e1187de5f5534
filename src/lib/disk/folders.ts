import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { systemCode } from '../system-code.ts'

/** The mode of a folder that only its owner can access. */
export const privateFolderMode = 0o700

const foreignPermissions = 0o077

/** The mode of a folder in which the group may open files whose names it knows, but not list them. */
export const groupFolderMode = 0o710

const groupMayPass = groupFolderMode & foreignPermissions

/**
 * Creates a folder with its missing parents, and returns the first that was missing; undefined if all existed. Throws
 * the system's error. Node's own recursive `mkdir` tries forever in a file system that makes no folders, such as /proc
 * (ENOENT although the parent exists).
 */
export async function makeFolder(path: string, mode = 0o777): Promise<string | undefined> {
  const folder = resolve(path)
  const above = dirname(folder)
  let first: string | undefined
  for (let tries = 0; ;) {
    try {
      await mkdir(folder, { mode })
      return first ?? folder
    } catch (error) {
      if (await isFolder(folder)) return first
      if (systemCode(error) !== 'ENOENT' || above === folder) throw error
      // Another process may have created it a moment ago.
      if (!(await isFolder(above))) first ??= await makeFolder(above, mode)
      else if (++tries === maxTries) throw error
    }
  }
}

const maxTries = 3

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/**
 * Creates the folders, and removes the permissions of other users from them and from the existing files. The group
 * keeps its access through `groupFolders`, if it has any. Errors are ignored: the next use reports them.
 */
export async function restrictAccess({
  folders,
  groupFolders = [],
  files,
}: {
  folders: string[]
  groupFolders?: string[]
  files: string[]
}): Promise<void> {
  for (const folder of [...folders, ...groupFolders])
    await makeFolder(folder, privateFolderMode).catch(() => {})
  for (const path of [...folders, ...files]) await removeForeignRights(path).catch(() => {})
  for (const path of groupFolders) await removeForeignRights(path, groupMayPass).catch(() => {})
}

async function removeForeignRights(path: string, allowed = 0): Promise<void> {
  const { mode } = await stat(path)
  const foreign = mode & foreignPermissions
  if (foreign !== 0 && foreign !== allowed) await chmod(path, mode & 0o7777 & ~foreignPermissions)
}

/**
 * Removes a folder with its contents, even subfolders without permissions; does nothing if it is missing. Not for a
 * folder that is still written to. Throws the system's error if something cannot be removed.
 */
export async function removeFolder(folder: string): Promise<void> {
  const remove = () => rm(folder, { recursive: true, force: true })
  await remove().catch(async () => {
    await makeRemovable(folder)
    await remove()
  })
}

async function makeRemovable(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await makeRemovable(join(folder, entry.name))
}
