import { AppError } from '../../lib/app-error.ts'

const retryAfterSeconds = 3600

/** The refusal of another unpublished GIF of a client that has its share of them. */
export function tooManyUnpublished(gifs: number): AppError {
  return new AppError(
    'rate_limited',
    `You have ${gifs} unpublished GIFs here, and more cannot be kept: publish or delete some of them first.`,
    { retryAfterSeconds },
  )
}
