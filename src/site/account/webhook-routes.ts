import type { FastifyInstance } from 'fastify'
import { html } from '../../lib/html.ts'
import { layout } from '../kit/page/layout.ts'
import { signedInAccount } from '../kit/requests/signed-in-account.ts'
import { webhookRoutes } from '../kit/webhooks/webhook-routes.ts'
import type { Site } from '../site.ts'

/** GET /settings/webhooks: the webhooks of an account. */
export function accountWebhookRoutes(scope: FastifyInstance, site: Site): void {
  webhookRoutes(scope, site, {
    path: '/settings/webhooks',
    ownerOf: (request) => signedInAccount(request).id,
    hint: (view) => view.messages.webhooks.hint,
    frame: (view, title, main) =>
      layout(view, {
        feature: 'account',
        title,
        indexed: false,
        main: html`<div class="page--text stack">
          <h1>${title}</h1>
          ${main}
        </div>`,
      }),
  })
}
