import Type, { type Static } from 'typebox'
import { titleOfFileName } from '../../catalogue/title-and-tags.ts'
import type { CreationLimits } from '../../creation/limits.ts'
import type { CreationRequest } from '../../creation/request.ts'
import {
  alt,
  clipValues,
  type CreationValueLimits,
  detailValues,
  readClip,
  readDetails,
  readKeptDetails,
  title,
} from '../../creation/values/creation-values.ts'
import { optionSchemas, readOptions } from '../../creation/values/option-schemas.ts'
import type { UploadLimits } from '../../http/plugins/request-bodies.ts'
import { readOverlay, stickerField } from '../../creation/values/layer-values.ts'
import { valueReader } from '../../http/read-values.ts'
import { upload } from '../../creation/values/uploaded-file.ts'
import { AppError } from '../../lib/app-error.ts'
import { maxLayersBytes } from '../../layers/layer-limits.ts'
import { formOptions } from '../../options/form-options.ts'
import type { MustBe } from '../../lib/errors/must-be.ts'
import { maxOptionText } from '../../options/must-be.ts'
import { presetOfForm } from '../../options/gif-options.ts'
import { findChoice, formNameOf } from '../../options/option.ts'
import { minPictures, pictureOptions } from '../../options/picture-options.ts'
import { parseTime } from '../../options/rules/parse-time.ts'
import { splitTagLine, tagLine } from '../kit/forms/tag-line.ts'
import { formatLimit } from '../messages/en/format.ts'
import { sources, type Source } from './form-fields.ts'
import { checkStickerCount, readKeptPictures, readKeptStickers } from './kept-fields.ts'
import { readClassicCaptions } from './layer-fields.ts'

const text = Type.Optional(Type.String())
const optionText = Type.Optional(Type.String({ maxLength: maxOptionText }))
/** The maximum length that an operator can allow for texts of layers. */
const caption = Type.Optional(Type.String({ maxLength: 5000 }))

/**
 * All that the maker's form may send, by the names of the API, except that `width` is that of pictures and `clip_width`
 * that of a video: one form has both. A field of a source that was not chosen may be empty, so each is text at first.
 */
export const formValues = Type.Object({
  source: Type.Unsafe<Source>({
    type: 'string',
    enum: [...sources],
    'x-must-be': { detail: 'mustBeChoice', choices: 'video,url,pictures' } satisfies MustBe,
  }),
  title: Type.Optional(title),
  alt: Type.Optional(alt),
  category: text,
  tags: tagLine,
  visibility: text,
  rating: text,
  watermark_type: text,
  keep: text,
  url: text,
  layers: Type.Optional(Type.String({ maxLength: maxLayersBytes })),
  caption_top: caption,
  caption_bottom: caption,
  prepared: text,
  kept_stickers: Type.Optional(Type.String({ maxLength: 5000 })),
  kept_pictures: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), {
      'x-must-be': { detail: 'mustBeTwoPictures' } satisfies MustBe,
    }),
  ),
  kept_places: Type.Optional(
    Type.Array(Type.String({ maxLength: 20 }), {
      'x-must-be': { detail: 'mustBeWholeNumbers' } satisfies MustBe,
    }),
  ),
  ...(Object.fromEntries(formOptions.map((option) => [formNameOf(option), optionText])) as object),
  video: Type.Optional(upload({ detail: 'mustBeVideoFile' })),
  'pictures[]': Type.Optional(
    Type.Array(upload({ detail: 'mustBeTwoPictures' }), {
      'x-must-be': { detail: 'mustBeTwoPictures' } satisfies MustBe,
    }),
  ),
  [stickerField]: Type.Optional(
    Type.Array(upload({ detail: 'mustBeFiles' }), {
      'x-must-be': { detail: 'mustBeFiles' } satisfies MustBe,
    }),
  ),
})

/** What is read of an animation that is kept as it is: no option changes it. */
const keptReaders = (limits: CreationValueLimits) => ({
  video: valueReader(
    Type.Object({
      ...detailValues(limits),
      title: Type.Optional(title),
      video: upload({ detail: 'mustBeVideoFile' }),
    }),
  ),
  prepared: valueReader(Type.Object({ ...detailValues(limits), title: Type.Optional(title) })),
  url: valueReader(
    Type.Object({
      ...detailValues(limits),
      title: Type.Optional(title),
      url: Type.String({ maxLength: 4096 }),
    }),
  ),
})

const valueReaders = (limits: CreationValueLimits) => {
  const ofVideo = { ...detailValues(limits), ...clipValues(limits, formNameOf) }
  const ofPictures = { ...detailValues(limits), ...optionSchemas(pictureOptions, limits, formNameOf) }
  const pictures = Type.Array(upload({ detail: 'mustBeTwoPictures' }), {
    'x-must-be': { detail: 'mustBeTwoPictures' } satisfies MustBe,
  })
  return {
    video: valueReader(
      Type.Object({ ...ofVideo, title: Type.Optional(title), video: upload({ detail: 'mustBeVideoFile' }) }),
    ),
    preparedVideo: valueReader(Type.Object({ ...ofVideo, title: Type.Optional(title) })),
    url: valueReader(
      Type.Object({ ...ofVideo, title: Type.Optional(title), url: Type.String({ maxLength: 4096 }) }),
    ),
    preparedPictures: valueReader(Type.Object({ ...ofPictures, title: Type.Optional(title) })),
    pictures: valueReader(
      Type.Object({ ...ofPictures, title: Type.Optional(title), 'pictures[]': pictures }),
    ),
  }
}

