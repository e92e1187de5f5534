import type { FastifyInstance } from 'fastify'
import { answerErrors } from '#src/http/plugins/errors.ts'
import { identifySurface, mountSurfaces } from '#src/http/server.ts'
import type { Surface } from '#src/http/surface.ts'

/** Serves surfaces without the limits and the other plugins of the production server. */
export function serveSurfaces(app: FastifyInstance, surfaces: readonly Surface[]): void {
  identifySurface(app, surfaces)
  answerErrors(app)
  mountSurfaces(app, surfaces)
}
