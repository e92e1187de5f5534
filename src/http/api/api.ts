import cors from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { AdmitCreation } from '../../creation/admission.ts'
import type { OptionLimits } from '../../options/option.ts'
import type { SubmitCreation } from '../../creation/submit-creation.ts'
import type { TaskQueue } from '../../creation/task-queue.ts'
import { AppError } from '../../lib/app-error.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import { watchMethods } from '../plugins/methods.ts'
import { bearerTokens } from '../plugins/authentication.ts'
import { presentContractError } from '../plugins/errors.ts'
import { type UploadLimits, registerRequestBodies } from '../plugins/request-bodies.ts'
import { type Authentication, readAndSend, type Surface } from '../surface.ts'
import { categoriesRoute } from './categories.ts'
import { createFromPicturesRoute } from './create-from-pictures.ts'
import { createFromUrlRoute } from './create-from-url.ts'
import { createFromVideoRoute } from './create-from-video.ts'
import { findRoutes } from './find.ts'
import { gifRoute } from './gif.ts'
import { openApiRoute } from './openapi.ts'
import { randomGifRoute } from './random-gif.ts'
import { statusEventsRoute } from './status-events.ts'
import { statusRoute } from './status.ts'

export type ApiServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export type ApiDeps = {
  viewerOf: Authentication['viewerOf']
  /** The address of the site without a slash at its end; known only after listening where the port is 0. */
  siteUrl: () => string
  catalogue: CatalogueStore
  tasks: TaskQueue
  mediaUrls: MediaUrls
  submitCreation: SubmitCreation
  admitCreation: AdmitCreation
  uploadLimits: UploadLimits
  gifLimits: OptionLimits
  /** Status streams that may be open at once. */
  eventStreams: { max: number; perAddress: number }
}

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

async function apiRoutes(scope: FastifyInstance, deps: ApiDeps): Promise<void> {
  await scope.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type'],
    exposedHeaders: [
      'Retry-After',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'X-Request-Id',
    ],
    maxAge: 86_400,
    strictPreflight: false,
  })
  registerRequestBodies(scope, deps.uploadLimits)
  const refuseOtherMethods = watchMethods(scope)
  scope.all('/', { schema: { hide: true } }, () => {
    throw new AppError('not_found', 'There is nothing at this address; see /api/docs.')
  })
  const app = scope.withTypeProvider<TypeBoxTypeProvider>()
  openApiRoute(scope, deps.siteUrl)
  categoriesRoute(app, deps)
  findRoutes(app, deps)
  gifRoute(app, deps)
  randomGifRoute(app, deps)
  createFromUrlRoute(app, deps)
  createFromVideoRoute(app, deps)
  createFromPicturesRoute(app, deps)
  statusRoute(app, deps)
  statusEventsRoute(app, deps)
  refuseOtherMethods()
}
