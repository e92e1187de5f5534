import type { FastifyInstance } from 'fastify'
import { sidePixels } from '../../options/format-limits.ts'
import { maxHeight } from '../../options/rules/gif-frames.ts'
import { noPage } from '../kit/requests/site-errors.ts'
import { readText } from '../kit/requests/read-query.ts'
import type { Site } from '../site.ts'

export const watermarkPath = '/create/watermark.png'

/** The watermark for a GIF of a size, which the preview in the browser draws over its frames: a transparent PNG. */
export function watermarkRoute(scope: FastifyInstance, site: Site): void {
  // GIFs from pictures have a limit of their own.
  const maxWidth = Math.max(site.limits.maxWidth, sidePixels.max)
  scope.get(watermarkPath, { schema: { hide: true } }, async (request, reply) => {
    const [width, height] = ['width', 'height'].map((name) => Number(readText(request.query, name)))
    const text = site.view(request).watermark
    if (text === null || !isSide(width, maxWidth) || !isSide(height, maxHeight)) throw noPage()
    const png = await site.drawWatermark(text, { width, height })
    // Who has no watermark today may have one tomorrow.
    reply.header('cache-control', 'private, max-age=600')
    return png === null ? reply.code(204).send() : reply.type('image/png').send(png)
  })
}

function isSide(pixels: number | undefined, most: number): pixels is number {
  return pixels !== undefined && Number.isInteger(pixels) && pixels >= 1 && pixels <= most
}
