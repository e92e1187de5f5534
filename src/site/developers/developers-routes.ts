import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Category } from '../../catalogue/category.ts'
import { findGifs } from '../../catalogue/find-gifs.ts'
import type { Gif } from '../../catalogue/gif.ts'
import { presentGif, presentGifWithCategory } from '../../http/records/present.ts'
import { httpStatuses } from '../../http/plugins/errors.ts'
import { errorCodes } from '../../lib/app-error.ts'
import { apiReferencePage } from './api-reference-page.ts'
import { type OpenApiDocument, readReference } from './api-reference.ts'
import { type Manual, developersPage } from './developers-page.ts'
import { useItInPage } from './use-it-in-page.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'

/**
 * GET /developers: the guide, with the newest GIF as its example. GET /developers/use-it-in: settings for other apps.
 * GET /api/docs: the OpenAPI document as a page.
 */
export function developersRoutes(scope: FastifyInstance, site: Site): void {
  scope.get('/developers', { schema: { hide: true } }, async (request, reply) =>
    sendPage(request, reply, developersPage(site.view(request), await manualFor(site, request))),
  )
  scope.get('/developers/use-it-in', { schema: { hide: true } }, async (request, reply) =>
    sendPage(request, reply, useItInPage(site.view(request))),
  )
  scope.get('/api/docs', { schema: { hide: true } }, async (request, reply) => {
    const reference = readReference((await scope.openApi()) as unknown as OpenApiDocument)
    return sendPage(request, reply, apiReferencePage(site.view(request), reference))
  })
}

const statuses = new Map(Object.entries(httpStatuses))
const errors = Object.entries(errorCodes).map(([code, meaning]) => ({
  code,
  meaning,
  status: statuses.get(code) ?? 500,
}))

async function manualFor(site: Site, request: FastifyRequest): Promise<Manual> {
  const { catalogue, accounts, limits, uploadLimits, rates } = site
  const { account } = request.viewer
  const newest = { text: '', categoryCode: null, maxRating: 'pg-13' as const, start: 0, limit: 1 }
  const [[category = animals], { gifs }, tokens] = await Promise.all([
    catalogue.listCategories(),
    findGifs(site, newest),
    account === null ? [] : accounts.tokens(account.id),
  ])
  const example = gifs[0] ?? exampleGif(category)
  const isShown = account !== null || limits.accountNeeded
  return {
    commands: {
      absolute: site.view(request).links.absolute,
      token: isShown ? `${tokens[0]?.hint ?? 'gw_'}…your-token` : null,
      category,
      gif: presentGifWithCategory(example, site),
      renditions: someRenditions(example, site),
    },
    limits: { creation: limits, uploads: uploadLimits, rates },
    errors,
    hasToken: tokens.length > 0,
  }
}

/** Two of a GIF's files, as an excerpt; real answers have all of them. */
function someRenditions(gif: Gif, site: Site): object {
  const { gif: whole, mp4 } = gif.renditions
  const some = { ...gif, renditions: { ...(whole && { gif: whole }), ...(mp4 && { mp4 }) } }
  return presentGif(some, site, { renditions: true }).renditions ?? {}
}

const animals: Category = { id: 1, code: 'animals', name: 'Animals' }

/** The example GIF of an instance that has none yet. */
function exampleGif(category: Category): Gif {
  return {
    id: 0,
    code: 'Xk3v9QzP1aBc',
    tenorId: '5283918264093751846',
    mediaId: 'c2Vq8LrT5nYw7HdJ',
    title: 'A cat sees snow',
    category,
    tags: ['cat', 'snow'],
    width: 480,
    height: 270,
    durationMs: 3000,
    frames: 45,
    renditions: {
      gif: { width: 480, height: 270, bytes: 1_842_311, frames: 45 },
      mp4: { width: 480, height: 270, bytes: 214_508, frames: 45 },
    },
    hasAlpha: false,
    alt: null,
    flashing: null,
    visibility: 'public',
    rating: null,
    hidden: false,
    ownerId: null,
    createdAt: Date.UTC(2026, 0, 1),
  }
}
