import type { FastifyInstance } from 'fastify'
import { sendAsset } from '../kit/assets/asset-routes.ts'
import { readText } from '../kit/requests/read-query.ts'
import { securityHeaders } from '../kit/requests/security-headers.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { frameAttributes, pickerPage } from './picker-page.ts'

/** Short, as pages load the script without a version and must get a new one soon. */
const scriptCache = 'public, max-age=300, stale-while-revalidate=86400'

const maxAttributeLength = 4000

/** GET /picker.js: the element, for pages of any origin. GET /picker: the same as a frame. */
export function pickerRoutes(scope: FastifyInstance, { assets, mediaUrls, view }: Site): void {
  scope.get('/picker.js', { schema: { hide: true }, config: { rate: 'media' } }, (request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    return sendAsset(request, reply, assets.picker, scriptCache)
  })

  scope.get('/picker', { schema: { hide: true } }, async (request, reply) => {
    const { query } = request
    reply.headers({
      ...securityHeaders(mediaUrls.origins, { framedBy: '*' }),
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=60',
    })
    const given = frameAttributes
      .map((name) => [name, readText(query, name)] as const)
      .filter(([, value]) => value !== '' && value.length <= maxAttributeLength)
    return sendPage(
      request,
      reply,
      pickerPage(view(request), {
        origin: readOrigin(readText(query, 'origin')),
        attributes: Object.fromEntries(given),
      }),
    )
  })
}

/** The origin as browsers write it, or `*`; null for anything else. */
function readOrigin(text: string): string | null {
  if (text === '*') return text
  if (!URL.canParse(text)) return null
  const { origin, protocol } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? origin : null
}
