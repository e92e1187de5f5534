import Type from 'typebox'
import { markNsfw, markPrivate, type Rating, ratings, type Visibility } from '../../catalogue/gif.ts'
import { AppError } from '../../lib/app-error.ts'
import { oneOf } from './option-schemas.ts'

/**
 * The audience and visibility of a GIF in creations and changes: `nsfw` and `private` are short for one value of each.
 */
export const ratingAndVisibilityValues = {
  rating: Type.Optional(
    oneOf(
      ['unrated', ...ratings],
      'The audience. `g`: everyone. `pg`: children with a parent. `pg-13`: teenagers. `r`: adults, the same as `nsfw=1`. `unrated`, the default for creations: the operator’s default rating.',
    ),
  ),
  nsfw: Type.Optional(
    Type.Boolean({
      description: '1: not safe for work, the same as `rating=r`. Must not contradict `rating`.',
    }),
  ),
  visibility: Type.Optional(
    oneOf(
      ['public', 'unlisted', 'private'],
      '`public`, the default for creations: everyone can see it, and search finds it. `unlisted`: anyone who has the link; without an account, the GIF is deleted after a while unless you publish it. `private`: only its owner; needs a token. Without an account, `public` may need the operator’s review; see `visibility` in the response.',
    ),
  ),
  private: Type.Optional(
    Type.Boolean({
      description:
        '1: only its owner can see it, the same as `visibility=private`. Must not contradict `visibility`. Needs a token.',
    }),
  ),
}

type Values = {
  rating?: Rating | 'unrated'
  nsfw?: boolean
  visibility?: Visibility
  private?: boolean
}

/**
 * The rating set by `rating` or `nsfw`; undefined if neither is set. `nsfw=0` removes r, and keeps a lower rating that
 * the GIF had `before`. Throws AppError invalid_value if they contradict each other.
 */
export function readRating(
  { rating, nsfw }: Values,
  before: Rating | null = null,
): Rating | null | undefined {
  if (rating === undefined) return nsfw === undefined ? undefined : markNsfw(nsfw, before)
  if (nsfw !== undefined && nsfw !== (rating === 'r')) throw contradiction('rating', 'r', 'nsfw', nsfw)
  return rating === 'unrated' ? null : rating
}

/**
 * The visibility set by `visibility` or `private`; undefined if neither is set. `private=0` keeps a GIF unlisted if it
 * was `before`. Throws AppError invalid_value if they contradict each other.
 */
export function readVisibility(values: Values, before: Visibility = 'public'): Visibility | undefined {
  const { visibility, private: isPrivate } = values
  if (visibility === undefined) return isPrivate === undefined ? undefined : markPrivate(isPrivate, before)
  if (isPrivate !== undefined && isPrivate !== (visibility === 'private'))
    throw contradiction('visibility', 'private', 'private', isPrivate)
  return visibility
}

function contradiction(name: string, value: string, flag: string, isSet: boolean): AppError {
  const detail = isSet ? 'mustBeWithFlag' : 'mustNotBeWithFlag'
  return new AppError('invalid_value', { detail, name, value, flag }, { field: name })
}

/** The highest rating that a call can find. Throws AppError invalid_value if `nsfw=1` contradicts the rating. */
export function readMaxRating({ nsfw, rating }: { nsfw?: boolean; rating?: Rating }): Rating {
  if (nsfw !== true) return rating ?? 'pg-13'
  if (rating !== undefined && rating !== 'r') {
    throw new AppError('invalid_value', { detail: 'ratingWithNsfw' }, { field: 'rating' })
  }
  return 'r'
}
