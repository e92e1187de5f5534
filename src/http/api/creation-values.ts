import Type, { type Static, type TObject } from 'typebox'
import { markNsfw, markPrivate } from '../../catalogue/gif.ts'
import { delayMs, type GifLimits, sidePixels } from '../../creation/limits.ts'
import { clipOptionValues, gifValues, readClipOptions, readGifOptions } from './gif-values.ts'

/** The values that the three creation calls share. */
export const detailValues = (limits: GifLimits) => ({
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
  ...gifValues(limits),
})

/** The shared values as the domain names them. */
export function readDetails(values: Static<TObject<ReturnType<typeof detailValues>>>) {
  return {
    categoryId: values.category,
    tags: values['tags[]'] ?? [],
    visibility: markPrivate(values.private ?? false),
    rating: markNsfw(values.nsfw ?? false),
    watermark: values.watermark_type !== 'none',
    gif: readGifOptions(values),
  }
}

export const title = Type.String({ description: '1 to 200 characters.' })

/** The window of a video, and what is asked of it. */
export const clipValues = (limits: GifLimits) => ({
  start: Type.Number({ minimum: 0, description: 'Start time in seconds.' }),
  end: Type.Number({ minimum: 0, description: 'End time in seconds; cut to the end of the video.' }),
  ...clipOptionValues(limits),
})

/** The window of a video as the domain names it. Throws AppError invalid_value. */
export function readClip(values: Static<TObject<ReturnType<typeof clipValues>>>) {
  return { startSeconds: values.start, endSeconds: values.end, clip: readClipOptions(values) }
}

const side = (description: string) =>
  Type.Integer({ minimum: sidePixels.min, maximum: sidePixels.max, description })

/** How pictures become frames. */
export const pictureValues = {
  width: side('GIF width in pixels.'),
  height: side('GIF height in pixels.'),
  resize: Type.Boolean({
    description: '1 scales each picture to fit the GIF; 0 keeps its own pixels, cut or padded.',
  }),
  delay: Type.Optional(
    Type.Integer({
      minimum: delayMs.min,
      maximum: delayMs.max,
      default: delayMs.default,
      description: 'Milliseconds between frames.',
    }),
  ),
}
