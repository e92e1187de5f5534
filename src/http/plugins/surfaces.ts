import type { FastifyInstance } from 'fastify'
import { registerValues } from '../read-values.ts'
import { type Surface, surfaceOf } from '../surface.ts'
import { answerUnknownAddresses } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** `request.routeOptions`, which fastify makes anew each time it is read. */
    route: FastifyRequest['routeOptions']
  }
}

/**
 * Sets `request.surface` and `request.route` for all hooks that follow. Those of every request call `done` where there is
 * nothing to wait for, and return a promise where there is: fastify takes both, and an async hook costs each request one.
 */
export function identifySurface(app: FastifyInstance, surfaces: readonly Surface[]): void {
  app.decorateRequest('surface')
  app.decorateRequest('route')
  app.addHook('onRequest', (request, _reply, done) => {
    request.route = request.routeOptions
    request.surface = request.route.config.surface ?? surfaceOf(surfaces, request.url)
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
