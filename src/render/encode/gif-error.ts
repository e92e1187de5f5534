import { AppError } from '../../lib/app-error.ts'
import { isFullDisk, noSpace } from '../../lib/disk/disk-faults.ts'
import { takesTooMuch } from '../tools/ffmpeg.ts'

/** Returns the AppError for a SizeLimitError, with the same sentence. */
export function limitTooSmall(message: string): AppError {
  return new AppError('invalid_value', message, { field: 'max_bytes' })
}

/**
 * Converts a fault in the encoder to an AppError: media_too_large if memory or the file size is exceeded, unavailable
 * on a full disk, internal otherwise; `cause` is the error itself.
 */
export function gifError(cause: Error): AppError {
  if (/could not allocate|allocation failed|out of memory|WebAssembly\.Memory/i.test(cause.message)) {
    return takesTooMuch('media_too_large', 'memory', cause)
  }
  if ('code' in cause && cause.code === 'EFBIG') {
    return new AppError('media_too_large', 'The clip is too long for its size; choose a shorter one.', {
      cause,
    })
  }
  if (isFullDisk(cause)) return noSpace(cause)
  return new AppError('internal', 'The GIF could not be made.', { retry: true, cause })
}
