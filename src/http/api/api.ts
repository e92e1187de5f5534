import cors from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../lib/app-error.ts'
import { collectMethods } from '../plugins/methods.ts'
import { bearerTokens } from '../plugins/authentication.ts'
import { presentContractError } from '../plugins/errors.ts'
import { registerRequestBodies } from '../plugins/request-bodies.ts'
import { readAndSend, type Surface } from '../surface.ts'
import type { ApiDeps } from './api-deps.ts'
import { categoriesRoute } from './categories.ts'
import { changeGifRoute } from './change-gif.ts'
import { createFromGifRoute } from './create-from-gif.ts'
import { createFromPicturesRoute } from './create-from-pictures.ts'
import { createFromUrlRoute } from './create-from-url.ts'
import { createFromVideoRoute } from './create-from-video.ts'
import { deleteGifRoute } from './delete-gif.ts'
import { collectionRoutes } from './collections.ts'
import { favoriteRoutes } from './favorites.ts'
import { findRoutes } from './find.ts'
import { gifRoute } from './gif.ts'
import { mineRoute } from './mine.ts'
import { openApiRoute } from './openapi.ts'
import { randomGifRoute } from './random-gif.ts'
import { relatedRoute } from './related.ts'
import { statusEventsRoute } from './status-events.ts'
import { statusRoute } from './status.ts'
import { suggestRoute } from './suggest.ts'
import { trendingSearchesRoute } from './trending-searches.ts'
import { trendingRoute } from './trending.ts'
import { uploadFileRoute } from './upload-file.ts'
import { useRoute } from './use.ts'

/** The public JSON interface under /api, open to every origin. */
export function apiSurface(deps: ApiDeps): Surface {
  return {
    prefix: '/api',
    methods: [...readAndSend, 'PUT', 'PATCH', 'DELETE'],
    authentication: bearerTokens(deps.viewerOf, 'refused'),
    // An error may be sent before the CORS plugin sets its headers.
    presentError: (error, context) => ({
      ...presentContractError(error, context),
      headers: { 'access-control-allow-origin': '*' },
    }),
    leniency: 'strict',
    routes: (scope) => apiRoutes(scope, deps),
  }
}

const exposedHeaders = [
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
]
const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(', '),
}

async function apiRoutes(scope: FastifyInstance, deps: ApiDeps): Promise<void> {
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.headers(crossOriginHeaders)
    done()
  })
  // Before the scope below, which gets the hooks in any case, but only the request fields that exist by then.
  registerRequestBodies(scope, deps.uploadLimits)
  // In its own scope it only answers OPTIONS: it creates the same headers for every request.
  await scope.register(async (preflights) => {
    await preflights.register(cors, {
      origin: '*',
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['Authorization', 'Content-Type'],
      exposedHeaders,
      maxAge: 86_400,
      strictPreflight: false,
    })
  })
  const refuseOtherMethods = collectMethods(scope)
  scope.all('/', { schema: { hide: true } }, () => {
    throw new AppError('not_found', 'There is nothing at this address; see /api/docs.')
  })
  const app = scope.withTypeProvider<TypeBoxTypeProvider>()
  openApiRoute(scope, deps.siteUrl)
  categoriesRoute(app, deps)
  findRoutes(app, deps)
  gifRoute(app, deps)
  changeGifRoute(app, deps)
  deleteGifRoute(app, deps)
  mineRoute(app, deps)
  favoriteRoutes(app, deps)
  collectionRoutes(app, deps)
  randomGifRoute(app, deps)
  trendingRoute(app, deps)
  trendingSearchesRoute(app, deps)
  suggestRoute(app, deps)
  relatedRoute(app, deps)
  useRoute(app, deps)
  createFromUrlRoute(app, deps)
  createFromVideoRoute(app, deps)
  createFromPicturesRoute(app, deps)
  createFromGifRoute(app, deps)
  uploadFileRoute(app, deps)
  statusRoute(app, deps)
  statusEventsRoute(app, deps)
  refuseOtherMethods()
}
