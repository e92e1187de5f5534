import type { FastifyInstance } from 'fastify'
import type { Readiness } from './readiness.ts'

const retryAfterSeconds = 5

const route = {
  method: ['GET', 'HEAD'],
  schema: { hide: true },
  config: { forAnyone: true },
}

/**
 * GET /healthz: the process answers. GET /readyz: it can do its work, or else 503 with the names of what cannot be
 * done; while it is ready, with the disk space that is reserved for temporary files. Neither limits nor tokens are looked at, so that these answer whatever else is broken.
 */
export function healthRoutes(
  app: FastifyInstance,
  readiness: Pick<Readiness, 'failing'>,
  reservedBytes: () => number,
): void {
  app.route({
    ...route,
    url: '/healthz',
    handler: (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  })
  app.route({
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
