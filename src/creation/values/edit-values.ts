import { type MustBe, describeForm } from '../../lib/errors/must-be.ts'
import Type, { type Static, type TSchema } from 'typebox'
import type { FetchLibrary, LibrarySource, NamedCode } from '../library-source.ts'
import type { CreationLimits } from '../limits.ts'
import type { CreationRequest } from '../request.ts'
import { checkAppended } from '../rules.ts'
import { titleOfFileName } from '../../catalogue/title-and-tags.ts'
import type { Gif, Visibility } from '../../catalogue/gif.ts'
import { AppError } from '../../lib/app-error.ts'
import { acceptedVideos } from '../../media/accepted-files.ts'
import { clipOptions, windowOptions } from '../../options/clip-options.ts'
import { gifOptions } from '../../options/gif-options.ts'
import { mustBe } from '../../options/must-be.ts'
import type { OptionLimits } from '../../options/option.ts'
import { type FrameList, maxHold, maxFramesText, parseFrames } from '../../options/rules/frames.ts'
import type { UploadedFile } from './uploaded-file.ts'
import type { Requester } from '../client.ts'
import { upload } from './uploaded-file.ts'
import { alt, tags, title } from './creation-values.ts'
import { choiceSchema, optionSchemas, readOptions } from './option-schemas.ts'
import { ratingAndVisibilityValues, readRating, readVisibility } from './rating-and-visibility.ts'

const code = Type.String({
  pattern: '^[0-9A-Za-z]{1,64}$',
  maxLength: 64,
  'x-must-be': { detail: 'mustBeGifCode' } satisfies MustBe,
  description: 'The code of a GIF on this site that you can see.',
})

const fileForm = { detail: 'mustBeUpload', type: 'mime type' } as const

/** The upload fields of a call that edits an animation. */
export const editUploads = ['file', 'append_files[]']

/**
 * The values of a call that edits an animation. Everything that is missing stays unchanged, including the preset and
 * the loops.
 */
export function editValues(limits: OptionLimits) {
  return Type.Object({
    ...ratingAndVisibilityValues,
    ...optionSchemas(gifOptions, limits),
    ...ownByDefault(limits),
    ...optional(optionSchemas(windowOptions, limits)),
    ...optionSchemas(clipOptions, limits),
    category: Type.Optional(
      Type.Integer({
        description: 'The id of a category. Default: the GIF’s category. Required with `file`.',
      }),
    ),
    title: Type.Optional(title),
    alt: Type.Optional(alt),
    'tags[]': Type.Optional(tags),
    gif: Type.Optional(code),
    file: Type.Optional(
      upload(fileForm, `Instead of \`gif\`, an animation: ${acceptedVideos}; ${describeForm(fileForm)}.`),
    ),
    frames: Type.Optional(
      Type.String({
        maxLength: maxFramesText,
        description: `The frames to keep, in order: ${describeForm({ detail: 'mustBeFrames', max: maxHold })}.`,
      }),
    ),
    'append[]': Type.Optional(
      Type.Array(code, {
        'x-must-be': { detail: 'mustBeGifCodes' } satisfies MustBe,
        description: 'GIFs to play after it, scaled to its size.',
      }),
    ),
    'append_files[]': Type.Optional(
      Type.Array(upload(fileForm), {
        'x-must-be': { detail: 'mustBeAnimations', type: 'mime type' } satisfies MustBe,
        description: 'Animations to play after it and after those in `append[]`.',
      }),
    ),
  })
}

export type EditValues = Static<ReturnType<typeof editValues>>

/** The options without a default here: without them, the animation keeps its own. */
function ownByDefault(limits: OptionLimits) {
  const { preset, loops } = gifOptions
  const { min: minimum, max: maximum } = loops
  return {
    preset: Type.Optional(
      choiceSchema(preset, {
        'x-must-be': mustBe(preset, limits),
        description: `Encodes every frame again to make the GIF smaller. ${preset.description}`,
      }),
    ),
    loop: Type.Optional(
      Type.Integer({ minimum, maximum, description: `${loops.description} Default: unchanged.` }),
    ),
  }
}

/** Makes all options optional. */
function optional(schemas: object): object {
  const entries = Object.entries(schemas as Record<string, TSchema>)
  return Object.fromEntries(entries.map(([name, schema]) => [name, Type.Optional(schema)]))
}

