import Type, { type Static } from 'typebox'
import { titleOfFileName } from '../../catalogue/title-and-tags.ts'
import { AppError } from '../../lib/app-error.ts'
import { readHead } from '../../lib/disk/files.ts'
import { acceptedVideos } from '../../media/accepted-files.ts'
import { sniffBytes, sniffVideo, type VideoType } from '../../media/file-type.ts'
import { defaultClipOptions } from '../../options/clip-options.ts'
import { defaultGifOptions } from '../../options/gif-options.ts'
import { requesterOf } from '../plugins/request-bodies.ts'
import { upload } from '../../creation/values/uploaded-file.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { creationRoute } from './creation-route.ts'
import { presentAccepted } from '../../creation/values/present-accepted.ts'
import { alt, tags, title } from '../../creation/values/creation-values.ts'
import {
  ratingAndVisibilityValues,
  readRating,
  readVisibility,
} from '../../creation/values/rating-and-visibility.ts'
import { answers, creationErrorAnswer, uploadAnswer } from './schemas.ts'

const fileForm = 'a file part, or a data-URL'

const values = Type.Object({
  file: upload(fileForm, `A video or an animation: ${acceptedVideos}; ${fileForm}.`),
  category: Type.Optional(
    Type.Integer({ description: 'The id of a category. Default: the last category in the list.' }),
  ),
  title: Type.Optional(title),
  alt: Type.Optional(alt),
  'tags[]': Type.Optional(tags),
  ...ratingAndVisibilityValues,
  keep: Type.Optional(
    Type.Boolean({
      description: '1 keeps the file as it is, 0 makes a GIF from it. Default: 1 for GIF, WebP and APNG.',
    }),
  ),
})

/** Formats of animations without sound. */
const animations = new Set<VideoType | null>(['gif', 'webp', 'apng'])

const defaultTitle = 'Untitled'

/**
 * POST /api/upload: only a file, as sent by programs that upload screenshots and recordings. It is kept as it is, or
 * made into a GIF of the longest allowed length.
 */
export function uploadFileRoute(app: ApiServer, deps: ApiDeps): void {
  const route = creationRoute(deps, 'uploadFile', 'Upload a file with a single value')
  const { maxUploadBytes } = deps.uploadLimits
  const uploads = { fields: ['file'], maxFiles: 1, maxFileBytes: maxUploadBytes, isHashed: true }
  app.post(
    '/upload',
    {
      config: { ...route.config, uploads },
      schema: {
        ...route.schema,
        description: 'For custom uploaders. Answers immediately with the link of the future GIF.',
        body: values,
        response: answers(uploadAnswer, creationErrorAnswer),
      },
    },
    async (request) => {
      const { body } = request
      const creation = await readCreation(deps, body)
      const task = await deps.submitCreation(creation, requesterOf(request), body.file.sha256)
      return { ...presentAccepted(deps, task), code: task.code, url: `${deps.siteUrl()}/${task.code}` }
    },
  )
}

async function readCreation({ catalogue, gifLimits }: ApiDeps, body: Static<typeof values>) {
  const { file } = body
  const details = {
    categoryId: body.category ?? (await defaultCategoryId(catalogue)),
    title: body.title ?? titleOfFileName(file.fileName ?? '') ?? defaultTitle,
    alt: body.alt ?? null,
    tags: body['tags[]'] ?? [],
    visibility: readVisibility(body) ?? 'public',
    rating: readRating(body) ?? null,
    uploads: [file.path],
  }
  const keeps = body.keep ?? animations.has(sniffVideo(await readHead(file.path, sniffBytes)))
  if (keeps) return { ...details, kind: 'keep' as const, url: null }
  return {
    ...details,
    kind: 'video' as const,
    watermark: true,
    gif: { ...defaultGifOptions, preset: gifLimits.preset },
    startSeconds: 0,
    endSeconds: gifLimits.maxClipSeconds,
    clip: defaultClipOptions,
  }
}

/** The last category, by convention the one for everything else. */
async function defaultCategoryId(catalogue: ApiDeps['catalogue']): Promise<number> {
  const last = (await catalogue.listCategories()).at(-1)
  if (last === undefined) {
    throw new AppError('missing_value', '`category` is required: there is none yet.', { field: 'category' })
  }
  return last.id
}
