import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { registerRequestValues } from '../http/plugins/request-values.ts'
import { accountRoutes } from './account/account-routes.ts'
import { adminRoutes } from './admin/admin-routes.ts'
import { apiReferenceRoutes } from './developers/api-reference-routes.ts'
import { assetRoutes } from './kit/assets/asset-routes.ts'
import { browseRoutes } from './browse/browse-routes.ts'
import { createRoutes } from './maker/create-routes.ts'
import { developersRoutes } from './developers/developers-routes.ts'
import { gifRoutes } from './gif/gif-routes.ts'
import { mineRoutes } from './account/mine-routes.ts'
import { settingsRoutes } from './account/settings-routes.ts'
import { requireSameOrigin } from './kit/requests/same-origin.ts'
import { securityHeaders } from './kit/requests/security-headers.ts'
import { createSite, type SiteDeps } from './site.ts'
import { registerSiteErrors } from './kit/requests/site-errors.ts'
import { registerSessions } from './kit/requests/viewer-of-session.ts'

/** Whoever came by https once is not led to plain http again. */
const httpsForAYear = 'max-age=31536000'

/** The pages for people, and what belongs to them. Errors in here are pages too. */
export function siteRoutes(server: FastifyInstance, deps: SiteDeps): void {
  const site = createSite(deps)
  server.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers(securityHeaders(site.mediaUrls.origin))
      if (site.settings.url().startsWith('https:')) reply.header('strict-transport-security', httpsForAYear)
    })
    registerSiteErrors(scope, site)
    requireSameOrigin(scope, site.settings.url)
    await scope.register(cookie)
    registerSessions(scope, site)
    registerRequestValues(scope, site.uploadLimits)
    browseRoutes(scope, site)
    gifRoutes(scope, site)
    createRoutes(scope, site)
    accountRoutes(scope, site)
    settingsRoutes(scope, site)
    mineRoutes(scope, site)
    adminRoutes(scope, site)
    developersRoutes(scope, site)
    apiReferenceRoutes(scope, site)
    assetRoutes(scope, site)
  })
}
