import { type Rating, ratings } from '../../../catalogue/gif.ts'
import { AppError } from '../../../lib/app-error.ts'
import { unrated } from '../forms/rating.ts'

/** The rating of a form as it is stored. Throws AppError invalid_value. */
export function readRatingChoice(text: string): Rating | null {
  if (text === unrated) return null
  const rating = ratings.find((known) => known === text)
  if (rating !== undefined) return rating
  const message = `\`rating\` must be ${[unrated, ...ratings].join(' or ')}.`
  throw new AppError('invalid_value', message, { field: 'rating' })
}
