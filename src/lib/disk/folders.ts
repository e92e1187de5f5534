import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The rights of a folder that nobody but its owner can look into. */
export const ownersFolder = 0o700

const foreignRights = 0o077

/**
 * Makes the folders, and takes from them and from the files that are there what other users of the machine may do with
 * them. What cannot be changed stays as it is: whoever uses it next will say what is wrong.
 */
export async function keepPrivate({ folders, files }: { folders: string[]; files: string[] }): Promise<void> {
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: ownersFolder }).catch(() => {})
  for (const path of [...folders, ...files]) await takeForeignRights(path).catch(() => {})
}

async function takeForeignRights(path: string): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & foreignRights) !== 0) await chmod(path, mode & 0o7777 & ~foreignRights)
}

/**
 * Removes a folder and all in it, also what its owner may not enter; nothing where it is gone. Not for one that
 * somebody still writes into. Throws the system's error where something cannot be removed.
 */
export async function removeFolder(folder: string): Promise<void> {
  const remove = () => rm(folder, { recursive: true, force: true })
  await remove().catch(async () => {
    await openUp(folder)
    await remove()
  })
}

async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await openUp(join(folder, entry.name))
}
