import type { Rating } from '../../catalogue/gif.ts'
import { AppError } from '../../lib/app-error.ts'

/** The highest rating that a call may find. Throws AppError invalid_value for `nsfw=1` with a rating that leaves NSFW GIFs out. */
export function readMaxRating({ nsfw, rating }: { nsfw?: boolean; rating?: Rating }): Rating {
  if (nsfw !== true) return rating ?? 'pg-13'
  if (rating !== undefined && rating !== 'r') {
    throw new AppError('invalid_value', '`rating` must be r, or be left out, where `nsfw` is 1.', {
      field: 'rating',
    })
  }
  return 'r'
}
