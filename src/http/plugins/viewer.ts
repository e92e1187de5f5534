import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Viewer, visitor } from '../../accounts/account.ts'
import { AppError } from '../../lib/app-error.ts'
import type { CallLimits } from './rates.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call is the same for everybody: it is not counted, and whatever token comes along is not looked at. */
    forAnyone?: boolean
  }
  interface FastifyRequest {
    viewer: Viewer
  }
}

type ViewerOf = (token: string) => Promise<Viewer | undefined>

/**
 * Sets `request.viewer` from the bearer token, and counts the call, refused or not. A call that carries a token which
 * is malformed, unknown or revoked is answered 401, whatever the call is. Outside /api another scheme is not ours to
 * read: a reverse proxy that asks for a password sends it along.
 */
export function registerViewer(app: FastifyInstance, viewerOf: ViewerOf, limits: CallLimits): void {
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.forAnyone === true) return
    const viewer = await identify(viewerOf, limits, request).catch((error: unknown) => {
      limits.count(request, reply, visitor)
      throw error
    })
    limits.count(request, reply, viewer)
    request.viewer = viewer
  })
}

async function identify(viewerOf: ViewerOf, limits: CallLimits, request: FastifyRequest): Promise<Viewer> {
  const token = bearerToken(request)
  if (token === null) return visitor
  limits.checkToken(request, token)
  const viewer = await viewerOf(token)
  if (viewer === undefined) {
    limits.tokenWasWrong(request, token)
    throw new AppError('unauthorized', 'The token is not valid, or was revoked.')
  }
  limits.tokenWasRight(request, token)
  return viewer
}

function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header === undefined) return null
  if (!request.url.startsWith('/api/') && !/^Bearer\b/i.test(header)) return null
  const token = /^Bearer +(\S{1,200}) *$/i.exec(header)?.[1]
  if (token === undefined) {
    throw new AppError('unauthorized', 'The Authorization header must be: Bearer, a space, and a token.')
  }
  return token
}
