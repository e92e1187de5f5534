import type { TriedLimit } from '../../gif/size-limit/size-limit-error.ts'
import { AppError } from '../../lib/app-error.ts'
import { isFullDisk, noSpace } from '../../lib/disk/disk-faults.ts'
import { takesTooMuch } from '../tools/ffmpeg.ts'

/** The AppError of a SizeLimitError. */
export function limitTooSmall(tried: TriedLimit): AppError {
  return new AppError('invalid_value', { detail: 'sizeLimit', ...tried }, { field: 'max_bytes' })
}

/**
 * Converts a fault in the encoder to an AppError: media_too_large if memory or the file size is exceeded, unavailable
 * on a full disk, internal otherwise; `cause` is the error itself.
 */
export function gifError(cause: Error): AppError {
  if (/could not allocate|allocation failed|out of memory|WebAssembly\.Memory/i.test(cause.message)) {
    return takesTooMuch('memory', cause)
  }
  if ('code' in cause && cause.code === 'EFBIG') {
    return new AppError('media_too_large', { detail: 'clipTooLong' }, { cause })
  }
  if (isFullDisk(cause)) return noSpace(cause)
  return new AppError('internal', { detail: 'makingFailed' }, { retry: true, cause })
}
