import Type from 'typebox'
import type { Rating } from '../../catalogue/gif.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { findByText } from './find-by-text.ts'
import type { MediaKind } from './media-kind.ts'
import { plainRoute, searchRoute } from './route.ts'
import { sendGif } from './send-gifs.ts'
import { gifValues, readHighestRating } from './values.ts'
import { randomId } from '../../lib/ids.ts'
import { envelope } from './envelope.ts'

/** Long enough that none is given twice. */
const idLength = 32

/** GET /randomid: an id for an app or its user. It is not stored. */
export function randomIdRoute(app: CompatServer): void {
  app.get('/randomid', plainRoute, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return envelope({ random_id: randomId(idLength) }, request.id)
  })
}

/** The number of best GIFs to draw from: a place far down costs as much as all before it. */
const maxDrawn = 1000

const values = Type.Object({ ...gifValues, tag: Type.Optional(Type.String()) })

/** GET /gifs/random and /stickers/random; `data` is an empty list if nothing matches. */
export function randomRoute(app: CompatServer, deps: CompatDeps, kind: MediaKind): void {
  app.get(`${kind.path}/random`, searchRoute(values), async (request, reply) => {
    const { tag = '', rating, fields } = request.query
    const id = await draw(deps, { tag, kind, maxRating: readHighestRating(rating) })
    reply.header('cache-control', 'no-store')
    return sendGif({ deps, request, reply, fields }, id)
  })
}

async function draw(
  deps: CompatDeps,
  { tag, kind, maxRating }: { tag: string; kind: MediaKind; maxRating: Rating },
): Promise<number | undefined> {
  const hasTag = tag.trim() !== ''
  if (!hasTag && kind.hasAlpha === null)
    return (await deps.catalogue.random({ categoryId: null, maxRating }))?.id
  const find = async (start: number) =>
    hasTag
      ? findByText(deps, { q: tag, kind, maxRating, start, limit: 1 })
      : deps.discovery.trendingPage(
          { categoryId: null, maxRating, hasAlpha: kind.hasAlpha },
          { start, limit: 1 },
        )
  const first = await find(0)
  const place = Math.floor(Math.random() * Math.min(first.total, maxDrawn))
  const { ids } = place === 0 ? first : await find(place)
  return ids[0]
}
