import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Viewer, visitor } from '../../accounts/account.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Authentication } from '../surface.ts'
import type { CallLimits } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer
  }
}

/**
 * Sets `request.viewer` by the surface's way to authenticate, and counts the call, refused or not. A call whose
 * credential is malformed, unknown or revoked is refused as unauthorized, even where it needs none.
 */
export function registerAuthentication(app: FastifyInstance, limits: CallLimits): void {
  app.decorateRequest('viewer')
  app.addHook('onRequest', (request, reply, done) => {
    const { authentication } = request.surface
    if (authentication === null) return done()
    const accept = (viewer: Viewer) => {
      limits.count(request, reply, viewer)
      request.viewer = viewer
    }
    const refuse = (error: unknown): never => {
      limits.count(request, reply, visitor)
      throw error
    }
    let credential: string | null
    try {
      credential = authentication.credentialOf(request)
    } catch (error) {
      return refuse(error)
    }
    if (credential !== null) {
      return identify(authentication, limits, request, credential).catch(refuse).then(accept)
    }
    // Most requests carry no credential, and a promise would cost more than all of this.
    accept(visitor)
    done()
  })
}

async function identify(
  authentication: Authentication,
  limits: CallLimits,
  request: FastifyRequest,
  credential: string,
): Promise<Viewer> {
  limits.checkToken(request, credential)
  const viewer = await authentication.viewerOf(credential)
  if (viewer === undefined) {
    limits.tokenWasWrong(request, credential)
    throw new AppError('unauthorized', 'The token is not valid, or was revoked.')
  }
  limits.tokenWasRight(request, credential)
  return viewer
}

/**
 * API tokens in the Authorization header. Pages and files ignore other schemes: a reverse proxy that asks for a
 * password passes that password on.
 */
export function bearerTokens(
  viewerOf: Authentication['viewerOf'],
  otherSchemes: 'refused' | 'ignored',
): Authentication {
  return {
    challenge: 'Bearer',
    viewerOf,
    credentialOf({ headers: { authorization } }) {
      if (authorization === undefined) return null
      if (otherSchemes === 'ignored' && !/^Bearer\b/i.test(authorization)) return null
      const token = /^Bearer +(\S{1,200}) *$/i.exec(authorization)?.[1]
      if (token !== undefined) return token
      throw new AppError('unauthorized', 'The Authorization header must be: Bearer, a space, and a token.')
    },
  }
}
