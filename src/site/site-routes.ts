import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { viewerOfToken } from '../accounts/tokens.ts'
import { bearerTokens } from '../http/plugins/authentication.ts'
import { presentContractError } from '../http/plugins/errors.ts'
import { registerRequestBodies } from '../http/plugins/request-bodies.ts'
import { readAndSend, type Surface } from '../http/surface.ts'
import { signInRoutes } from './account/sign-in-routes.ts'
import { adminRoutes } from './admin/admin-routes.ts'
import { assetRoutes } from './kit/assets/asset-routes.ts'
import { webAppRoutes } from './kit/assets/web-app.ts'
import { browseRoutes } from './browse/browse-routes.ts'
import { makerRoutes } from './maker/maker-routes.ts'
import { watermarkRoute } from './maker/watermark-route.ts'
import { importRoutes } from './import/import-routes.ts'
import { collectionsRoutes } from './collections/collections-routes.ts'
import { developersRoutes } from './developers/developers-routes.ts'
import { gifRoutes } from './gif/gif-routes.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { pickerRoutes } from './picker/picker-routes.ts'
import { describeRoutes } from './account/describe-routes.ts'
import { noticeRoutes } from './notices/notice-routes.ts'
import { mineRoutes } from './account/mine-routes.ts'
import { signOnRoutes } from './account/sign-on-routes.ts'
import { toolsRoutes } from './tools/tools-routes.ts'
import { settingsRoutes } from './account/settings-routes.ts'
import { languageRoutes, registerLanguage } from './kit/requests/language.ts'
import { requireSameOrigin } from './kit/requests/same-origin.ts'
import { securityHeaders } from './kit/requests/security-headers.ts'
import { createSite, type SiteDeps } from './site.ts'
import { registerSiteErrors } from './kit/requests/site-errors.ts'
import { registerSessions } from './kit/requests/viewer.ts'

/** Keeps browsers from using plain http after their first visit over https. */
const httpsForAYear = 'max-age=31536000'

/** The pages and their files. Errors are pages too, unless they occur before the site's hooks run. */
export function siteSurface(deps: SiteDeps): Surface {
  return {
    prefix: '',
    methods: readAndSend,
    authentication: bearerTokens((token) => viewerOfToken(deps.accounts, token), 'ignored'),
    presentError: presentContractError,
    leniency: 'strict',
    routes: (scope) => siteRoutes(scope, deps),
  }
}

async function siteRoutes(scope: FastifyInstance, deps: SiteDeps): Promise<void> {
  const site = createSite(deps)
  scope.addHook('onRequest', async ({ routeOptions }, reply) => {
    const { webAssembly = false } = routeOptions.config
    reply.headers(securityHeaders(site.mediaUrls.origins, { webAssembly }))
    if (site.settings.url().startsWith('https:')) reply.header('strict-transport-security', httpsForAYear)
  })
  registerLanguage(scope, site.settings.url)
  registerSiteErrors(scope, site)
  requireSameOrigin(scope, site.settings.url)
  await scope.register(cookie)
  registerSessions(scope, site)
  registerRequestBodies(scope, site.uploadLimits)
  languageRoutes(scope, site)
  browseRoutes(scope, site)
  gifRoutes(scope, site)
  collectionsRoutes(scope, site)
  noticeRoutes(scope, site)
  makerRoutes(scope, site)
  watermarkRoute(scope, site)
  toolsRoutes(scope, site)
  signInRoutes(scope, site)
  signOnRoutes(scope, site)
  settingsRoutes(scope, site)
  mineRoutes(scope, site)
  importRoutes(scope, site)
  describeRoutes(scope, site)
  adminRoutes(scope, site)
  developersRoutes(scope, site)
  pageRoutes(scope, site)
  pickerRoutes(scope, site)
  webAppRoutes(scope, site)
  assetRoutes(scope, site)
}
