import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Viewer, visitor } from '../../accounts/account.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Authentication } from '../surface.ts'
import type { CallLimits } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer
    hasCredential: boolean
    /**
     * Authenticates with a credential from the body, and counts the call for that viewer. Rejects with AppError
     * unauthorized or rate_limited.
     */
    authenticateBy(reply: FastifyReply, credential: string): Promise<void>
  }
}

/**
 * Sets `request.viewer` with the surface's authentication, and counts the call, refused or not. A call with a
 * malformed, unknown or revoked credential is refused as unauthorized, even if it needs none.
 */
export function registerAuthentication(app: FastifyInstance, limits: CallLimits): void {
  app.decorateRequest('viewer')
  app.decorateRequest('hasCredential', false)
  app.addHook('onRequest', (request, reply, done) => {
    const { authentication } = request.surface
    if (authentication === null) return done()
    const accept = (viewer: Viewer) => {
      // First, since a call beyond the rate still belongs to an app.
      request.viewer = viewer
      return limits.count(request, reply, viewer)
    }
    const refuse = async (error: unknown): Promise<never> => {
      await limits.count(request, reply, visitor)
      throw error
    }
    let viewer: Viewer | Promise<Viewer>
    try {
      const credential = authentication.credentialOf(request)
      request.hasCredential = credential !== null
      viewer = credential === null ? visitor : identify(authentication, limits, request, credential)
    } catch (error) {
      return refuse(error)
    }
    if (viewer instanceof Promise) return viewer.catch(refuse).then(accept)
    // Most requests carry no credential, and a promise would cost more than all of this.
    const counted = accept(viewer)
    if (counted instanceof Promise) return counted
    done()
  })
  app.decorateRequest(
    'authenticateBy',
    async function authenticateBy(this: FastifyRequest, reply: FastifyReply, credential: string) {
      const { authentication } = this.surface
      if (authentication === null) return
      this.viewer = await identify(authentication, limits, this, credential)
      await limits.count(this, reply, this.viewer)
    },
  )
}

/** Throws AppError unauthorized for an invalid credential, and rate_limited if it may be a guess. */
function identify(
  authentication: Authentication,
  limits: CallLimits,
  request: FastifyRequest,
  credential: string,
): Viewer | Promise<Viewer> {
  const find = () => authentication.viewerOf(credential)
  const found = authentication.acceptsAny === true ? find() : limits.checkToken(request, credential, find)
  return found instanceof Promise ? found.then(checkFound) : checkFound(found)
}

function checkFound(viewer: Viewer | undefined): Viewer {
  if (viewer === undefined) throw new AppError('unauthorized', 'The token is not valid, or was revoked.')
  return viewer
}

/**
 * API tokens in the Authorization header. Pages and files ignore other schemes: a reverse proxy with its own password
 * passes that password on.
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
