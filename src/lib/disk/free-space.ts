import { statfs } from 'node:fs/promises'

/** Returns the bytes that this user can still write to the disk of a folder. Throws the system's error. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The space that a command leaves free on the disk of its temporary files for other programs. */
const reserveBytes = 64 * 2 ** 20

/** Returns true if a folder's disk has space for `bytes` more and keeps `reserveBytes` free. Throws system errors. */
export async function hasSpareSpace(folder: string, bytes: number): Promise<boolean> {
  return (await freeBytesOf(folder)) - bytes >= reserveBytes
}
