import type { FastifyInstance } from 'fastify'
import { type OpenApiDocument, readReference } from './api-reference.ts'
import { apiReferencePage } from './api-reference-page.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'

/** GET /api/docs: the OpenAPI document as a page to read and to try. */
export function apiReferenceRoutes(scope: FastifyInstance, site: Site): void {
  scope.get('/api/docs', { schema: { hide: true } }, async (request, reply) => {
    const reference = readReference(scope.swagger() as unknown as OpenApiDocument)
    return sendPage(request, reply, apiReferencePage(site.view(request), reference))
  })
}
