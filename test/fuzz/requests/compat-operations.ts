import type { CompatDeps } from '#src/http/compat/compat-deps.ts'
import Type, { type TSchema } from 'typebox'
import { giphySurface, giphyV2Surface } from '#src/http/giphy/giphy.ts'
import { metaSchema, paginationSchema } from '../../http/giphy/schemas.ts'
import {
  categoriesAnswer,
  errorAnswer,
  pageAnswer,
  postsAnswer,
  shareAnswer,
  wordsAnswer,
} from '../../http/tenor/answers.ts'
import { tenorSurface } from '#src/http/tenor/tenor.ts'
import { collectRoutes } from '../../support/browser/site-routes.ts'
import type { Operation } from './operations.ts'
import { propertiesOf, requiredOf } from './values.ts'

const tenorAnswers = new Map<string, TSchema>([
  ...['search', 'featured'].map((name) => [name, pageAnswer] as const),
  ...['search_suggestions', 'autocomplete', 'trending_terms'].map((name) => [name, wordsAnswer] as const),
  ['categories', categoriesAnswer],
  ['registershare', shareAnswer],
  ['posts', postsAnswer],
])

const giphyError = Type.Object({ data: Type.Array(Type.Never()), meta: metaSchema })

/** The content of `data` depends on `fields`. An unreadable address below /v2 is treated as Tenor's. */
const giphyAnswersOf = (path: string): Operation['answers'] => ({
  200: Type.Object({
    data: Type.Unknown(),
    meta: metaSchema,
    pagination: Type.Optional(paginationSchema),
  }),
  '4XX': path.startsWith('/v2/') ? Type.Union([giphyError, errorAnswer]) : giphyError,
})

/** Their handlers read the bodies, not a schema. */
const pingbackBody = { events: { type: 'array', items: { type: 'object' } } }

/** Every call of the compatible interfaces, at both of its addresses. */
export async function compatOperations(): Promise<Operation[]> {
  // No request arrives: dependencies needed only by requests may be missing.
  const deps = { apps: { isOpen: true }, uploadLimits: {} } as CompatDeps
  const tenor = await collectRoutes(['/v2', '/compat/tenor/v2'].map((prefix) => tenorSurface(deps, prefix)))
  const giphy = await collectRoutes([
    ...['/v1', '/compat/giphy/v1'].map((prefix) => giphySurface(deps, prefix)),
    ...[null, '/compat/giphy/v2'].map((prefix) => giphyV2Surface(deps, prefix)),
  ])
  const operationOf = (
    { method, path, query, form }: (typeof tenor)[number],
    answers: Operation['answers'],
  ): Operation => ({
    method,
    path: path.replaceAll(':id', ':code').replaceAll(/:(\w+)/g, '{$1}'),
    query: { ...propertiesOf(query), api_key: { type: 'string' } },
    body: form === undefined ? null : propertiesOf(form),
    required: requiredOf(form),
    answers,
  })
  const tenorAnswersOf = (path: string) => ({
    200: tenorAnswers.get(path.slice(path.lastIndexOf('/') + 1)) ?? Type.Unknown(),
    '4XX': errorAnswer,
  })
  return [
    ...tenor
      .filter(({ method, query }) => method === 'GET' && query !== undefined)
      .map((route) => operationOf(route, tenorAnswersOf(route.path))),
    ...giphy
      .filter(({ method, path }) => method === 'GET' && !path.endsWith('/pingback'))
      .map((route) => operationOf(route, giphyAnswersOf(route.path))),
    ...giphy
      .filter(({ method, path }) => method === 'POST' && /\/v1\/gifs$|\/pingback$/.test(path))
      .map((route) => operationOf(route, giphyAnswersOf(route.path)))
      .map((one) => (one.path.endsWith('/pingback') ? { ...one, body: pingbackBody } : one)),
  ]
}
