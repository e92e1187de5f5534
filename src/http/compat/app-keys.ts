import type { FastifyRequest } from 'fastify'
import type { Apps } from '../../accounts/apps/apps.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Authentication } from '../surface.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The key may come in the body, which is read after the request is authenticated. */
    keyInBody?: boolean
  }
}

/** The key in a request, or null. */
export type KeyOf = (request: FastifyRequest) => string | null

/** The text of a query parameter; null if it is missing, empty or repeated. */
export function queryValue({ query }: FastifyRequest, name: string): string | null {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/**
 * The apps of the compatible interfaces by their keys. If the operator set no keys, any key or none is accepted; a
 * known key always counts for its app.
 */
export function appAuthentication(apps: Apps, keyOf: KeyOf): Authentication {
  return {
    challenge: null,
    acceptsAny: apps.isOpen,
    credentialOf: (request) => {
      // Browsers send a preflight first, and show errors only if it succeeds.
      if (request.method === 'OPTIONS') return null
      const key = keyOf(request)
      if (key === null && !apps.isOpen && request.route.config.keyInBody !== true) throw missingKey()
      return key
    },
    viewerOf: (key) => apps.viewerOf(key),
  }
}

export function missingKey(): AppError {
  return new AppError('unauthorized', 'This server needs an API key.', { field: 'key' })
}

/** The message for people whose app has an invalid key. */
export const wrongKeyMessage = 'API key not valid. Ask the operator of this server for one.'

/** Returns whether an error means a missing or an invalid key; null for any other error. */
export function keyErrorOf({ code, field }: AppError): 'missing' | 'wrong' | null {
  if (code !== 'unauthorized') return null
  return field === 'key' ? 'missing' : 'wrong'
}
