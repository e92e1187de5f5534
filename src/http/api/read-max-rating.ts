import type { Rating } from '../../catalogue/gif.ts'
import { AppError } from '../../lib/app-error.ts'

/** The highest rating that a call can find. Throws AppError invalid_value if `nsfw=1` contradicts the rating. */
export function readMaxRating({ nsfw, rating }: { nsfw?: boolean; rating?: Rating }): Rating {
  if (nsfw !== true) return rating ?? 'pg-13'
  if (rating !== undefined && rating !== 'r') {
    throw new AppError('invalid_value', '`rating` must be r, or be left out, where `nsfw` is 1.', {
      field: 'rating',
    })
  }
  return 'r'
}
