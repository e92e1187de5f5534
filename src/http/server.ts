import type { Socket } from 'node:net'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import { type ApiDeps, registerApi } from './api/api.ts'
import { registerDocs } from './plugins/docs.ts'
import { answerErrors, sendError } from './plugins/errors.ts'
import { type Rates, registerRates } from './plugins/rates.ts'
import { registerViewer } from './plugins/viewer.ts'

export type ServerDeps = {
  log: FastifyBaseLogger
  version: string
  /** The address people use, without a slash at its end; told late where the port is 0. */
  siteUrl: () => string
  api: ApiDeps
  viewerOf: (token: string) => Promise<Viewer | undefined>
  trustedProxies: readonly string[]
  rates: Rates | null
  /** The site and the media files, which are rooms of their own. */
  routes: (app: FastifyInstance) => void
}

const headersTimeoutMs = 20_000
/** For the whole of a request: the largest upload over a slow line. */
const requestTimeoutMs = 30 * 60_000
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
    clientErrorHandler: answerClientError,
  })
  answerErrors(app)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff')
    done()
  })
  await registerRates(app, deps.rates)
  registerViewer(app, deps.viewerOf)
  await registerDocs(app, deps.version, deps.siteUrl)
  registerApi(app, deps.api)
  deps.routes(app)
  return app
}

/** What Node could not read as a request is answered here, below fastify: as the same JSON. */
function answerClientError(error: Error, socket: Socket): void {
  if (!socket.writable) return
  const code = 'code' in error ? error.code : undefined
  const [status, message] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers of the request are too large.']
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request did not come in time.']
        : ['400 Bad Request', 'The request could not be read.']
  const body = JSON.stringify({ status: 'error', error: { code: 'malformed_body', message } })
  const headers = `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`)
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
