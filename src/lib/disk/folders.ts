import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The mode of a folder that only its owner can access. */
export const privateFolderMode = 0o700

const foreignPermissions = 0o077

/**
 * Creates the folders, and removes the permissions of other users from them and from the existing files. Errors are ignored:
 * the next use reports what is wrong.
 */
export async function restrictAccess({
  folders,
  files,
}: {
  folders: string[]
  files: string[]
}): Promise<void> {
  for (const folder of folders)
    await mkdir(folder, { recursive: true, mode: privateFolderMode }).catch(() => {})
  for (const path of [...folders, ...files]) await removeForeignRights(path).catch(() => {})
}

async function removeForeignRights(path: string): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & foreignPermissions) !== 0) await chmod(path, mode & 0o7777 & ~foreignPermissions)
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
