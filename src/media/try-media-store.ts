import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomId } from '../lib/ids.ts'
import { type MediaStore, storeKey } from './media-store.ts'

/**
 * Stores a small file, by way of `folder`, and removes it again: resolves only if uploads can be accepted and GIFs
 * stored. Throws the error that prevents it.
 */
export async function tryMediaStore(store: MediaStore, folder: string): Promise<void> {
  // Among the uploads, where leftovers are swept up.
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
