import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { findGifIds, type GifQuery } from '../../catalogue/find-gifs.ts'
import { AppError } from '../../lib/app-error.ts'
import { describeClient } from '../describe-client.ts'
import { bodyTypes } from '../bodies/read-body.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { sendJson } from '../records/answer-memory.ts'
import { readMaxRating } from '../../creation/values/rating-and-visibility.ts'
import { answers, findAnswer, findValues } from './schemas.ts'

/** POST /api/find, and GET for a search with a link. */
export function findRoutes(app: ApiServer, deps: ApiDeps): void {
  const config = { rate: 'search' as const }
  const described = {
    tags: ['Catalogue'],
    description:
      'Set `q`, `category` or both. Results are sorted by relevance, or newest first for a category alone. If few GIFs match exactly, other spellings are included; see `match` in the response.',
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
    (request, reply) => find(deps, request, reply, request.body),
  )
  app.get(
    '/find',
    {
      config,
      schema: {
        ...described,
        operationId: 'findByLink',
        summary: 'Search GIFs with a link that can be shared and cached',
        querystring: findValues,
      },
    },
    (request, reply) => {
      reply.header('cache-control', 'public, max-age=30')
      return find(deps, request, reply, request.query)
    },
  )
}

/** Larger than any catalogue, and within the integers of every database. */
const maxStart = 2 ** 31

type FindValues = Static<typeof findValues>

async function find(deps: ApiDeps, request: FastifyRequest, reply: unknown, values: FindValues) {
  const query = queryOf(values)
  const { text, start } = query
  const { match, total, ids, corrected } = await findGifIds(deps, query)
  if (text !== '') deps.discovery.noteSearch({ text, start, match, total }, describeClient(request))
  const respelt = corrected === null ? '' : `"corrected":${JSON.stringify(corrected)},`
  const head = `{"status":"done","total":${total},"match":"${match}",${respelt}"result":[`
  const records = values.renditions === true ? deps.fullRecords : deps.records
  const answer = records.list(head, ids)
  return sendJson(reply, answer instanceof Promise ? await answer : answer)
}

/** Throws AppError missing_value, or invalid_value if `nsfw=1` contradicts the rating. */
function queryOf(values: FindValues): GifQuery {
  const text = values.q?.trim() ?? ''
  const categoryCode = values.category?.trim() ?? ''
  if (text === '' && categoryCode === '') {
    throw new AppError('missing_value', 'At least one of `q` and `category` must be set.', { field: 'q' })
  }
  const { stickers, aspect, match, sort, start = 0, limit = 25 } = values
  return {
    text,
    categoryCode: categoryCode === '' ? null : categoryCode,
    maxRating: readMaxRating(values),
    exactOnly: match === 'exact',
    hasAlpha: stickers === true ? true : null,
    shape: aspect ?? null,
    ...(sort !== undefined && { sort }),
    start: Math.min(start, maxStart),
    limit,
  }
}
