import type { FastifyInstance } from 'fastify'
import type { Site } from '../site.ts'
import { adminOf, logAdminChange } from '../kit/requests/viewer.ts'
import { adminAccountRoutes } from './admin-account-routes.ts'
import { appRoutes } from './app-routes.ts'
import { categoryRoutes } from './category-routes.ts'
import { adminCollectionRoutes } from './collections-routes.ts'
import { duplicateRoutes } from './duplicate-routes.ts'
import { adminDescribeRoutes } from './describe-routes.ts'
import { hiddenRoutes } from './hidden-routes.ts'
import { overviewRoutes } from './overview-routes.ts'
import { ratingsRoutes } from './ratings-routes.ts'
import { adminNoticeRoutes } from './notice-routes.ts'
import { reviewRoutes } from './review-routes.ts'
import { taskRoutes } from './task-routes.ts'
import { html } from '../../lib/html.ts'
import { webhookRoutes } from '../kit/webhooks/webhook-routes.ts'
import { adminPage } from './admin-page.ts'

/** The operator's pages. A hook refuses everyone else for any path and method. */
export function adminRoutes(scope: FastifyInstance, site: Site): void {
  scope.register(async (admin) => {
    admin.addHook('onRequest', async (request, reply) => {
      adminOf(request)
      reply.header('cache-control', 'private, no-store')
    })
    overviewRoutes(admin, site)
    taskRoutes(admin, site)
    adminNoticeRoutes(admin, site)
    reviewRoutes(admin, site)
    hiddenRoutes(admin, site)
    adminCollectionRoutes(admin, site)
    duplicateRoutes(admin, site)
    ratingsRoutes(admin, site)
    adminDescribeRoutes(admin, site)
    categoryRoutes(admin, site)
    adminAccountRoutes(admin, site)
    appRoutes(admin, site)
    operatorWebhookRoutes(admin, site)
  })
}

/** GET /admin/webhooks: the operator's webhooks. */
function operatorWebhookRoutes(scope: FastifyInstance, site: Site): void {
  webhookRoutes(scope, site, {
    path: '/admin/webhooks',
    ownerOf(request) {
      adminOf(request)
      return null
    },
    hint: (view) => view.messages.webhooks.operatorHint,
    frame: (view, title, main) =>
      adminPage(view, { tab: 'webhooks', title, main: html`<div class="stack">${main}</div>` }),
    onChange: (request, action, webhook) => logAdminChange(request, action, { webhook }),
  })
}
