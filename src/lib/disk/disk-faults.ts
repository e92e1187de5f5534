import { AppError } from '../app-error.ts'
import { systemCode } from '../system-code.ts'

/** What a disk says that is taken away, broken, or may only be read; and a process that has all its files open. */
const outOfReach = new Set<string | undefined>([
  ...['EROFS', 'EIO', 'EACCES', 'EPERM', 'ESTALE', 'ENODEV', 'ENXIO', 'ENOTCONN', 'ETIMEDOUT', 'ENOTDIR'],
  ...['EMFILE', 'ENFILE'],
])

/** A disk is mended by a person. */
const retryAfterSeconds = 60

/** Whether a disk has no more room, or none for this user. */
export function isFullDisk(error: unknown): boolean {
  const code = systemCode(error)
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** An error of the disk as the domain knows it, AppError unavailable and a passing fault; any other as it is. */
export function toDiskError(error: unknown): unknown {
  if (isFullDisk(error)) return noSpace(error)
  return outOfReach.has(systemCode(error)) ? diskOutOfReach(error) : error
}

/** The refusal of whatever needs more space than the disk has free. */
export function noSpace(cause?: unknown): AppError {
  return new AppError('unavailable', 'The service has too little free disk space now; try again later.', {
    ...{ retry: true, reason: 'no_space', retryAfterSeconds, cause },
  })
}

/** The refusal of whatever needs the files while they cannot be reached or written. */
export function diskOutOfReach(cause: unknown): AppError {
  return new AppError('unavailable', 'The service cannot reach its files now; try again later.', {
    ...{ retry: true, retryAfterSeconds, cause },
  })
}
