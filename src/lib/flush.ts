import { open } from 'node:fs/promises'

/** Waits until a file, or the names in a folder, survive a power cut. Throws the system's error. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
