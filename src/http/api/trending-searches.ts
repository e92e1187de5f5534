import Type from 'typebox'
import { maxTrendingSearches } from '../../catalogue/discovery/trending-searches.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { answers, done } from './schemas.ts'

const answer = Type.Object(
  { status: done, result: Type.Array(Type.String(), { examples: [['happy birthday', 'cat']] }) },
  { description: 'Searches, best first.' },
)

/** GET /api/trending-searches. */
export function trendingSearchesRoute(app: ApiServer, { discovery }: ApiDeps): void {
  app.get(
    '/trending-searches',
    {
      schema: {
        operationId: 'listTrendingSearches',
        summary: 'List trending searches',
        description:
          'Lists only searches made by at least five viewers in a day, with words of public GIFs that are safe for ' +
          'work. Empty if the operator has turned it off.',
        tags: ['Discovery'],
        querystring: Type.Object({
          limit: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: maxTrendingSearches,
              default: 10,
              description: 'The maximum number of searches.',
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
