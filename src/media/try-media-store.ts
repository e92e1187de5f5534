import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomId } from '../lib/ids.ts'
import { type MediaStore, storeKey } from './media-store.ts'

/**
 * Puts a small file into the store, by way of `folder`, and takes it out again: resolves only where uploads can be
 * taken and GIFs stored. Throws what hinders it.
 */
export async function tryMediaStore(store: MediaStore, folder: string): Promise<void> {
  // Among the uploads, where what is left behind is swept up.
  const prefix = `incoming/probe-${randomId(12)}`
  const local = join(folder, `probe-${randomId(12)}`)
  try {
    await writeFile(local, 'ok')
    await store.put(storeKey(`${prefix}/0`), local)
  } finally {
    await rm(local, { force: true })
    await store.removeAll(prefix)
  }
}
