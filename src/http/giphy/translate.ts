import Type from 'typebox'
import { AppError } from '../../lib/app-error.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { findByText } from './find-by-text.ts'
import type { MediaKind } from './media-kind.ts'
import { searchRoute } from './route.ts'
import { sendGif } from './send-gifs.ts'
import { gifValues, readHighestRating } from './values.ts'

/** The number of best GIFs to draw from, per step of weirdness; without weirdness, the best is returned. */
const gifsPerStep = 5

const values = Type.Object({
  ...gifValues,
  s: Type.Optional(Type.String()),
  weirdness: Type.Optional(Type.Number({ minimum: 0, maximum: 10, default: 0 })),
})

/** GET /gifs/translate and /stickers/translate: one GIF for a phrase. */
export function translateRoute(app: CompatServer, deps: CompatDeps, kind: MediaKind): void {
  app.get(`${kind.path}/translate`, searchRoute(values), async (request, reply) => {
    const { s, weirdness = 0, rating, fields } = request.query
    if (s === undefined) throw new AppError('missing_value', '`s` is required.', { field: 's' })
    const limit = 1 + Math.floor(weirdness * gifsPerStep)
    const found = await findByText(deps, {
      q: s,
      kind,
      maxRating: readHighestRating(rating),
      start: 0,
      limit,
    })
    const id = found.ids[Math.floor(Math.random() * found.ids.length)]
    reply.header('cache-control', 'no-store')
    return sendGif({ deps, request, reply, fields }, id)
  })
}
