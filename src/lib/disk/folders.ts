import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The mode of a folder that only its owner can access. */
export const privateFolderMode = 0o700

const foreignPermissions = 0o077

/** The mode of a folder in which the group may open what it knows the name of, and list nothing. */
export const groupFolderMode = 0o710

const groupMayPass = groupFolderMode & foreignPermissions

/**
 * Creates the folders, and removes the permissions of other users from them and from the existing files. The group keeps its way
 * through `groupFolders`, where it has one. Errors are ignored: the next use reports what is wrong.
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
    await mkdir(folder, { recursive: true, mode: privateFolderMode }).catch(() => {})
  for (const path of [...folders, ...files]) await removeForeignRights(path).catch(() => {})
  for (const path of groupFolders) await removeForeignRights(path, groupMayPass).catch(() => {})
}

async function removeForeignRights(path: string, allowed = 0): Promise<void> {
  const { mode } = await stat(path)
  const foreign = mode & foreignPermissions
  if (foreign !== 0 && foreign !== allowed) await chmod(path, mode & 0o7777 & ~foreignPermissions)
}

/**
 * Removes a folder with its contents, also subfolders without permissions; does nothing if it is missing. Not for a folder
 * that is still written to. Throws the system's error if something cannot be removed.
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
