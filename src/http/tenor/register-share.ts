import { AppError } from '../../lib/app-error.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { registerShareQuery } from './schemas.ts'

/** GET /registershare. An unknown id, such as an old favorite from another service, gets the same response. */
export function tenorRegisterShareRoute(app: CompatServer, { catalogue, countShare }: CompatDeps): void {
  app.get(
    '/registershare',
    { schema: { hide: true, querystring: registerShareQuery } },
    async (request, reply) => {
      const { id } = request.query
      if (id === undefined || id.trim() === '')
        throw new AppError('missing_value', '`id` is required.', { field: 'id' })
      if (request.method === 'GET') {
        const gif = await catalogue.gifByPublicId(id.trim())
        if (gif !== undefined) countShare(request, gif)
      }
      reply.header('cache-control', 'no-store')
      return { status: 'ok' }
    },
  )
}
