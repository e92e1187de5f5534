import Type from 'typebox'
import { markNsfw, markPrivate, type Rating, ratings, type Visibility } from '../../catalogue/gif.ts'
import { AppError } from '../../lib/app-error.ts'
import { oneOf } from './option-schemas.ts'

/** For whom a GIF is and who can see it, as creations and changes say it: `nsfw` and `private` are short for a value of each. */
export const ratingAndVisibilityValues = {
  rating: Type.Optional(
    oneOf(
      ['unrated', ...ratings],
      'For whom it is suitable. `g`: everyone. `pg`: children with a parent. `pg-13`: teenagers. `r`: adults, the same as `nsfw=1`. `unrated`, unless a creation says otherwise: the operator’s default counts.',
    ),
  ),
  nsfw: Type.Optional(
    Type.Boolean({
      description: '1: not safe for work, the same as `rating=r`. It must not contradict `rating`.',
    }),
  ),
  visibility: Type.Optional(
    oneOf(
      ['public', 'unlisted', 'private'],
      '`public`, unless a creation says otherwise: everyone sees it, and search finds it. `unlisted`: everyone who has the address; without an account it is deleted after a while unless it is published. `private`: only its owner; needs a token. Without an account, `public` may need the operator’s review; the answer says what the GIF will be.',
    ),
  ),
  private: Type.Optional(
    Type.Boolean({
      description:
        '1: only its owner sees it, the same as `visibility=private`. It must not contradict `visibility`. Needs a token.',
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
 * The rating that `rating` or `nsfw` asks for; undefined: neither does. `nsfw=0` takes r away, and leaves a finer rating
 * that the GIF had `before`. Throws AppError invalid_value where the two contradict each other.
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
 * The visibility that `visibility` or `private` asks for; undefined: neither does. `private=0` leaves a GIF unlisted that
 * was so `before`. Throws AppError invalid_value where the two contradict each other.
 */
export function readVisibility(values: Values, before: Visibility = 'public'): Visibility | undefined {
  const { visibility, private: isPrivate } = values
  if (visibility === undefined) return isPrivate === undefined ? undefined : markPrivate(isPrivate, before)
  if (isPrivate !== undefined && isPrivate !== (visibility === 'private'))
    throw contradiction('visibility', 'private', 'private', isPrivate)
  return visibility
}

function contradiction(field: string, value: string, flag: string, isSet: boolean): AppError {
  const right = isSet ? `must be ${value}` : `must not be ${value}`
  const message = `\`${field}\` ${right}, or be left out, where \`${flag}\` is ${isSet ? 1 : 0}.`
  return new AppError('invalid_value', message, { field })
}

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
