import type { FastifyInstance } from 'fastify'
import { AppError } from '../../lib/app-error.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Collects the routes that are added next. The returned function, called after the last of them, makes each path answer
 * all other methods with 405 and an Allow header.
 */
export function collectMethods(scope: FastifyInstance): () => void {
  const known = new Map<string, Set<string>>()
  scope.addHook('onRoute', ({ routePath, method }) => {
    known.set(routePath, (known.get(routePath) ?? new Set()).union(new Set([method].flat())))
  })
  return () => {
    for (const [url, allowed] of [...known].filter(([path]) => path !== '*')) {
      scope.route({
        method: methods.filter((method) => !allowed.has(method)),
        url,
        schema: { hide: true },
        onRequest: async (_request, reply) => {
          reply.header('allow', [...allowed, 'OPTIONS'].join(', '))
          throw new AppError('method_not_allowed', { detail: 'methods', methods: [...allowed].join(' and ') })
        },
        handler: () => {},
      })
    }
  }
}
