import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeGif } from '../../catalogue/change-gif.ts'
import type { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { listingOf } from '../kit/page/list-pages.ts'
import { readPage, readPathText, readText } from '../kit/requests/read-query.ts'
import { readRatingChoice } from '../kit/forms/rating.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { adminChange, backValues } from './admin-change.ts'
import { redirectWith } from './admin-page.ts'
import { ratingsPage } from './ratings-page.ts'

const path = '/admin/ratings'
const pageSize = 20

/** GET /admin/ratings: the unrated GIFs, and the form to rate one. */
export function ratingsRoutes(scope: FastifyInstance, site: Site): void {
  scope.get(path, { schema: { hide: true } }, async (request, reply) =>
    sendPage(request, reply, await renderRatings(site, request, request.query)),
  )

  adminChange(scope, site, `${path}/:code`, {
    values: Type.Object({ rating: Type.String({ maxLength: 20 }), ...backValues.properties }),
    action: 'rate gif',
    async handle({ rating, back }, request) {
      const code = readPathText(request, 'code')
      await changeGif(site.catalogue, code, request.viewer, { rating: readRatingChoice(rating) })
      return { about: { gif: code, rating }, to: redirectWith('rated', path, back) }
    },
    rerender: (typed, error, request) =>
      renderRatings(site, request, Object.fromEntries(new URLSearchParams(String(typed.back))), error),
  })
}

async function renderRatings(
  { catalogue, view }: Site,
  request: FastifyRequest,
  query: unknown,
  error?: AppError,
): Promise<Html> {
  const page = readPage(query)
  const [counts, gifs] = await Promise.all([
    catalogue.ratingCounts(),
    catalogue.unrated({ start: (page - 1) * pageSize, limit: pageSize }),
  ])
  return ratingsPage(view(request), {
    counts,
    gifs,
    listing: listingOf(path, {}, page, counts.get(null) ?? 0, pageSize),
    done: readText(query, 'done'),
    ...(error !== undefined && { error }),
  })
}
