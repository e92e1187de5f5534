import { freeBytesOf } from './free-bytes.ts'

/** What a command leaves free on the disk of its temporary files, for everything else that runs on the machine. */
const keptFreeBytes = 64 * 2 ** 20

/** Whether a folder's disk has space for so many bytes more and keeps some free. Throws the system's error. */
export async function hasSpareSpace(folder: string, bytes: number): Promise<boolean> {
  return (await freeBytesOf(folder)) - bytes >= keptFreeBytes
}
