import { statfs } from 'node:fs/promises'

/** How many bytes this user may still write to the disk of a folder. Throws the system's error. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
