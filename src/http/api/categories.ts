import type { ApiDeps, ApiServer } from './api-deps.ts'
import { answers, categoriesAnswer } from './schemas.ts'

/** GET /api/categories. */
export function categoriesRoute(app: ApiServer, { catalogue }: ApiDeps): void {
  app.get(
    '/categories',
    {
      schema: {
        operationId: 'listCategories',
        summary: 'List the categories',
        tags: ['Catalogue'],
        response: answers(categoriesAnswer),
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=30')
      return { status: 'done' as const, categories: await catalogue.listCategories() }
    },
  )
}
