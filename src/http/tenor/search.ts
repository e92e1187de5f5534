import type { Static } from 'typebox'
import { findGifIds } from '../../catalogue/find-gifs.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { cacheBriefly } from '../compat/cache-briefly.ts'
import { describeClient } from '../describe-client.ts'
import { type PagePlace, readPageToken } from './page-token.ts'
import { isOn, readContentFilter, readKind, readLimit, readShape, readTyped } from './read-values.ts'
import { type ResultPage, sendResultPage } from './results.ts'
import { searchQuery } from './schemas.ts'
import { randomInt } from 'node:crypto'

/** GET /search. */
export function tenorSearchRoute(app: CompatServer, deps: CompatDeps): void {
  app.get(
    '/search',
    { config: { rate: 'search' }, schema: { hide: true, querystring: searchQuery } },
    async (request, reply) => {
      const { query } = request
      const text = readTyped(query.q)
      const place = placeOf(query)
      if (place.seed === 0) cacheBriefly(reply)
      else reply.header('cache-control', 'no-store')
      const { match, ...page } = await findPage(deps, query, text, place)
      if (text !== '')
        deps.discovery.noteSearch(
          { text, start: place.start, match, total: page.total },
          describeClient(request),
        )
      return sendResultPage(deps, request, reply, page, query.media_filter)
    },
  )
}

type SearchQuery = Static<typeof searchQuery>

/** The number of best GIFs to shuffle in random order; the others follow by relevance. */
const maxShuffled = 500

function placeOf({ pos, random }: SearchQuery): PagePlace {
  const place = readPageToken(pos)
  return isOn(random) && place.start === 0 ? { start: 0, seed: newSeed() } : place
}

async function findPage(
  deps: CompatDeps,
  query: SearchQuery,
  text: string,
  place: PagePlace,
): Promise<ResultPage & { match: 'exact' | 'close' | 'partial' }> {
  const limit = readLimit(query.limit)
  const kind = readKind(query.searchfilter)
  if (text === '' || kind === 'stills')
    return { match: 'exact', total: 0, ids: [], place, limit, query: null }
  const filter = {
    text,
    categoryCode: null,
    maxRating: readContentFilter(query.contentfilter),
    hasAlpha: kind === 'stickers' ? true : null,
    shape: readShape(query.ar_range),
  }
  const { start, seed } = place
  const isShuffled = seed !== 0 && start < maxShuffled
  const range = isShuffled ? { start: 0, limit: maxShuffled } : { start, limit }
  const { match, total, ids } = await findGifIds(deps, { ...filter, ...range })
  const shown = isShuffled ? shuffleIds(ids, seed).slice(start, start + limit) : ids
  const { maxRating, shape } = filter
  const wanted = { text, maxRating, stickers: kind === 'stickers', shape }
  return { match, total, ids: shown, place, limit, query: wanted }
}

/** A seed for a new order; never 0. */
function newSeed(): number {
  return randomInt(1, 2 ** 32)
}

/** The ids in a seemingly random order that depends only on the seed, so that its pages have no duplicates. */
export function shuffleIds(ids: readonly number[], seed: number): number[] {
  return ids
    .map((id) => ({ id, place: scatter(id ^ seed) }))
    .toSorted((a, b) => a.place - b.place || a.id - b.id)
    .map(({ id }) => id)
}

/** The finalizer of MurmurHash3: a different, well-distributed number for each 32-bit number. */
function scatter(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
