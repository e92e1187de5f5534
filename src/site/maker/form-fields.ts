import type { PreparedSticker } from '../../creation/sources/prepared-source.ts'
import type { CreationLimits } from '../../creation/limits.ts'
import { type AcceptedRequest, addressOf, type CreationRequest } from '../../creation/request.ts'
import { clipOptions, windowOptions } from '../../options/clip-options.ts'
import { gifOptions } from '../../options/gif-options.ts'
import { defaultsOf, findChoice, formNameOf, type Option, type OptionTable } from '../../options/option.ts'
import { pictureOptions } from '../../options/picture-options.ts'
import { type Crop, formatCrop } from '../../options/rules/crop.ts'
import { unrated } from '../kit/forms/rating.ts'
import { type Typed, typedFlag, typedText } from '../kit/requests/post-form.ts'

import { type LayerFields, layerFieldsOf, layerFieldsOfTyped, noLayers } from './layer-fields.ts'

export const sources = ['video', 'url', 'pictures'] as const

export type Source = (typeof sources)[number]

/** What the fields of the form hold. */
export type FormFields = {
  source: Source
  title: string
  alt: string
  category: string
  tags: string
  /** Who can see it, as accounts choose; empty: the default. */
  visibility: string
  /** `unrated` for none. */
  rating: string
  withoutWatermark: boolean
  /** Whether an animation is taken over as it is. */
  keep: boolean
  url: string
  /** The id of the prepared source; '' for none. */
  prepared: string
  /** The options by their names in the form; that of a flag is 1 where it is on. */
  options: Readonly<Record<string, string>>
} & LayerFields

export type FormLimits = CreationLimits

const tables: OptionTable[] = [windowOptions, pictureOptions, clipOptions, gifOptions]

/** The form before anything is filled in. `maxClipSeconds` bounds the clip it proposes. */
export function emptyFields({ maxClipSeconds, preset }: FormLimits): FormFields {
  const end = Math.min(windowOptions.endSeconds.default, maxClipSeconds)
  return {
    source: 'video',
    title: '',
    alt: '',
    category: '',
    tags: '',
    url: '',
    visibility: '',
    prepared: '',
    rating: unrated,
    withoutWatermark: false,
    keep: false,
    ...noLayers,
    options: Object.assign(
      {},
      ...tables.map((table) => fieldsOfValues(table, { ...defaultsOf(table), endSeconds: end, preset })),
    ),
  }
}

/** The form as a person filled it in. */
export function fieldsOfTyped(typed: Typed): FormFields {
  const source = typedText(typed, 'source')
  const options = tables.flatMap((table) =>
    Object.values(table).map((option) => {
      const name = formNameOf(option)
      const text = typedText(typed, name)
      if (option.type === 'flag') return [name, flagText(typedFlag(typed, name))]
      return [name, option.type === 'choice' ? (findChoice(option, text) ?? text) : text]
    }),
  )
  return {
    source: sources.find((known) => known === source) ?? 'video',
    title: typedText(typed, 'title'),
    alt: typedText(typed, 'alt'),
    category: typedText(typed, 'category'),
    tags: typedText(typed, 'tags'),
    visibility: typedText(typed, 'visibility'),
    rating: typedText(typed, 'rating'),
    withoutWatermark: typedText(typed, 'watermark_type') === 'none',
    keep: typedFlag(typed, 'keep'),
    url: typedText(typed, 'url'),
    ...layerFieldsOfTyped(typed),
    prepared: typedText(typed, 'prepared'),
    options: Object.fromEntries(options),
  }
}

/** The form that would ask for the same creation again, with the stickers that are kept and without all other files. */
export function fieldsOfRequest(
  request: AcceptedRequest | CreationRequest,
  limits: FormLimits,
  stickers: readonly (PreparedSticker | null)[] = [],
): FormFields {
  const { options } = emptyFields(limits)
  const address = addressOf(request)
  return {
    source: request.kind === 'pictures' ? 'pictures' : address === null ? 'video' : 'url',
    title: request.title ?? '',
    alt: request.alt ?? '',
    category: String(request.categoryId),
    tags: request.tags.join(', '),
    visibility: request.visibility,
    rating: request.rating ?? unrated,
    withoutWatermark: request.kind !== 'keep' && !request.watermark,
    keep: request.kind === 'keep',
    url: address ?? '',
    ...layerFieldsOf(request, stickers),
    prepared: '',
    options: { ...options, ...fieldsOfOptions(request) },
  }
}

/** The form with another width of the GIF, as an offer asks for it; as it is where that is no number. */
export function withWidth(fields: FormFields, width: string): FormFields {
  if (!/^\d{1,5}$/.test(width)) return fields
  const { options } = fields
  if (fields.source !== 'pictures')
    return { ...fields, options: { ...options, [formNameOf(clipOptions.width)]: width } }
  const [widthName, heightName] = [pictureOptions.width, pictureOptions.height].map(formNameOf)
  const before = Number(options[widthName ?? ''])
  const height = Math.round((Number(options[heightName ?? '']) * Number(width)) / before)
  if (!Number.isFinite(height)) return fields
  return {
    ...fields,
    options: { ...options, [widthName ?? '']: width, [heightName ?? '']: String(height) },
  }
}

function fieldsOfOptions(request: AcceptedRequest | CreationRequest): Record<string, string> {
  if (request.kind === 'keep') return {}
  const ofGif = fieldsOfValues(gifOptions, request.gif)
  if (request.kind === 'pictures') return { ...fieldsOfValues(pictureOptions, request), ...ofGif }
  if (request.kind === 'edit') return { ...fieldsOfValues(clipOptions, request.clip), ...ofGif }
  return { ...fieldsOfValues(windowOptions, request), ...fieldsOfValues(clipOptions, request.clip), ...ofGif }
}

function fieldsOfValues(
  table: OptionTable,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const fields = Object.entries(table).map(([key, option]) => [
    formNameOf(option),
    fieldText(option, values[key]),
  ])
  return Object.fromEntries(fields) as Record<string, string>
}

function fieldText(option: Option, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (option.type === 'flag') return flagText(value === true)
  if (option.type === 'crop') return formatCrop(value as Crop)
  const isPlaceholder = 'placeholder' in option && value === option.default
  return isPlaceholder ? '' : `${value as string | number}`
}

function flagText(isOn: boolean): string {
  return isOn ? '1' : ''
}
