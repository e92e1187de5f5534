import type { FastifyInstance } from 'fastify'
import type { Site } from '../site.ts'
import { adminOf } from '../kit/requests/viewer-of-session.ts'
import { accountRoutes } from './account-routes.ts'
import { categoryRoutes } from './category-routes.ts'
import { hiddenRoutes } from './hidden-routes.ts'
import { overviewRoutes } from './overview-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { taskRoutes } from './task-routes.ts'

/** The operator's pages: a room of its own, whose door lets nobody else in, whatever the address and the method. */
export function adminRoutes(scope: FastifyInstance, site: Site): void {
  scope.register(async (admin) => {
    admin.addHook('onRequest', async (request, reply) => {
      adminOf(request)
      reply.header('cache-control', 'private, no-store')
    })
    overviewRoutes(admin, site)
    taskRoutes(admin, site)
    reportRoutes(admin, site)
    hiddenRoutes(admin, site)
    categoryRoutes(admin, site)
    accountRoutes(admin, site)
  })
}
