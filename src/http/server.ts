import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import { type ApiDeps, registerApi } from './api/api.ts'
import { registerDocs } from './plugins/docs.ts'
import { answerErrors, sendError } from './plugins/errors.ts'
import { registerViewer } from './plugins/viewer.ts'

export type ServerDeps = {
  log: FastifyBaseLogger
  version: string
  api: ApiDeps
  viewerOf: (token: string) => Promise<Viewer | undefined>
  trustedProxies: readonly string[]
  /** The site and the media files, which are rooms of their own. */
  routes: (app: FastifyInstance) => void
}

const headersTimeoutMs = 20_000
const requestTimeoutMs = 300_000
const keepAliveTimeoutMs = 72_000

/** The whole HTTP server, not yet listening. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false,
    bodyLimit: Number.MAX_SAFE_INTEGER, // Bodies are bounded where they are read, see bodies/.
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    http: { headersTimeout: headersTimeoutMs },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
    frameworkErrors: (_error, request, reply) =>
      sendError(
        new AppError('malformed_body', 'The address of the request could not be read.'),
        request,
        reply,
      ),
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) return
      const status =
        'code' in error && error.code === 'HPE_HEADER_OVERFLOW'
          ? '431 Request Header Fields Too Large'
          : '400 Bad Request'
      const body = JSON.stringify({
        status: 'error',
        error: { code: 'malformed_body', message: 'The request could not be read.' },
      })
      socket.end(
        `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    },
  })
  answerErrors(app)
  registerViewer(app, deps.viewerOf)
  await registerDocs(app, deps.version)
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
