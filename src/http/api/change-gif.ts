import Type, { type Static } from 'typebox'
import { type GifChange, isOpen } from '../../catalogue/gif.ts'
import { changeGif, gifToManage } from '../../catalogue/change-gif.ts'
import { AppError } from '../../lib/app-error.ts'
import { bodyTypes } from '../bodies/read-body.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { alt, tags, title } from '../../creation/values/creation-values.ts'
import { presentGifWithCategory } from '../records/present.ts'
import {
  ratingAndVisibilityValues,
  readRating,
  readVisibility,
} from '../../creation/values/rating-and-visibility.ts'
import { answers, gifAnswer } from './schemas.ts'

const values = Type.Object({
  title: Type.Optional(title),
  alt: Type.Optional(alt),
  'tags[]': Type.Optional(tags),
  category: Type.Optional(Type.Integer({ description: 'The id of a category.' })),
  ...ratingAndVisibilityValues,
})

/** PATCH /api/gif/{code}, for the owner: tokens have no operator's rights. */
export function changeGifRoute(app: ApiServer, deps: ApiDeps): void {
  const { catalogue } = deps
  app.patch(
    '/gif/:code',
    {
      schema: {
        operationId: 'changeGif',
        summary: 'Change a GIF',
        description: 'Needs a token of its owner. Values that you leave out stay unchanged.',
        tags: ['Catalogue'],
        consumes: bodyTypes,
        params: Type.Object({ code: Type.String() }),
        body: values,
        response: answers(gifAnswer),
      },
    },
    async (request, reply) => {
      const { viewer, body } = request
      if (viewer.account === null)
        throw new AppError('unauthorized', 'Changing a GIF needs the API token of its owner.')
      const gif = await gifToManage(catalogue, request.params.code, viewer)
      const change = readChange(body, gif)
      const changed = await changeGif(catalogue, gif.code, viewer, change).catch((error: unknown) => {
        throw atSentKey(error, body)
      })
      reply.header('cache-control', isOpen(changed) ? 'no-cache' : 'private, no-store')
      const result = [presentGifWithCategory(changed, deps, { renditions: true })]
      return { status: 'done' as const, result }
    },
  )
}

function readChange(body: Static<typeof values>, before: Required<Pick<GifChange, 'rating' | 'visibility'>>) {
  const rating = readRating(body, before.rating)
  const visibility = readVisibility(body, before.visibility)
  const change: GifChange = {
    ...(body.title !== undefined && { title: body.title }),
    ...(body.alt !== undefined && { alt: body.alt }),
    ...(body['tags[]'] !== undefined && { tags: body['tags[]'] }),
    ...(body.category !== undefined && { categoryId: body.category }),
    ...(rating !== undefined && { rating }),
    ...(visibility !== undefined && { visibility }),
  }
  return change
}

/** The error with `private` as its field if it is about a visibility that was set with `private`. */
function atSentKey(error: unknown, body: Static<typeof values>): unknown {
  const isAboutPrivate =
    error instanceof AppError && error.field === 'visibility' && body.visibility === undefined
  return isAboutPrivate ? new AppError(error.code, error.message, { field: 'private' }) : error
}
