import { chmod, mkdir, stat } from 'node:fs/promises'

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
