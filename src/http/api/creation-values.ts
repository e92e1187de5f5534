import Type, { type Static, type TObject } from 'typebox'
import { markNsfw, markPrivate } from '../../catalogue/gif.ts'
import { clipOptions, windowOptions } from '../../options/clip-options.ts'
import { gifOptions } from '../../options/gif-options.ts'
import type { OptionLimits } from '../../options/option.ts'
import { type NameOf, optionSchemas, readOptions } from './option-schemas.ts'

/** The values that the three creation calls share. */
export const detailValues = (limits: OptionLimits) => ({
  category: Type.Integer({ description: 'The id of a category.' }),
  private: Type.Optional(
    Type.Boolean({ default: false, description: '1: only its owner sees it. Needs a token.' }),
  ),
  nsfw: Type.Optional(Type.Boolean({ default: false, description: '1: not safe for work.' })),
  'tags[]': Type.Optional(
    Type.Array(Type.String(), { default: [], description: 'At most 20 tags of at most 50 characters.' }),
  ),
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

/** The shared values as the domain names them. */
export function readDetails(values: Static<TObject<ReturnType<typeof detailValues>>>) {
  return {
    categoryId: values.category,
    tags: values['tags[]'] ?? [],
    visibility: markPrivate(values.private ?? false),
    rating: markNsfw(values.nsfw ?? false),
    watermark: values.watermark_type !== 'none',
    gif: readOptions(gifOptions, values),
  }
}

export const title = Type.String({ description: '1 to 200 characters.' })

/** The part of a video, and its options. */
export const clipValues = (limits: OptionLimits, nameOf?: NameOf) => ({
  ...optionSchemas(windowOptions, limits, nameOf),
  ...optionSchemas(clipOptions, limits, nameOf),
})

/** The part of a video, and its options, as the domain names them. Throws AppError invalid_value. */
export function readClip(values: Readonly<Record<string, unknown>>, nameOf?: NameOf) {
  return { ...readOptions(windowOptions, values, nameOf), clip: readOptions(clipOptions, values, nameOf) }
}
