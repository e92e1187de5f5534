import Type, { type Static } from 'typebox'
import { delayMs, pictureCountMin } from '../creation/limits.ts'
import type { CreationRequest } from '../creation/request.ts'
import { clipValues, detailValues, pictureValues, readDetails, title } from '../http/api/creation-values.ts'
import type { UploadLimits } from '../http/plugins/request-values.ts'
import { upload, valueReader } from '../http/read-values.ts'
import { AppError } from '../lib/app-error.ts'
import { writeLimit } from './measures.ts'
import { type Typed, typedFlag, typedText } from './post-form.ts'
import { tagsOfLine } from './typed-tags.ts'

export const sources = ['video', 'url', 'pictures'] as const

export type Source = (typeof sources)[number]

const text = Type.Optional(Type.String())

/** All that the maker's form may send. A field of a source that was not chosen may be empty, so each is text at first. */
export const formValues = Type.Object({
  source: Type.Unsafe<Source>({ type: 'string', enum: [...sources], 'x-must-be': 'video, url or pictures' }),
  ...{ title: text, category: text, tags: text, private: text, nsfw: text, watermark_type: text },
  ...{ url: text, start: text, end: text, width: text, height: text, resize: text, delay: text },
  video: Type.Optional(upload('one video file')),
  'pictures[]': Type.Optional(
    Type.Array(upload('at least 2 pictures'), { 'x-must-be': 'at least 2 pictures' }),
  ),
})

const readers = {
  video: valueReader(Type.Object({ ...detailValues, ...clipValues, title, video: upload('one video file') })),
  url: valueReader(
    Type.Object({
      ...detailValues,
      ...clipValues,
      title: Type.Optional(title),
      url: Type.String({ maxLength: 4096 }),
    }),
  ),
  pictures: valueReader(
    Type.Object({
      ...detailValues,
      ...pictureValues,
      title,
      'pictures[]': Type.Array(upload('at least 2 pictures'), { 'x-must-be': 'at least 2 pictures' }),
    }),
  ),
}

/** What the form asks for, as the API's calls would read it. Throws AppError missing_value, invalid_value or too_large. */
export function readWish(values: Static<typeof formValues>, limits: UploadLimits): CreationRequest {
  const filled = Object.entries(values).filter(([, value]) => value !== '')
  const raw = {
    resize: '0',
    ...Object.fromEntries(filled),
    ...clipTexts(values),
    tags: tagsOfLine(values.tags ?? ''),
  }
  if (values.source === 'video') {
    const read = readers.video(raw)
    return {
      ...readDetails(read),
      ...clipOf(read),
      kind: 'video',
      title: read.title,
      uploads: [read.video.path],
    }
  }
  if (values.source === 'url') {
    const read = readers.url(raw)
    const { url, title = null } = read
    return { ...readDetails(read), ...clipOf(read), kind: 'url', title, url: url.trim(), uploads: [] }
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

/** Start and end as the strict reader takes them, where somebody typed 1:05 or 2,5. */
function clipTexts({ start, end }: { start?: string; end?: string }): { start?: string; end?: string } {
  return {
    ...(start !== undefined && start !== '' && { start: plainSeconds(start) }),
    ...(end !== undefined && end !== '' && { end: plainSeconds(end) }),
  }
}

const clock = /^(?:(?<hours>\d+):)?(?<minutes>\d+):(?<seconds>\d+(?:\.\d*)?)$/

/** What is no time is given back as it is, for the reader to say so. */
function plainSeconds(text: string): string {
  const plain = text.trim().replace(',', '.').replace(/\s*s$/, '')
  const { hours = '0', minutes, seconds } = clock.exec(plain)?.groups ?? {}
  if (minutes === undefined || Number(seconds) >= 60) return plain
  return String(Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000) / 1000)
}

function clipOf({ start, end }: { start: number; end: number }) {
  return { startSeconds: start, endSeconds: end }
}

function checkPictureSize(bytes: number, fileName: string | null, maxBytes: number): void {
  if (bytes <= maxBytes) return
  const name = fileName ?? 'A picture'
  throw new AppError(
    'too_large',
    `${name} is larger than ${writeLimit(maxBytes)}; make it smaller or leave it out.`,
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
}

/** A form that nobody has filled in yet. `maxClipSeconds` bounds the clip it proposes. */
export function emptyFields(maxClipSeconds: number): FormFields {
  return {
    source: 'video',
    ...{ title: '', category: '', tags: '', url: '' },
    ...{ private: false, nsfw: false, withoutWatermark: false },
    ...{ start: '0', end: String(Math.min(5, maxClipSeconds)) },
    ...{ width: '480', height: '360', resize: true, delay: String(delayMs.default) },
  }
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
  }
}

/** The form that would ask for the same again, without its files. */
export function fieldsOfRequest(request: CreationRequest, maxClipSeconds: number): FormFields {
  const shared = {
    ...emptyFields(maxClipSeconds),
    source: request.kind,
    title: request.title ?? '',
    category: String(request.categoryId),
    tags: request.tags.join(', '),
    private: request.private,
    nsfw: request.nsfw,
    withoutWatermark: !request.watermark,
  }
  if (request.kind === 'pictures') {
    const { width, height, resize, delayMs: delay } = request
    return { ...shared, width: String(width), height: String(height), resize, delay: String(delay) }
  }
  const clip = { start: String(request.startSeconds), end: String(request.endSeconds) }
  return { ...shared, ...clip, url: request.kind === 'url' ? request.url : '' }
}
