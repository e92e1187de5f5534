import type { FastifyInstance } from 'fastify'
import { html } from '../../lib/html.ts'
import { logAdminChange } from '../kit/requests/log-admin-change.ts'
import { adminOf } from '../kit/requests/viewer-of-session.ts'
import { webhookRoutes } from '../kit/webhooks/webhook-routes.ts'
import type { Site } from '../site.ts'
import { adminPage } from './admin-page.ts'

/** GET /admin/webhooks: the operator's webhooks. */
export function operatorWebhookRoutes(scope: FastifyInstance, site: Site): void {
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
