import { formatEnglish } from '../../lib/errors/error-text.ts'
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

/** The key that a request carries, null for none. */
export type KeyOf = (request: FastifyRequest) => string | null

/** A value of the query by its name: its text, null where it is missing, empty or sent more than once. */
export function queryValue({ query }: FastifyRequest, name: string): string | null {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/**
 * The apps of the compatible interfaces by their keys. Where the operator set no keys, every key passes, and none; a
 * known key counts as its app's in any case.
 */
export function appAuthentication(apps: Apps, keyOf: KeyOf): Authentication {
  return {
    challenge: null,
    acceptsAny: apps.isOpen,
    credentialOf: (request) => {
      // Browsers ask before they send a request, and show its error only where that is allowed.
      if (request.method === 'OPTIONS') return null
      const key = keyOf(request)
      if (key === null && !apps.isOpen && request.route.config.keyInBody !== true) throw missingKey()
      return key
    },
    viewerOf: (key) => apps.viewerOf(key),
  }
}

export function missingKey(): AppError {
  return new AppError('unauthorized', { detail: 'keyNeeded' }, { field: 'key' })
}

/** What a person reads whose app has a key that is not accepted. */
export const wrongKeyMessage = formatEnglish({ detail: 'keyNotValid' })

/** Whether an error says that a key is missing, or is none that is accepted; null for any other error. */
export function keyErrorOf({ code, field }: AppError): 'missing' | 'wrong' | null {
  if (code !== 'unauthorized') return null
  return field === 'key' ? 'missing' : 'wrong'
}
