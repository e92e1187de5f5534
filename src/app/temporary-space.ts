import type { Config } from '../config/config.ts'
import { DiskSpace } from '../creation/disk-space.ts'

/** The disk space for temporary files of a process, as the settings limit it. */
export function createDiskSpace({ data }: Config, freeBytes: () => Promise<number>): DiskSpace {
  const { minFreeBytes, maxTemporaryBytes } = data
  return new DiskSpace({ freeBytes, minFreeBytes, maxReservedBytes: maxTemporaryBytes })
}
