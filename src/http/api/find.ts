import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { findGifs } from '../../catalogue/find-gifs.ts'
import { AppError } from '../../lib/app-error.ts'
import { describeClient } from '../describe-client.ts'
import { bodyTypes } from '../bodies/read-body.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { presentGifWithCategory } from './present.ts'
import { answers, findAnswer, findValues } from './schemas.ts'

/** POST /api/find, and GET for a search as a link. */
export function findRoutes(app: ApiServer, deps: ApiDeps): void {
  const config = { rate: 'search' as const }
  const described = {
    tags: ['Catalogue'],
    description:
      'At least one of `q` and `category` must be set. By relevance, then newest; a category alone: newest first.',
    response: answers(findAnswer),
  }
  app.post(
    '/find',
    {
      config,
      schema: {
        ...described,
        operationId: 'find',
        summary: 'Search GIFs',
        consumes: bodyTypes,
        body: findValues,
      },
    },
    (request) => find(deps, request, request.body),
  )
  app.get(
    '/find',
    {
      config,
      schema: {
        ...described,
        operationId: 'findByLink',
        summary: 'Search GIFs, as a link that can be shared and cached',
        querystring: findValues,
      },
    },
    (request, reply) => {
      reply.header('cache-control', 'public, max-age=30')
      return find(deps, request, request.query)
    },
  )
}

/** More than any catalogue has, and within the integers of every database. */
const maxStart = 2 ** 31

async function find(deps: ApiDeps, request: FastifyRequest, values: Static<typeof findValues>) {
  const text = values.q?.trim() ?? ''
  const categoryCode = values.category?.trim() ?? ''
  if (text === '' && categoryCode === '') {
    throw new AppError('missing_value', 'At least one of `q` and `category` must be set.', { field: 'q' })
  }
  const start = Math.min(values.start ?? 0, maxStart)
  const { match, total, gifs } = await findGifs(deps, {
    text,
    categoryCode: categoryCode === '' ? null : categoryCode,
    maxRating: values.nsfw === true ? 'r' : 'pg-13',
    start,
    limit: values.limit ?? 25,
  })
  if (text !== '') deps.discovery.noteSearch({ text, start, match, total }, describeClient(request))
  return {
    status: 'done' as const,
    total,
    result: gifs.map((gif) => presentGifWithCategory(gif, deps.mediaUrls)),
  }
}
