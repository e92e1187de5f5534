import type { Caller } from '../../../accounts/account.ts'
import type { FastifyRequest } from 'fastify'
import { clientKey, networkKey } from '../../../lib/net/client-key.ts'
import type { Site } from '../../site.ts'

/** The source of a sign-in attempt; null where the operator has switched off rate limits. */
export function clientOf({ rates }: Site, { ip }: FastifyRequest): Caller['client'] {
  return rates === null ? null : { address: clientKey(ip), network: networkKey(ip) }
}

/** The source of a password that is confirmed within a session. */
export function callerOf(site: Site, request: FastifyRequest): Caller {
  const knownAs = request.session === null ? null : `session ${request.session.id}`
  return { client: clientOf(site, request), knownAs }
}