/**
 * Reads a creation from the values of the form, as the API's calls would, except that nothing but the source is required:
 * a file gives its name as the title (`untitled` where that says nothing), and `categoryId` is the category where none was
 * chosen. The reader throws AppError
 * missing_value, invalid_value or too_large.
 */
export function creationReader(
  limits: CreationLimits & Pick<UploadLimits, 'maxPictureBytes'>,
): (
  values: Static<typeof formValues>,
  defaults: { categoryId: number | null; untitled: string },
) => CreationRequest {
  const readers = valueReaders(limits)
  const kept = keptReaders(limits)
  return (values, { categoryId, untitled }) => {
    const raw: Record<string, unknown> = { ...typedOptions(values), tags: splitTagLine(values.tags ?? '') }
    raw.category ??= categoryId ?? undefined
    const isPrepared = hasPrepared(values)
    if (typeof raw.preset === 'string')
      raw.preset = presetOfForm(raw.preset, limits.preset, raw.max_bytes !== undefined)
    if (values.keep === '1' && values.source !== 'pictures') {
      for (const name of ['layers', ...formOptions.map(formNameOf)]) delete raw[name]
      if (values.source === 'url') {
        const { url, title = null, ...read } = kept.url(raw)
        return { ...readKeptDetails(read, limits), kind: 'keep', title, url: url.trim(), uploads: [] }
      }
      const { title = titleOf(values.video, untitled), ...read } = isPrepared
        ? kept.prepared(raw)
        : kept.video(raw)
      const uploads = isPrepared ? [] : pathsOf(values.video)
      return { ...readKeptDetails(read, limits), kind: 'keep', title, url: null, uploads }
    }
    const keptStickers = readKeptStickers(values.kept_stickers).length
    checkStickerCount(keptStickers, values[stickerField]?.length ?? 0, limits.layers)
    const overlay = readOverlay(values, limits, {
      captions: readClassicCaptions(values, limits.layers),
      kept: keptStickers,
    })
    if (values.source === 'video') {
      const { title = titleOf(values.video, untitled), ...read } = isPrepared
        ? readers.preparedVideo(raw)
        : readers.video(raw)
      const creation = { ...readDetails(read), ...overlay, ...readClip(read, formNameOf) }
      return { ...creation, kind: 'video', title, uploads: isPrepared ? [] : pathsOf(values.video) }
    }
    if (values.source === 'url') {
      const { url, title = null, ...read } = readers.url(raw)
      const creation = { ...readDetails(read), ...overlay, ...readClip(read, formNameOf) }
      return { ...creation, kind: 'url', title, url: url.trim(), uploads: [] }
    }
    if (isPrepared) {
      const { title = untitled, ...read } = readers.preparedPictures(raw)
      const creation = { ...readDetails(read), ...overlay, ...readOptions(pictureOptions, read, formNameOf) }
      const added = values['pictures[]'] ?? []
      for (const { bytes, fileName } of added) checkPictureSize(bytes, fileName, limits.maxPictureBytes)
      return { ...creation, kind: 'pictures', title, uploads: added.map(({ path }) => path) }
    }
    const { 'pictures[]': pictures, title = titleOf(pictures[0], untitled), ...read } = readers.pictures(raw)
    if (pictures.length < minPictures) {
      throw new AppError('invalid_value', { detail: 'chooseTwoPictures' }, { field: 'pictures[]' })
    }
    for (const { bytes, fileName } of pictures) checkPictureSize(bytes, fileName, limits.maxPictureBytes)
    const creation = {
      ...readDetails(read),
      ...overlay,
      ...readOptions(pictureOptions, read, formNameOf),
    }
    return { ...creation, kind: 'pictures', title, uploads: pictures.map(({ path }) => path) }
  }
}

/** The title of a GIF for which none was typed. */
function titleOf(file: { fileName: string | null } | undefined, untitled: string): string {
  return titleOfFileName(file?.fileName ?? '') ?? untitled
}

/** Whether the form names a prepared source and sends no file in its place: what is sent counts. */
function hasPrepared(values: Static<typeof formValues>): boolean {
  const { prepared = '', video, 'pictures[]': pictures = [] } = values
  if (prepared === '' || video !== undefined) return false
  const kept = readKeptPictures(values)
  // Without the field all of them are kept.
  return kept === null ? pictures.length === 0 : kept.some((name) => name !== null)
}

function pathsOf(video: { path: string } | undefined): string[] {
  return video === undefined ? [] : [video.path]
}

/** The values as the strict reader of the API takes them: without empty fields, and with times in seconds. */
function typedOptions(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const raw = Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value !== 'string' || value.trim() !== ''),
  )
  for (const option of formOptions) {
    const name = formNameOf(option)
    const value = raw[name]
    // A box that is not ticked sends nothing.
    if (option.type === 'flag' && option.required === true) raw[name] = value ?? '0'
    // Text that is none of the choices, or not a time, stays as it is, for the reader to refuse.
    if (option.type === 'choice' && typeof value === 'string') raw[name] = findChoice(option, value) ?? value
    if (option.type === 'time' && typeof value === 'string') raw[name] = parseTime(value) ?? value
  }
  return raw
}

function checkPictureSize(bytes: number, fileName: string | null, maxBytes: number): void {
  if (bytes <= maxBytes) return
  const name = fileName ?? 'A picture'
  throw new AppError(
    'too_large',
    { detail: 'fileNameTooLarge', file: name, limit: formatLimit(maxBytes) },
    { field: 'pictures[]' },
  )
}
