import Type, { type Static, type TObject } from 'typebox'
import { clipOptions, windowOptions } from '../../options/clip-options.ts'
import { gifOptions } from '../../options/gif-options.ts'
import type { OptionLimits } from '../../options/option.ts'
import { type NameOf, optionSchemas, readOptions } from './option-schemas.ts'
import { ratingAndVisibilityValues, readRating, readVisibility } from './rating-and-visibility.ts'

export const title = Type.String({ description: '1 to 200 characters.' })

export const tags = Type.Array(Type.String(), { description: 'At most 20 tags of at most 50 characters.' })

/** The values that the three creation calls share. */
export const detailValues = (limits: OptionLimits) => ({
  category: Type.Integer({ description: 'The id of a category.' }),
  ...ratingAndVisibilityValues,
  'tags[]': Type.Optional(tags),
  watermark_type: Type.Optional(
    Type.Unsafe<'default' | 'none'>({
      type: 'string',
      enum: ['default', 'none'],
      default: 'default',
      'x-must-be': '"default" or "none"',
      description: '`none` leaves the watermark out; Premium only.',
    }),
  ),
  ...optionSchemas(gifOptions, limits),
})

/** The shared values as the domain names them. Throws AppError invalid_value where two of them contradict each other. */
export function readDetails(values: Static<TObject<ReturnType<typeof detailValues>>>) {
  return {
    categoryId: values.category,
    tags: values['tags[]'] ?? [],
    visibility: readVisibility(values) ?? 'public',
    rating: readRating(values) ?? null,
    watermark: values.watermark_type !== 'none',
    gif: readOptions(gifOptions, values),
  }
}

/** The part of a video, and its options. */
export const clipValues = (limits: OptionLimits, nameOf?: NameOf) => ({
  ...optionSchemas(windowOptions, limits, nameOf),
  ...optionSchemas(clipOptions, limits, nameOf),
})

/** The part of a video, and its options, as the domain names them. Throws AppError invalid_value. */
export function readClip(values: Readonly<Record<string, unknown>>, nameOf?: NameOf) {
  return { ...readOptions(windowOptions, values, nameOf), clip: readOptions(clipOptions, values, nameOf) }
}
