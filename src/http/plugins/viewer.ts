import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Viewer, visitor } from '../../accounts/account.ts'
import { AppError } from '../../lib/app-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer
  }
}

/**
 * Sets `request.viewer` from the bearer token. A call that carries a token which is malformed, unknown or
 * revoked is answered 401, whatever the call is. Outside /api another scheme is not ours to read: a reverse proxy that
 * asks for a password sends it along.
 */
export function registerViewer(
  app: FastifyInstance,
  viewerOf: (token: string) => Promise<Viewer | undefined>,
): void {
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    const token = bearerToken(request)
    request.viewer = token === null ? visitor : await known(viewerOf, token)
  })
}

async function known(
  viewerOf: (token: string) => Promise<Viewer | undefined>,
  token: string,
): Promise<Viewer> {
  const viewer = await viewerOf(token)
  if (viewer === undefined) throw new AppError('unauthorized', 'The token is not valid, or was revoked.')
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
