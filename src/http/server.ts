import { randomUUID } from 'node:crypto'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import { type ApiDeps, registerApi } from './api/api.ts'
import { registerBodies } from './bodies/read-body.ts'
import type { ConnectionLimits } from './connections.ts'
import { createNodeServer } from './node-server.ts'
import { answerClientError, refuseOddRequests } from './odd-requests.ts'
import { compressAnswers } from './plugins/compression.ts'
import { registerDocs } from './plugins/docs.ts'
import { healthRoutes } from './health/health-routes.ts'
import type { Readiness } from './health/readiness.ts'
import { answerErrors, sendError } from './plugins/errors.ts'
import { callLimits, type Rates } from './plugins/rates.ts'
import { registerViewer } from './plugins/viewer.ts'
import { type WatchOptions, watchRequests } from './plugins/watch-requests.ts'
import { type ServerLimits, serverLimits } from './server-limits.ts'
import { trustedProxies, warnOfUnnamedProxy } from './trusted-proxies.ts'

export type ServerDeps = {
  log: FastifyBaseLogger
  requests: WatchOptions
  readiness: Pick<Readiness, 'failing'>
  /** Disk space reserved for temporary files. */
  reservedBytes: () => number
  version: string
  /** The address people use, without a slash at its end; told late where the port is 0. */
  siteUrl: () => string
  api: ApiDeps
  viewerOf: (token: string) => Promise<Viewer | undefined>
  trustedProxies: readonly string[]
  rates: Rates | null
  connections: ConnectionLimits
  /** Other limits than `serverLimits`, for tests. */
  limits?: Partial<ServerLimits>
  /** The site and the media files, which are rooms of their own. */
  routes: (app: FastifyInstance) => void
}

/** The whole HTTP server, not yet listening. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const limits = { ...serverLimits, ...deps.limits }
  const isProxy = trustedProxies(deps.trustedProxies)
  const app: FastifyInstance = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: deps.trustedProxies.length > 0 ? isProxy : false,
    bodyLimit: Number.MAX_SAFE_INTEGER, // Bodies are bounded where they are read, see bodies/.
    serverFactory: (handle) => createNodeServer(handle, limits, deps.connections, isProxy),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: limits.maxTargetBytes, ignoreTrailingSlash: true },
    frameworkErrors: (_error, request, reply) =>
      sendError(
        new AppError('malformed_body', 'The address of the request could not be read.'),
        request,
        reply,
      ),
    clientErrorHandler: answerClientError,
  })
  answerErrors(app)
  watchRequests(app, deps.requests)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff')
    done()
  })
  compressAnswers(app)
  registerBodies(app)
  refuseOddRequests(app, limits)
  if (deps.trustedProxies.length === 0) warnOfUnnamedProxy(app)
  registerViewer(app, deps.viewerOf, callLimits(deps.rates))
  await registerDocs(app, deps.version, deps.siteUrl)
  healthRoutes(app, deps.readiness, deps.reservedBytes)
  registerApi(app, deps.api)
  deps.routes(app)
  return app
}

const idleCheckMs = 50

/**
 * Takes no more connections and resolves when the open requests are answered, at the latest after `graceMs`.
 * Idle connections are ended again and again: one that was busy at first would otherwise be waited for.
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
