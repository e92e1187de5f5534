import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { AppError } from '../../lib/app-error.ts'
import { clipOptions, windowOptions } from '../../options/clip-options.ts'
import { gifOptions } from '../../options/gif-options.ts'
import { defaultOf, type Option, type OptionLimits } from '../../options/option.ts'
import { maxAltLength, maxTagLength, maxTitleLength } from '../../options/rules/title-and-tags.ts'
import { type LayerLimits } from '../../layers/layer-limits.ts'
import { parseLayers } from '../../layers/parse-layers.ts'
import { trimmedText } from '../../lib/text/text-lengths.ts'
import { layerValues } from './layer-values.ts'
import { nameInApi, type NameOf, optionSchemas, readOptions } from './option-schemas.ts'
import { ratingAndVisibilityValues, readRating, readVisibility } from './rating-and-visibility.ts'

export const title = trimmedText(maxTitleLength, { description: '1 to 200 characters.' })

export const alt = trimmedText(maxAltLength, {
  description: 'What can be seen, for people who cannot see it: at most 500 characters. Empty: none.',
})

export const tags = Type.Array(trimmedText(maxTagLength), {
  description: 'At most 20 tags of at most 50 characters.',
})

/** The values that the three creation calls share. */
export const detailValues = (limits: CreationValueLimits) => ({
  category: Type.Integer({ description: 'The id of a category.' }),
  ...ratingAndVisibilityValues,
  alt: Type.Optional(alt),
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
  ...layerValues(limits.layers),
})

/** The limits that the values of a creation are described with. */
export type CreationValueLimits = OptionLimits & { layers: LayerLimits }

/** With this, an animation is taken over as it is. */
export const keep = Type.Optional(
  Type.Boolean({
    default: false,
    description:
      '1 takes an animation over as it is: a GIF, an animated WebP or PNG, or a video without sound. Its frames and times stay, it has no watermark, and no option that would change it may be sent; `start` and `end` do not count, and are required only without it. What breaks a limit is `keep_refused`, and can be made without `keep`.',
  }),
)

/** The shared values as the domain names them. Throws AppError invalid_value where two of them contradict each other. */
export function readDetails(values: DetailValues) {
  return {
    ...readOwnDetails(values),
    watermark: values.watermark_type !== 'none',
    gif: readOptions(gifOptions, values),
  }
}

/**
 * The shared values where an animation is kept as it is. Throws AppError invalid_value where two of them contradict each
 * other, or an option is given that would change the animation.
 */
export function readKeptDetails(
  values: DetailValues,
  limits: CreationValueLimits,
  nameOf: NameOf = nameInApi,
) {
  const given = values as Readonly<Record<string, unknown>>
  for (const option of Object.values<Option>({ ...gifOptions, ...clipOptions })) {
    const field = nameOf(option)
    if (given[field] === undefined || given[field] === defaultOf(option, limits)) continue
    throw new AppError(
      'invalid_value',
      `\`${field}\` changes the animation, and \`keep\` takes it over as it is; leave one of them out.`,
      { field },
    )
  }
  if (parseLayers(given.layers ?? [], { limits: limits.layers, stickers: Infinity }).length > 0) {
    throw new AppError(
      'invalid_value',
      '`layers` changes the animation, and `keep` takes it over as it is; leave one of them out.',
      { field: 'layers' },
    )
  }
  return readOwnDetails(values)
}

type DetailValues = Static<TObject<ReturnType<typeof detailValues>>>

/** What does not say how the GIF is made. */
function readOwnDetails(values: DetailValues) {
  return {
    categoryId: values.category,
    alt: values.alt ?? null,
    tags: values['tags[]'] ?? [],
    visibility: readVisibility(values) ?? 'public',
    rating: readRating(values) ?? null,
  }
}

/** What `clipValues` has, and `keep`, with which none of it has to be sent. */
export const clipOrKeepValues = (limits: OptionLimits) => ({
  keep,
  ...Object.fromEntries(
    Object.entries(optionSchemas(windowOptions, limits)).map(([name, schema]: [string, TSchema]) => [
      name,
      Type.Optional(schema),
    ]),
  ),
  ...optionSchemas(clipOptions, limits),
})

/** The part of a video, and its options. */
export const clipValues = (limits: OptionLimits, nameOf?: NameOf) => ({
  ...optionSchemas(windowOptions, limits, nameOf),
  ...optionSchemas(clipOptions, limits, nameOf),
})

/** The part of a video, and its options, as the domain names them. Throws AppError missing_value or invalid_value. */
export function readClip(values: Readonly<Record<string, unknown>>, nameOf: NameOf = nameInApi) {
  for (const name of Object.values(windowOptions).map(nameOf)) {
    if (values[name] !== undefined) continue
    throw new AppError('missing_value', `\`${name}\` is required.`, { field: name })
  }
  return { ...readOptions(windowOptions, values, nameOf), clip: readOptions(clipOptions, values, nameOf) }
}
