import Type from 'typebox'
import { maxTrendingSearches } from '../../catalogue/discovery/trending-searches.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { answers, done } from './schemas.ts'

const answer = Type.Object(
  { status: done, result: Type.Array(Type.String(), { examples: [['happy birthday', 'cat']] }) },
  { description: 'Texts to search for, the best first.' },
)

/** GET /api/trending-searches. */
export function trendingSearchesRoute(app: ApiServer, { discovery }: ApiDeps): void {
  app.get(
    '/trending-searches',
    {
      schema: {
        operationId: 'listTrendingSearches',
        summary: 'List the searches that many people make lately',
        description:
          'Only searches that at least five viewers made in a day, and only words of public GIFs that are safe for ' +
          'work. Empty where the operator switched it off.',
        tags: ['Discovery'],
        querystring: Type.Object({
          limit: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: maxTrendingSearches,
              default: 10,
              description: 'Most searches to give.',
            }),
          ),
        }),
        response: answers(answer),
      },
    },
    async (request, reply) => {
      const result = await discovery.trendingSearches(request.query.limit ?? 10)
      reply.header('cache-control', 'public, max-age=30')
      return { status: 'done' as const, result }
    },
  )
}
