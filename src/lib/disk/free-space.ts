import { statfs } from 'node:fs/promises'

/** How many bytes this user may still write to the disk of a folder. Throws the system's error. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** What a command leaves free on the disk of its temporary files, for everything else that runs on the machine. */
const keptFreeBytes = 64 * 2 ** 20

/** Whether a folder's disk has space for so many bytes more and keeps some free. Throws the system's error. */
export async function hasSpareSpace(folder: string, bytes: number): Promise<boolean> {
  return (await freeBytesOf(folder)) - bytes >= keptFreeBytes
}
