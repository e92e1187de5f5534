import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ForwardIndex, hasBit, readTokens } from '../part/forward-index.ts'
import { Part } from '../part/part.ts'
import type { Match, SearchAnswer, SearchQuery, SearchSort } from '../search-index.ts'
import { correctText } from './corrected-text.ts'
import { bestTier, DocumentScorer, type Tier } from './document-scorer.ts'
import { allowedFacets, passesFilter } from './filters.ts'
import type { IndexView } from './index-view.ts'
import {
  addNearTerms,
  firstNearRank,
  prefixRank,
  type QueryWord,
  readQueryWords,
  unmatched,
} from './query-words.ts'
import { markWord } from './word-bitmaps.ts'

/** A stage that finds fewer GIFs than this is followed by the next one. */
const enoughHits = 10

/** GIFs that match whole in the title: so many of the most used are looked at for words side by side. */
const rescoreWindow = 1000

/** Work between two looks at the event loop, in ms. */
const chunkTime = 2

type Hit = { documents: ForwardIndex; doc: number; tier: Tier; uses: number; id: number }

/** Finds the GIFs that answer a query, at one moment of the index. Yields to the event loop every few milliseconds. */
export async function evaluateQuery(view: IndexView, query: SearchQuery): Promise<SearchAnswer> {
  const work = answer(view, query)
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await nextTurn()
  }
}

const nothing = (): SearchAnswer => ({ match: 'exact', total: 0, ids: [], corrected: null })

function* answer(view: IndexView, query: SearchQuery): Generator<void, SearchAnswer> {
  if (query.text.trim() === '') {
    const hits = yield* findHits(view, query, [], 0)
    return page('exact', hits, query, [], view, query.sort === 'relevance' ? 'newest' : query.sort)
  }
  const words = readQueryWords(query.text, view)
  if (words.length === 0) return nothing()
  const exact = yield* findHits(view, query, words, 0)
  if (exact.length >= enoughHits || query.exactOnly) return page('exact', exact, query, words, view)
  let nearWords = addNearTerms(words, 1, view)
  let close = yield* findHits(view, query, nearWords, 0)
  if (close.length < enoughHits) {
    nearWords = addNearTerms(words, 2, view)
    close = yield* findHits(view, query, nearWords, 0)
  }
  if (close.length > 0)
    return page(close.length === exact.length ? 'exact' : 'close', close, query, nearWords, view)
  const partial = words.length < 2 ? [] : yield* findHits(view, query, nearWords, 1)
  return partial.length > 0 ? page('partial', partial, query, nearWords, view) : nothing()
}

function* findHits(
  view: IndexView,
  { filter }: SearchQuery,
  words: readonly QueryWord[],
  missing: 0 | 1,
): Generator<void, Hit[]> {
  const scorer = new DocumentScorer(words, missing, view.vocabulary)
  const facets = allowedFacets(filter)
  const hits: Hit[] = []
  let began = performance.now()
  scorer.begin()
  for (const documents of [...view.parts, ...view.deltas]) {
    const candidates =
      documents instanceof Part && words.length > 0
        ? findCandidates(documents, words, missing, view)
        : undefined
    for (let doc = 0; doc < documents.size; doc += 1) {
      if (candidates !== undefined && !hasBit(candidates, doc)) continue
      if (!passesFilter(documents, doc, facets, filter.categoryId)) continue
      const tier = words.length === 0 ? bestTier : scorer.score(documents, doc)
      if (tier < 0) continue
      hits.push({ documents, doc, tier, uses: documents.uses[doc] ?? 0, id: documents.ids[doc] ?? 0 })
      if (hits.length % 256 === 0 && performance.now() - began > chunkTime) {
        scorer.end()
        yield
        scorer.begin()
        began = performance.now()
      }
    }
  }
  scorer.end()
  return hits
}

function findCandidates(
  part: Part,
  words: readonly QueryWord[],
  missing: 0 | 1,
  { vocabulary }: IndexView,
): Uint32Array {
  const [first = new Uint32Array(0), ...others] = words.map((word) =>
    markWord(part, word, word.near.length > 0 ? unmatched - 1 : prefixRank, vocabulary),
  )
  const all = first.slice()
  const allButOne = first.slice().fill(missing === 0 ? 0 : 0xffff_ffff)
  for (const bits of others) {
    for (let at = 0; at < all.length; at += 1) {
      allButOne[at] = ((allButOne[at] ?? 0) & (bits[at] ?? 0)) | (missing === 0 ? 0 : (all[at] ?? 0))
      all[at] = (all[at] ?? 0) & (bits[at] ?? 0)
    }
  }
  return missing === 0 ? all : allButOne
}

const newest = (a: Hit, b: Hit) => b.id - a.id
const popular = (a: Hit, b: Hit) => b.uses - a.uses || newest(a, b)

function page(
  match: Match,
  hits: Hit[],
  query: SearchQuery,
  words: readonly QueryWord[],
  view: IndexView,
  sort: SearchSort = query.sort,
): SearchAnswer {
  let sorted = hits.toSorted((a, b) => a.tier - b.tier || popular(a, b))
  const corrected = match === 'close' ? correctedText(sorted[0], words, query.text, view) : null
  if (sort === 'newest') sorted = hits.toSorted(newest)
  else if (sort === 'popular') sorted = hits.toSorted(popular)
  else {
    const window = sorted.filter(({ tier }) => tier === bestTier).slice(0, rescoreWindow)
    const scorer = new DocumentScorer(words, 1, view.vocabulary)
    scorer.begin()
    const together = window.filter((hit) => standTogether(hit, words, scorer))
    scorer.end()
    sorted = [...together, ...window.filter((hit) => !together.includes(hit)), ...sorted.slice(window.length)]
  }
  const ids = sorted.slice(query.start, query.start + query.limit).map(({ id }) => id)
  return { match, total: hits.length, ids, corrected }
}

function standTogether(
  { documents, doc }: Hit,
  words: readonly QueryWord[],
  scorer: DocumentScorer,
): boolean {
  scorer.score(documents, doc)
  const tokens: number[] = []
  tokens.length = readTokens(documents, doc, tokens)
  const end = tokens.indexOf(-1)
  const title = end === -1 ? tokens : tokens.slice(0, end)
  const phrase = words.filter((_, at) => scorer.best[at] !== unmatched).flatMap(({ ids }) => ids)
  return title.some((_, at) => phrase.every((id, index) => title[at + index] === id))
}

function correctedText(
  first: Hit | undefined,
  words: readonly QueryWord[],
  text: string,
  view: IndexView,
): string | null {
  if (first === undefined) return null
  const scorer = new DocumentScorer(words, 0, view.vocabulary)
  scorer.begin()
  scorer.score(first.documents, first.doc)
  scorer.end()
  const tokens: number[] = []
  tokens.length = readTokens(first.documents, first.doc, tokens)
  const there = new Set([...tokens, ...view.categories.nameOf(first.documents.categories[first.doc] ?? 0)])
  const respelt = new Map<string, string>()
  for (const [at, word] of words.entries()) {
    const term = word.near.find(({ id, cost }) => firstNearRank + cost === scorer.best[at] && there.has(id))
    if (term?.respelling === true) respelt.set(word.tokens[0] ?? '', view.vocabulary.termOf(term.id))
  }
  return correctText(text, respelt)
}
