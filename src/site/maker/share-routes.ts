import type { FastifyInstance } from 'fastify'
import { sharePath } from '../kit/assets/web-app.ts'
import type { Site } from '../site.ts'

/**
 * What is shared with the installed site stays in the browser: its worker takes the request before it is sent. A request
 * that arrives here was sent before the worker was there. It is not read; the maker says that it has to be shared again.
 */
export function shareRoutes(scope: FastifyInstance, { view }: Site): void {
  scope.post(
    sharePath,
    { schema: { hide: true }, config: { fromDevice: true, rate: 'read' } },
    (request, reply) => reply.redirect(view(request).links.path('/create?shared=missed'), 303),
  )
}
