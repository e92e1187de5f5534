import { randomUUID } from 'node:crypto'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Counters } from '../cluster/counters.ts'
import { AppError } from '../lib/app-error.ts'
import type { Tracer } from '../lib/tracing.ts'
import { registerOpenApi } from './api/openapi.ts'
import { registerBodies } from './bodies/unread-bodies.ts'
import type { ConnectionLimits } from './connection/connection-limits.ts'
import { answerClientError, refuseMalformedRequests } from './connection/malformed-requests.ts'
import { createNodeServer } from './connection/node-server.ts'
import { type ServerLimits, serverLimits } from './connection/server-limits.ts'
import { trustedProxies, warnOfUnnamedProxy } from './connection/trusted-proxies.ts'
import { registerAuthentication } from './plugins/authentication.ts'
import { compilersFactory } from './plugins/compilers.ts'
import { compressAnswers } from './plugins/compression.ts'
import { answerErrors, answerUnknownAddresses, sendError } from './plugins/errors.ts'
import { callLimits, type Rates } from './plugins/rate-limits.ts'
import { logRequests, type RequestLogOptions } from './plugins/request-log.ts'
import { traceRequests } from './plugins/request-traces.ts'
import { type Surface, surfaceOf } from './surface.ts'
import { registerValues } from './read-values.ts'

/** The whole HTTP server, not yet listening. */
export function buildServer(deps: {
  log: FastifyBaseLogger
  requests: RequestLogOptions
  /** Missing: requests are not traced. */
  tracer?: Tracer | undefined
  version: string
  /** One of them has the prefix ''. */
  surfaces: readonly Surface[]
  trustedProxies: readonly string[]
  rates: Rates | null
  /** By default, those of this process. */
  counters?: Counters
  connections: ConnectionLimits
  /** Other limits than `serverLimits`, for tests. */
  limits?: Partial<ServerLimits>
}): FastifyInstance {
  const { surfaces } = deps
  const limits = { ...serverLimits, ...deps.limits }
  const isProxy = trustedProxies(deps.trustedProxies)
  const app: FastifyInstance = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: deps.trustedProxies.length > 0 ? isProxy : false,
    bodyLimit: Number.MAX_SAFE_INTEGER, // Bodies are bounded where they are read, see bodies/.
    schemaController: { compilersFactory },
    serverFactory: (handle) =>
      createNodeServer(handle, { limits, connections: deps.connections, isProxy, surfaces }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: limits.maxTargetBytes, ignoreTrailingSlash: true },
    frameworkErrors: (_error, request, reply) => {
      request.surface = surfaceOf(surfaces, request.url) // No hook runs for such an address.
      const error = new AppError('malformed_body', { detail: 'requestAddress' })
      return sendError(error, request, reply)
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, surfaceOf(surfaces, '/')),
  })
  identifySurface(app, surfaces)
  answerErrors(app)
  logRequests(app, deps.requests)
  if (deps.tracer !== undefined) traceRequests(app, deps.tracer, isProxy)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff')
    done()
  })
  compressAnswers(app)
  registerBodies(app)
  refuseMalformedRequests(app, limits)
  if (deps.trustedProxies.length === 0) warnOfUnnamedProxy(app)
  registerAuthentication(app, callLimits(deps.rates, deps.counters))
  registerOpenApi(app, deps.version)
  mountSurfaces(app, surfaces)
  return app
}

const idleCheckMs = 50

/**
 * Refuses new connections and resolves when all open requests are answered, at the latest after `graceMs`. Idle
 * connections are closed repeatedly: one that was busy at first would otherwise keep the server open.
 */
export async function closeServer(app: FastifyInstance, graceMs: number): Promise<void> {
  const closed = app.close()
  const idle = setInterval(() => app.server.closeIdleConnections(), idleCheckMs)
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs)
  await closed.finally(() => {
    clearInterval(idle)
    clearTimeout(cut)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** `request.routeOptions`, which fastify recreates each time it is read. */
    route: FastifyRequest['routeOptions']
  }
}

/**
 * Sets `request.surface` and `request.route` for all later hooks. Hooks of every request call `done` if there is
 * nothing to wait for, and otherwise return a promise: fastify accepts both, and an async hook costs every request a
 * promise.
 */
export function identifySurface(app: FastifyInstance, surfaces: readonly Surface[]): void {
  app.decorateRequest('surface')
  app.decorateRequest('route')
  app.addHook('onRequest', (request, _reply, done) => {
    request.route = request.routeOptions
    request.surface = request.route.config.surface ?? surfaceOf(surfaces, request.url)
    done()
  })
}

/** Adds the routes of each surface, in its own scope. */
export function mountSurfaces(app: FastifyInstance, surfaces: readonly Surface[]): void {
  for (const surface of surfaces) {
    const mount = async (scope: FastifyInstance) => {
      scope.addHook('onRoute', (route) => {
        route.config = { surface, ...route.config }
      })
      registerValues(scope, surface.leniency)
      if (surface.prefix) answerUnknownAddresses(scope)
      await surface.routes(scope)
    }
    app.register(mount, { prefix: surface.prefix ?? '' })
  }
}
