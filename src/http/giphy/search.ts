import Type from 'typebox'
import { AppError } from '../../lib/app-error.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { describeClient } from '../describe-client.ts'
import { findByText } from './find-by-text.ts'
import type { MediaKind } from './media-kind.ts'
import { plainRoute, searchRoute } from './route.ts'
import { sendGifs } from './send-gifs.ts'
import { findUpstreamGifs } from './upstream-gifs.ts'
import { gifValues, pageValues, readHighestRating, readOffsetPage } from './values.ts'
import { emptyListRoute } from './empty-lists.ts'
import { envelope } from './envelope.ts'

const values = Type.Object({
  ...gifValues,
  ...pageValues(),
  q: Type.Optional(Type.String()),
  sort: Type.Optional(Type.String()),
})

/** GET /gifs/search and /stickers/search. */
export function searchGifsRoute(app: CompatServer, deps: CompatDeps, kind: MediaKind): void {
  app.get(`${kind.path}/search`, searchRoute(values), async (request, reply) => {
    const { q, rating, sort, fields } = request.query
    if (q === undefined) throw new AppError('missing_value', '`q` is required.', { field: 'q' })
    const page = readOffsetPage(request.query)
    const maxRating = readHighestRating(rating)
    const newestFirst = sort?.trim().toLowerCase() === 'recent'
    const found = await findByText(deps, { q, kind, maxRating, newestFirst, ...page })
    const { text, channel, match, total, ids } = found
    if (text !== '')
      deps.discovery.noteSearch({ text, start: page.start, match, total }, describeClient(request))
    const added =
      deps.upstreamFiles === null || text === '' || channel !== null
        ? []
        : await findUpstreamGifs(deps, request, { text, kind, maxRating, ...page, total, count: ids.length })
    return sendGifs({ deps, request, reply, fields }, { ids, total, offset: page.start, added })
  })
}

/** GET /v2/emoji and /v2/emoji/{id}/variations, which are empty here. */
export function emojiRoutes(app: CompatServer): void {
  emptyListRoute(app, '/emoji')
  app.get('/emoji/:id/variations', plainRoute, async (request) => envelope([], request.id))
}
