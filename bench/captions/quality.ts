/** Measures how good an index is, with queries whose answers are known. */
import { LiveIndex } from '../../src/search/live-index.ts'
import type { SearchDocument, SearchFilter } from '../../src/search/search-index.ts'
import { buildIndex } from '../../src/search/upkeep/build-index.ts'
import type { KnownCatalogue } from './known-gifs.ts'
import { type KnownQuery, queryKinds, type QueryKind, type QueryMaker } from './queries.ts'

export type Quality = {
  kind: QueryKind
  asked: number
  /** The share of queries whose first ten answers include the intended one (success@10). */
  found: number
  /** The mean of 1/rank of it (mean reciprocal rank), 0 if it is not among the ten. */
  reciprocalRank: number
  /** CPU time of a query in microseconds, the mean. */
  cpuMicros: number
  /** The failed queries, with the answers of the index. */
  missed: string[]
}

const shown = 10

/** Includes NSFW GIFs: the measure is whether words find them. */
const everything: SearchFilter = { categoryId: null, ratingClasses: 0xff, hasAlpha: null, shape: null }

/** All but NSFW, which is class 4. */
const safeRatingClasses = 0b01111

/** An index like the service's, of the first documents; the last `put` of them arrive one by one, like new GIFs. */
export async function openIndex(
  { categories }: KnownCatalogue,
  documents: readonly SearchDocument[],
  put = 0,
): Promise<LiveIndex> {
  const built = documents.slice(0, documents.length - put)
  const image = await buildIndex([built], { expectedDocuments: documents.length, safeRatingClasses })
  const index = new LiveIndex(image, { safeRatingClasses })
  index.setCategories(categories)
  for (const document of documents.slice(built.length)) index.put(document)
  return index
}

export async function measureQuality(index: LiveIndex, maker: QueryMaker, count: number): Promise<Quality[]> {
  const measured: Quality[] = []
  for (const kind of queryKinds) {
    const queries = maker.make(kind, count)
    let ranks = 0
    const missed: Quality['missed'] = []
    const start = process.cpuUsage()
    for (const query of queries) {
      const { place, answer } = await ask(index, query)
      if (place < shown) ranks += 1 / (place + 1)
      else missed.push(`${describe(query)} => ${answer}`)
    }
    const { user, system } = process.cpuUsage(start)
    const asked = queries.length
    measured.push({
      kind,
      asked,
      found: 1 - missed.length / asked,
      reciprocalRank: ranks / asked,
      cpuMicros: (user + system) / asked,
      missed,
    })
  }
  return measured
}

function describe(query: KnownQuery): string {
  if (query.call === 'related') return `like GIF ${query.id}`
  return 'meant' in query ? `${query.text} (${query.meant})` : query.text
}

/** The position of the intended GIF in the answer, from 0; Infinity if it is missing. */
async function ask(index: LiveIndex, query: KnownQuery): Promise<{ place: number; answer: string }> {
  switch (query.call) {
    case 'complete': {
      const texts = index.complete(query.text, shown).map(({ text }) => text)
      const place = texts.findIndex((text) => text.split(' ').includes(query.meant))
      return { place: place === -1 ? Infinity : place, answer: texts.join(', ') }
    }
    case 'related':
      return placeAmong(index.related(query.id, everything, shown), query.ids, '')
    case 'search': {
      const { ids, match, total, corrected } = await search(index, query.text)
      return placeAmong(ids, query.ids, `${match}, ${total}${corrected === null ? '' : `, ${corrected}`}`)
    }
    default: {
      // Letters that mean nothing.
      const { total, match } = await search(index, query.text)
      return { place: total === 0 ? 0 : Infinity, answer: `${match}, ${total}` }
    }
  }
}

const search = (index: LiveIndex, text: string) =>
  index.search({ text, filter: everything, exactOnly: false, sort: 'relevance', start: 0, limit: shown })

function placeAmong(ids: readonly number[], meant: { has(id: number): boolean }, answer: string) {
  const place = ids.findIndex((id) => meant.has(id))
  return { place: place === -1 ? Infinity : place, answer }
}

/** The head of a table of `qualityRow`s. */
export const qualityHead = [
  'queries',
  'asked',
  'among the first ten',
  'mean reciprocal rank',
  'CPU µs a query',
]

export function qualityRow({ kind, asked, found, reciprocalRank, cpuMicros }: Quality): string[] {
  return [kind, String(asked), found.toFixed(3), reciprocalRank.toFixed(3), cpuMicros.toFixed(0)]
}
