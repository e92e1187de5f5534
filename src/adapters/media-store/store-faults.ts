import { AppError } from '../../lib/app-error.ts'

const noRoom = new Set<unknown>(['ENOSPC', 'EDQUOT'])

/** What a disk says that is taken away, broken, or may only be read. */
const outOfReach = new Set<unknown>([
  ...['EROFS', 'EIO', 'EACCES', 'EPERM', 'ESTALE', 'ENODEV', 'ENXIO', 'ENOTCONN', 'ETIMEDOUT', 'ENOTDIR'],
  ...['EMFILE', 'ENFILE'],
])

/** A disk is mended by a person. */
const retryAfterSeconds = 60

/** An error of the disk as the domain knows it, a passing fault; any other as it is. */
export function toDomainError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (noRoom.has(code)) {
    return new AppError('unavailable', 'The service has no room for files now; try again later.', {
      ...{ retry: true, retryAfterSeconds, cause: error },
    })
  }
  return outOfReach.has(code) ? storeOutOfReach(error) : error
}

/** The refusal of whatever needs the files while they cannot be reached or written. */
export function storeOutOfReach(cause?: unknown): AppError {
  return new AppError('unavailable', 'The service cannot reach its files now; try again later.', {
    ...{
      retry: true,
      retryAfterSeconds,
      cause: cause ?? new Error('the folder of the media store is not there'),
    },
  })
}
