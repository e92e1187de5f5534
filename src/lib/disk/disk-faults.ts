import { AppError } from '../app-error.ts'
import { systemCode } from '../system-code.ts'

/** Errors of a disk that is unmounted, broken or read-only, and of a process out of file descriptors. */
const inaccessibleCodes = new Set<string | undefined>([
  ...['EROFS', 'EIO', 'EACCES', 'EPERM', 'ESTALE', 'ENODEV', 'ENXIO', 'ENOTCONN', 'ETIMEDOUT', 'ENOTDIR'],
  ...['EMFILE', 'ENFILE'],
])

/** Repairing a disk takes a person, so retry later. */
const retryAfterSeconds = 60

/** Returns true if the disk, or this user's quota, is full. */
export function isFullDisk(error: unknown): boolean {
  const code = systemCode(error)
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** Converts a disk error to the temporary AppError unavailable; returns any other error unchanged. */
export function toDiskError(error: unknown): unknown {
  if (isFullDisk(error)) return noSpace(error)
  return inaccessibleCodes.has(systemCode(error)) ? diskOutOfReach(error) : error
}

/** Returns the error of work that needs more space than the disk has free. */
export function noSpace(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    { detail: 'noDiskSpace' },
    { retry: true, reason: 'no_space', retryAfterSeconds, cause },
  )
}

/** Returns the error of work whose files cannot be read or written now. */
export function diskOutOfReach(cause: unknown): AppError {
  return new AppError('unavailable', { detail: 'filesOutOfReach' }, { retry: true, retryAfterSeconds, cause })
}
