import { isNsfw } from '../../catalogue/gif.ts'
import Type, { type Static } from 'typebox'
import { type CreationLimits, delayMs, type GifLimits, pictureCountMin } from '../../creation/limits.ts'
import type { CreationRequest } from '../../creation/request.ts'
import {
  clipValues,
  detailValues,
  pictureValues,
  readClip,
  readDetails,
  title,
} from '../../http/api/creation-values.ts'
import { writeCrop } from '../../http/api/gif-values.ts'
import type { UploadLimits } from '../../http/plugins/request-bodies.ts'
import { upload, valueReader } from '../../http/read-values.ts'
import { AppError } from '../../lib/app-error.ts'
import {
  type ClipOptions,
  type GifOptions,
  usualClipOptions,
  usualGifOptions,
} from '../../media/gif-options.ts'
import { formatLimit } from '../messages/format.ts'
import { type Typed, typedFlag, typedText } from '../kit/requests/post-form.ts'
import { tagsOfLine } from '../kit/forms/typed-tags.ts'

export const sources = ['video', 'url', 'pictures'] as const

export type Source = (typeof sources)[number]

const text = Type.Optional(Type.String())

/**
 * All that the maker's form may send, as the API's calls name it, but that `width` is that of pictures and `clip_width`
 * that of a video: one form has both.
 * A field of a source that was not chosen may be empty, so each is text at first.
 */
export const formValues = Type.Object({
  source: Type.Unsafe<Source>({ type: 'string', enum: [...sources], 'x-must-be': 'video, url or pictures' }),
  ...{ title: text, category: text, tags: text, private: text, nsfw: text, watermark_type: text },
  ...{ url: text, start: text, end: text, width: text, height: text, resize: text, delay: text },
  ...{ preset: text, max_bytes: text, loop: text, reverse: text, boomerang: text },
  ...{ speed: text, crop: text, fps: text, clip_width: text, auto_loop: text },
  video: Type.Optional(upload('one video file')),
  'pictures[]': Type.Optional(
    Type.Array(upload('at least 2 pictures'), { 'x-must-be': 'at least 2 pictures' }),
  ),
})

const valueReaders = (limits: GifLimits) => {
  const { width, ...clip } = clipValues(limits)
  const ofVideo = { ...detailValues(limits), ...clip, clip_width: width }
  const pictures = Type.Array(upload('at least 2 pictures'), { 'x-must-be': 'at least 2 pictures' })
  return {
    video: valueReader(Type.Object({ ...ofVideo, title, video: upload('one video file') })),
    url: valueReader(
      Type.Object({ ...ofVideo, title: Type.Optional(title), url: Type.String({ maxLength: 4096 }) }),
    ),
    pictures: valueReader(
      Type.Object({ ...detailValues(limits), ...pictureValues, title, 'pictures[]': pictures }),
    ),
  }
}

/**
 * Reads what the form asks for, as the API's calls would. What it gives throws AppError missing_value, invalid_value or
 * too_large.
 */
export function wishReader(
  limits: GifLimits & Pick<UploadLimits, 'maxPictureBytes'>,
): (values: Static<typeof formValues>) => CreationRequest {
  const readers = valueReaders(limits)
  return (values) => {
    const filled = Object.entries(values).filter(([, value]) => value !== '')
    const raw = {
      resize: '0',
      ...Object.fromEntries(filled),
      ...clipTexts(values),
      tags: tagsOfLine(values.tags ?? ''),
    }
    if (values.source === 'video') {
      const { video, title, ...read } = readers.video(raw)
      const asked = { ...readDetails(read), ...readClip(namedAsInApi(read)) }
      return { ...asked, kind: 'video', title, uploads: [video.path] }
    }
    if (values.source === 'url') {
      const { url, title = null, ...read } = readers.url(raw)
      const asked = { ...readDetails(read), ...readClip(namedAsInApi(read)) }
      return { ...asked, kind: 'url', title, url: url.trim(), uploads: [] }
    }
    const { 'pictures[]': pictures, ...read } = readers.pictures(raw)
    if (pictures.length < pictureCountMin) {
      throw new AppError('invalid_value', 'Choose at least two pictures.', { field: 'pictures[]' })
    }
    for (const { bytes, fileName } of pictures) checkPictureSize(bytes, fileName, limits.maxPictureBytes)
    return {
      ...readDetails(read),
      kind: 'pictures',
      title: read.title,
      uploads: pictures.map(({ path }) => path),
      width: read.width,
      height: read.height,
      resize: read.resize,
      delayMs: read.delay ?? delayMs.default,
    }
  }
}

function namedAsInApi<T extends { clip_width?: number }>({ clip_width: width, ...values }: T) {
  return { ...values, ...(width !== undefined && { width }) }
}

/** Start and end as the strict reader takes them, where somebody typed 1:05 or 2,5. */
function clipTexts({ start, end }: { start?: string; end?: string }): { start?: string; end?: string } {
  return {
    ...(start !== undefined && start !== '' && { start: plainSeconds(start) }),
    ...(end !== undefined && end !== '' && { end: plainSeconds(end) }),
  }
}

