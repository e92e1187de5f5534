import Type, { type Static } from 'typebox'
import { uploadCategory } from '../../accounts/apps/apps.ts'
import { fitTitle, titleOfFileName } from '../../catalogue/title-and-tags.ts'
import { AppError } from '../../lib/app-error.ts'
import { defaultClipOptions } from '../../options/clip-options.ts'
import { defaultGifOptions } from '../../options/gif-options.ts'
import { maxTagLength, maxTags } from '../../options/rules/title-and-tags.ts'
import { upload, type UploadedFile } from '../../creation/values/uploaded-file.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { envelope } from './envelope.ts'
import { readList } from './values.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Requester } from '../../creation/client.ts'
import { requesterOf } from '../plugins/request-bodies.ts'
import { missingKey } from '../compat/app-keys.ts'

/** The title of a GIF sent without a name and tags. */
const defaultTitle = 'Untitled'

const body = Type.Object({
  file: Type.Optional(upload({ detail: 'mustBeVideoOrAnimation' })),
  source_image_url: Type.Optional(Type.String({ maxLength: 4096 })),
  tags: Type.Optional(Type.Array(Type.String())),
  is_hidden: Type.Optional(Type.Boolean()),
  api_key: Type.Optional(Type.String()),
})

/**
 * POST /gifs: an ordinary creation of the whole file, up to the longest GIF, answered with the id that the GIF gets
 * when it is published. Refused without the key of an app that may upload: before the body is read, unless the key is
 * in the body, where many clients put it.
 */
export function uploadRoute(app: CompatServer, deps: CompatDeps): void {
  const { maxUploadBytes } = deps.uploadLimits
  app.post(
    '/gifs',
    {
      config: {
        rate: 'creation' as const,
        keyInBody: true,
        admit: deps.admitCreation,
        uploads: { fields: ['file'], maxFiles: 1, maxFileBytes: maxUploadBytes },
      },
      schema: { hide: true, body },
      onRequest: (request, _reply, done) => {
        if (request.hasCredential) uploadCategory(request.viewer)
        done()
      },
    },
    async (request, reply) => {
      const { from, categoryId } = await identifyUploader(request, reply, request.body.api_key ?? null)
      const { code } = await deps.submitCreation(readCreation(deps, request.body, categoryId), from)
      return envelope({ id: code }, request.id)
    },
  )
}

function readCreation({ creationLimits }: CompatDeps, values: Static<typeof body>, categoryId: number) {
  const { file, source_image_url: url } = values
  const tags = readTags(values.tags ?? [])
  const shared = {
    categoryId,
    alt: null,
    tags,
    visibility: values.is_hidden === true ? ('unlisted' as const) : ('public' as const),
    rating: null,
    watermark: true,
    gif: { ...defaultGifOptions, preset: creationLimits.preset },
    startSeconds: 0,
    endSeconds: creationLimits.maxClipSeconds,
    clip: defaultClipOptions,
  }
  if (file !== undefined) {
    const title = titleOf(file, tags)
    return { ...shared, title, kind: 'video' as const, uploads: [file.path] }
  }
  if (url === undefined || url.trim() === '') {
    throw new AppError('missing_value', { detail: 'fileOrUrlRequired' }, { field: 'file' })
  }
  return { ...shared, title: fitTitle(tags.join(' ')), kind: 'url' as const, url, uploads: [] as [] }
}

/** Tags as comma-separated lists, once or repeated; excess ones are cut or left out. */
function readTags(given: readonly string[]): string[] {
  const tags = given.flatMap((list) => readList(list)).map((tag) => tag.replace(/^#+/, ''))
  const fitting = tags.map((tag) => [...tag].slice(0, maxTagLength).join(''))
  return [...new Set(fitting.map((tag) => tag.toLowerCase()))].slice(0, maxTags)
}

/** The tags, or the file name without tags. */
function titleOf({ fileName }: UploadedFile, tags: readonly string[]): string {
  return fitTitle(tags.join(' ')) ?? titleOfFileName(fileName ?? '') ?? defaultTitle
}

/**
 * The identity that an app uploads with, and the category of its uploads. `bodyKey` is the key in the body of a route
 * with `keyInBody`, for requests without one in their address. Throws AppError unauthorized without a key, forbidden
 * for one that may not upload, and rate_limited.
 */
export async function identifyUploader(
  request: FastifyRequest,
  reply: FastifyReply,
  bodyKey: string | null,
): Promise<{ from: Requester; categoryId: number }> {
  if (!request.hasCredential) {
    if (bodyKey === null) throw missingKey()
    await request.authenticateBy(reply, bodyKey)
  }
  return { from: requesterOf(request), categoryId: uploadCategory(request.viewer) }
}
