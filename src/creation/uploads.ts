import { join } from 'node:path'
import type { ErrorView } from '../lib/app-error.ts'
import { type LocalPath, type MediaStore, type StoreKey, storeKey } from '../media/media-store.ts'
import { keepsUploads } from './retry.ts'

/** The folder of a task's uploads until it has ended. */
export function uploadFolder(taskId: string): string {
  return `incoming/${taskId}`
}

/** Stores the uploads of a task in order, and then calls `accept`; if that throws, the files are removed. */
export async function storeUploads(
  mediaStore: MediaStore,
  taskId: string,
  paths: readonly LocalPath[],
  accept: (keys: StoreKey[]) => Promise<void>,
): Promise<void> {
  const keys = paths.map((_, index) => storeKey(`${uploadFolder(taskId)}/${index}`))
  try {
    for (const [index, path] of paths.entries()) {
      const key = keys[index]
      if (key !== undefined) await mediaStore.put(key, path)
    }
    await accept(keys)
  } catch (error) {
    if (keys.length > 0) await dropUploads(mediaStore, taskId)
    throw error
  }
}

/** Fetches the uploads of a task into a folder. Throws AppError not_found. */
export async function fetchUploads(
  mediaStore: MediaStore,
  keys: readonly StoreKey[],
  folder: string,
): Promise<LocalPath[]> {
  const paths: LocalPath[] = []
  for (const [index, key] of keys.entries()) {
    const path = join(folder, `upload-${index}`)
    await mediaStore.fetch(key, path)
    paths.push(path)
  }
  return paths
}

/**
 * Drops the uploads of a task that has ended, with this error or without one. After a fault of the service they stay
 * for a retry; the sweeper removes them once `mayRetry` is false.
 */
export async function dropUploads(mediaStore: MediaStore, taskId: string, error?: ErrorView): Promise<void> {
  if (error === undefined || !keepsUploads(error)) await mediaStore.removeAll(uploadFolder(taskId))
}
