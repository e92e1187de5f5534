import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../lib/app-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Also accepts requests made by the browser itself, as for sharing from another app; they must change nothing. */
    fromDevice?: boolean
  }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses cross-site request forgery: a request that may change something must come from a page of this site, according
 * to `Sec-Fetch-Site`, which every current browser sends and no page can set, or else to `Origin`. A request with
 * neither is refused too.
 */
export function requireSameOrigin(scope: FastifyInstance, siteUrl: () => string): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    if (reading.has(request.method) || isOwn(request, siteUrl())) return done()
    done(new AppError('forbidden', { detail: 'otherSite' }))
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
