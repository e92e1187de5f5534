import type { FastifyInstance } from 'fastify'
import { registerValues } from '../read-values.ts'
import { type Surface, surfaceOf } from '../surface.ts'
import { answerUnknownAddresses } from './errors.ts'

/** Sets `request.surface` for all hooks that follow. */
export function identifySurface(app: FastifyInstance, surfaces: readonly Surface[]): void {
  app.decorateRequest('surface')
  app.addHook('onRequest', (request, _reply, done) => {
    request.surface = request.routeOptions.config.surface ?? surfaceOf(surfaces, request.url)
    done()
  })
}

/** Adds the routes of each surface, in a scope of its own. */
export function mountSurfaces(app: FastifyInstance, surfaces: readonly Surface[]): void {
  for (const surface of surfaces) {
    const mount = async (scope: FastifyInstance) => {
      scope.addHook('onRoute', (route) => {
        route.config = { surface, ...route.config }
      })
      registerValues(scope, surface.leniency)
      if (surface.prefix) answerUnknownAddresses(scope)
      await surface.routes(scope)
    }
    app.register(mount, { prefix: surface.prefix ?? '' })
  }
}
