import cors from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { AdmitCreation } from '../../creation/admission.ts'
import type { GifLimits } from '../../creation/limits.ts'
import type { SubmitCreation } from '../../creation/submit-creation.ts'
import type { TaskQueue } from '../../creation/task-queue.ts'
import { AppError } from '../../lib/app-error.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import { watchMethods } from '../plugins/methods.ts'
import { registerErrors } from '../plugins/errors.ts'
import { type UploadLimits, registerRequestValues } from '../plugins/request-values.ts'
import { categoriesRoute } from './categories.ts'
import { createFromPicturesRoute } from './create-from-pictures.ts'
import { createFromUrlRoute } from './create-from-url.ts'
import { createFromVideoRoute } from './create-from-video.ts'
import { findRoutes } from './find.ts'
import { gifRoute } from './gif.ts'
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
  catalogue: CatalogueStore
  tasks: TaskQueue
  mediaUrls: MediaUrls
  submitCreation: SubmitCreation
  admitCreation: AdmitCreation
  uploadLimits: UploadLimits
  gifLimits: GifLimits
  /** Status streams that may be open at once. */
  eventStreams: { max: number; perAddress: number }
}

/** The public JSON interface under /api, open to every origin. */
export function registerApi(server: FastifyInstance, deps: ApiDeps): void {
  server.register(
    async (scope) => {
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
      registerErrors(scope)
      registerRequestValues(scope, deps.uploadLimits)
      const refuseOtherMethods = watchMethods(scope)
      scope.all('/', { schema: { hide: true } }, () => {
        throw new AppError('not_found', 'There is nothing at this address; see /api/docs.')
      })
      const app = scope.withTypeProvider<TypeBoxTypeProvider>()
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
    },
    { prefix: '/api' },
  )
}
