import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../lib/app-error.ts'
import { english } from '../../messages/en/messages.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes requests, too, that the browser itself makes, as for what another app shares; they must change nothing. */
    fromDevice?: boolean
  }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site makes a browser send (CSRF): a request that may change something must come from a page of
 * this site, by `Sec-Fetch-Site`, which every current browser sends and no page can set, or by `Origin` where it is
 * missing. A request that says neither is refused too.
 */
export function requireSameOrigin(scope: FastifyInstance, siteUrl: () => string): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    if (reading.has(request.method) || isOwn(request, siteUrl())) return done()
    done(new AppError('forbidden', english.kit.errors.otherSite))
  })
}

function isOwn({ headers, routeOptions }: FastifyRequest, siteUrl: string): boolean {
  const { fromDevice } = routeOptions.config
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && fromDevice === true)
  const { origin } = headers
  if (origin === undefined || !URL.canParse(origin)) return false
  const [from, own] = [new URL(origin), new URL(siteUrl)]
  return from.host === own.host ? from.protocol === own.protocol : from.host === headers.host
}