const clock = /^(?:(?<hours>\d+):)?(?<minutes>\d+):(?<seconds>\d+(?:\.\d*)?)$/

/** Longer than anybody writes a time. */
const maxTimeLength = 100

/** What is no time is given back as it is, for the reader to say so. */
function plainSeconds(text: string): string {
  if (text.length > maxTimeLength) return text
  const plain = text.trim().replace(',', '.').replace(/\s*s$/, '')
  const { hours = '0', minutes, seconds } = clock.exec(plain)?.groups ?? {}
  if (minutes === undefined || Number(seconds) >= 60) return plain
  return String(Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000) / 1000)
}

function checkPictureSize(bytes: number, fileName: string | null, maxBytes: number): void {
  if (bytes <= maxBytes) return
  const name = fileName ?? 'A picture'
  throw new AppError(
    'too_large',
    `${name} is larger than ${formatLimit(maxBytes)}; make it smaller or leave it out.`,
    {
      field: 'pictures[]',
    },
  )
}

/** What stands in the fields of the form. */
export type FormFields = {
  source: Source
  title: string
  category: string
  tags: string
  private: boolean
  nsfw: boolean
  withoutWatermark: boolean
  url: string
  start: string
  end: string
  width: string
  height: string
  resize: boolean
  delay: string
  preset: string
  max_bytes: string
  loop: string
  reverse: boolean
  boomerang: boolean
  speed: string
  crop: string
  fps: string
  clip_width: string
  auto_loop: boolean
}

export type FormLimits = Pick<CreationLimits, 'maxClipSeconds' | 'preset'>

/** A form that nobody has filled in yet. `maxClipSeconds` bounds the clip it proposes. */
export function emptyFields({ maxClipSeconds, preset }: FormLimits): FormFields {
  return {
    source: 'video',
    ...{ title: '', category: '', tags: '', url: '' },
    ...{ private: false, nsfw: false, withoutWatermark: false },
    ...{ start: '0', end: String(Math.min(5, maxClipSeconds)) },
    ...{ width: '480', height: '360', resize: true, delay: String(delayMs.default) },
    ...gifFields({ ...usualGifOptions, preset }),
    ...clipFields(usualClipOptions),
  }
}

function gifFields({ preset, maxBytes, loops, reverse, boomerang }: GifOptions) {
  return { preset, max_bytes: typedAs(maxBytes), loop: String(loops), reverse, boomerang }
}

function clipFields({ speed, crop, fps, width, autoLoop }: ClipOptions) {
  return {
    speed: String(speed),
    crop: crop === null ? '' : writeCrop(crop),
    ...{ fps: typedAs(fps), clip_width: typedAs(width), auto_loop: autoLoop },
  }
}

function typedAs(number: number | null): string {
  return number === null ? '' : String(number)
}

/** The form as somebody filled it in. */
export function fieldsOfTyped(typed: Typed): FormFields {
  const source = typedText(typed, 'source')
  const texts = (key: keyof FormFields) => typedText(typed, key)
  return {
    source: sources.find((known) => known === source) ?? 'video',
    ...{ title: texts('title'), category: texts('category'), tags: texts('tags'), url: texts('url') },
    private: typedFlag(typed, 'private'),
    nsfw: typedFlag(typed, 'nsfw'),
    withoutWatermark: typedText(typed, 'watermark_type') === 'none',
    ...{ start: texts('start'), end: texts('end'), width: texts('width'), height: texts('height') },
    resize: typedFlag(typed, 'resize'),
    delay: texts('delay'),
    ...{ preset: texts('preset'), max_bytes: texts('max_bytes'), loop: texts('loop') },
    ...{ reverse: typedFlag(typed, 'reverse'), boomerang: typedFlag(typed, 'boomerang') },
    ...{ speed: texts('speed'), crop: texts('crop'), fps: texts('fps'), clip_width: texts('clip_width') },
    auto_loop: typedFlag(typed, 'auto_loop'),
  }
}

/** The form that would ask for the same again, without its files. */
export function fieldsOfRequest(request: CreationRequest, limits: FormLimits): FormFields {
  const shared = {
    ...emptyFields(limits),
    ...gifFields(request.gif),
    source: request.kind,
    title: request.title ?? '',
    category: String(request.categoryId),
    tags: request.tags.join(', '),
    private: request.visibility === 'private',
    nsfw: isNsfw(request),
    withoutWatermark: !request.watermark,
  }
  if (request.kind === 'pictures') {
    const { width, height, resize, delayMs: delay } = request
    return { ...shared, width: String(width), height: String(height), resize, delay: String(delay) }
  }
  const { startSeconds, endSeconds } = request
  const clip = { start: String(startSeconds), end: String(endSeconds), ...clipFields(request.clip) }
  return { ...shared, ...clip, url: request.kind === 'url' ? request.url : '' }
}
