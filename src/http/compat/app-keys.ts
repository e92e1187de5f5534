import type { FastifyRequest } from 'fastify'
import { visitor } from '../../accounts/account.ts'
import type { AppError } from '../../lib/app-error.ts'
import type { Authentication } from '../surface.ts'

/** The key that a request carries, null for none. */
export type KeyOf = (request: FastifyRequest) => string | null

/** A value of the query by its name: its text, null where it is missing, empty or sent more than once. */
export function queryValue({ query }: FastifyRequest, name: string): string | null {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The apps of the compatible interfaces by their keys. Without keys of the operator's every key passes, and none. */
export function appAuthentication(keyOf: KeyOf): Authentication {
  return {
    challenge: null,
    credentialOf: keyOf,
    viewerOf: async () => visitor,
  }
}

/** Whether an error says that a key is missing, or is none that is accepted; null for any other error. */
export function keyErrorOf({ code, field }: AppError): 'missing' | 'wrong' | null {
  if (code !== 'unauthorized') return null
  return field === 'key' ? 'missing' : 'wrong'
}
