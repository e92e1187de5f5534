import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

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
