import type { MustBe } from '../../lib/errors/must-be.ts'
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
  description: 'A description for people who cannot see the GIF, at most 500 characters. Empty: none.',
})

export const tags = Type.Array(trimmedText(maxTagLength), {
  description: 'At most 20 tags of at most 50 characters each.',
})

/** The values shared by the three creation calls. */
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
      'x-must-be': { detail: 'mustBeChoice', choices: '"default","none"' } satisfies MustBe,
      description: '`none` removes the watermark; Premium only.',
    }),
  ),
  ...optionSchemas(gifOptions, limits),
  ...layerValues(limits.layers),
})

/** The limits in the descriptions of a creation's values. */
export type CreationValueLimits = OptionLimits & { layers: LayerLimits }

/** Keeps an animation as it is. */
export const keep = Type.Optional(
  Type.Boolean({
    default: false,
    description:
      '1 keeps an animation as it is: a GIF, an animated WebP or PNG, or a video without sound. Its frames and times stay, and it gets no watermark. Options that would change it are refused; `start` and `end` are ignored, and required only without `keep`. A file over a limit is refused with `keep_refused`; make it without `keep`.',
  }),
)

/** The shared values in the names of the domain. Throws AppError invalid_value if two of them contradict each other. */
export function readDetails(values: DetailValues) {
  return {
    ...readOwnDetails(values),
    watermark: values.watermark_type !== 'none',
    gif: readOptions(gifOptions, values),
  }
}

/**
 * The shared values for a kept animation. Throws AppError invalid_value if two of them contradict each other, or if an
 * option would change the animation.
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
    throw new AppError('invalid_value', { detail: 'fieldNotKept', field }, { field })
  }
  if (parseLayers(given.layers ?? [], { limits: limits.layers, stickers: Infinity }).length > 0) {
    throw new AppError('invalid_value', { detail: 'layersNotKept' }, { field: 'layers' })
  }
  return readOwnDetails(values)
}

type DetailValues = Static<TObject<ReturnType<typeof detailValues>>>

/** The values that do not affect the making of the GIF. */
function readOwnDetails(values: DetailValues) {
  return {
    categoryId: values.category,
    alt: values.alt ?? null,
    tags: values['tags[]'] ?? [],
    visibility: readVisibility(values) ?? 'public',
    rating: readRating(values) ?? null,
  }
}

/** Like `clipValues`, with `keep`, which makes all of them optional. */
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

/** The part of a video and its options, in the names of the domain. Throws AppError missing_value or invalid_value. */
export function readClip(values: Readonly<Record<string, unknown>>, nameOf: NameOf = nameInApi) {
  for (const name of Object.values(windowOptions).map(nameOf)) {
    if (values[name] !== undefined) continue
    throw new AppError('missing_value', { detail: 'required', name }, { field: name })
  }
  return { ...readOptions(windowOptions, values, nameOf), clip: readOptions(clipOptions, values, nameOf) }
}
