import type { FastifyInstance } from 'fastify'
import { presentContractError } from '../plugins/errors.ts'
import { readAndSend, type Surface } from '../surface.ts'
import type { Readiness } from './readiness.ts'

const retryAfterSeconds = 5

const route = {
  method: ['GET', 'HEAD'],
  schema: { hide: true },
}

type HealthDeps = {
  readiness: Pick<Readiness, 'failing'>
  /** Disk space reserved for temporary files. */
  reservedBytes: () => number
}

/**
 * GET /healthz: the process answers. GET /readyz: the service can work, and how much disk space is reserved, or else 503
 * with the names of the failing checks. Needs no rate limit or token, so that it answers when anything else is broken.
 */
export function healthSurface(deps: HealthDeps): Surface {
  return {
    prefix: null,
    methods: readAndSend,
    authentication: null,
    presentError: presentContractError,
    leniency: 'strict',
    routes: (scope) => healthRoutes(scope, deps),
  }
}

function healthRoutes(scope: FastifyInstance, { readiness, reservedBytes }: HealthDeps): void {
  scope.route({
    ...route,
    url: '/healthz',
    handler: (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  })
  scope.route({
    ...route,
    url: '/readyz',
    handler: async (_request, reply) => {
      const failing = await readiness.failing()
      reply.header('cache-control', 'no-store')
      if (failing.length === 0) return { status: 'ok', reserved_bytes: reservedBytes() }
      return reply
        .code(503)
        .header('retry-after', String(retryAfterSeconds))
        .send({ status: 'not ready', failing })
    },
  })
}