/** A request to edit an animation, and the library GIFs it uses; the caller releases their disk space. */
export type ReadEdit = { request: CreationRequest; library: LibrarySource }

/**
 * Reads the values of a call that edits an animation, and copies the GIFs it names into `folder`. Throws AppError:
 * missing_value, invalid_value, and those of FetchLibrary.
 */
export async function readEditRequest(
  values: EditValues,
  {
    fetchLibrary,
    viewer,
    folder,
    limits,
  }: {
    fetchLibrary: FetchLibrary
    viewer: Requester['viewer']
    folder: string
    limits: CreationLimits
  },
): Promise<ReadEdit> {
  const { gif, file } = values
  if (gif === undefined && file === undefined) {
    throw new AppError('missing_value', { detail: 'sendGifOrFile' }, { field: 'gif' })
  }
  if (gif !== undefined && file !== undefined) {
    throw new AppError('invalid_value', { detail: 'gifAndFile' }, { field: 'file' })
  }
  const frameList = readFrames(values.frames)
  const appended = values['append[]'] ?? []
  // However many codes are sent, no more GIFs are looked up and copied than can be appended.
  checkAppended(appended.length + (values['append_files[]']?.length ?? 0), limits)
  const codes: NamedCode[] = [
    ...(gif === undefined ? [] : [{ field: 'gif', code: gif }]),
    ...appended.map((code) => ({ field: 'append', code })),
  ]
  // All mistakes in the values are found before anything is copied.
  const making = readMaking(values, frameList)
  const library = await fetchLibrary(codes, viewer, folder)
  try {
    const uploads = [...(file === undefined ? [] : [file.path]), ...library.paths]
    uploads.push(...(values['append_files[]'] ?? []).map(({ path }) => path))
    const own = gif === undefined ? null : (library.gifs[0] ?? null)
    return { request: { ...making, ...readDetails(values, own, library.gifs), uploads }, library }
  } catch (error) {
    library.release()
    throw error
  }
}

function readFrames(text: string | undefined): FrameList | null {
  if (text === undefined || text.trim() === '') return null
  const frames = parseFrames(text)
  if (frames !== null) return frames
  throw new AppError(
    'invalid_value',
    { detail: 'mustBeFrames', name: 'frames', max: maxHold },
    { field: 'frames' },
  )
}

function readMaking(values: EditValues, frameList: FrameList | null) {
  const given = values as Readonly<Record<string, unknown>>
  const number = (name: string) => (given[name] ?? null) as number | null
  return {
    kind: 'edit' as const,
    frameList,
    startSeconds: number(windowOptions.startSeconds.name),
    endSeconds: number(windowOptions.endSeconds.name),
    repaints: given.preset !== undefined,
    keepsLoops: given.loop === undefined,
    // It is only drawn on videos: an animation keeps its watermark or lack of one.
    watermark: true,
    gif: readOptions(gifOptions, given),
    clip: readOptions(clipOptions, given),
  }
}

/** Missing values come from the GIF. Nobody can see the result who could not see all its sources. */
function readDetails(values: EditValues, own: Gif | null, sources: Gif[]) {
  const categoryId = values.category ?? own?.category.id
  if (categoryId === undefined) throw missing('category')
  const title = values.title ?? own?.title ?? titleOfUpload(values.file)
  if (title === undefined) throw missing('title')
  return {
    categoryId,
    title,
    alt: values.alt ?? own?.alt ?? null,
    tags: values['tags[]'] ?? own?.tags ?? [],
    visibility: readVisibility(values) ?? mostClosed(sources),
    rating: readRating(values) ?? sources.find(({ rating }) => rating === 'r')?.rating ?? own?.rating ?? null,
  }
}

function titleOfUpload(file: UploadedFile | undefined): string | undefined {
  return titleOfFileName(file?.fileName ?? '') ?? undefined
}

function mostClosed(gifs: Gif[]): Visibility {
  const closed: Visibility[] = ['private', 'unlisted']
  return closed.find((visibility) => gifs.some((gif) => gif.visibility === visibility)) ?? 'public'
}

function missing(field: string): AppError {
  return new AppError('missing_value', { detail: 'required', name: field }, { field })
}
