import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Match, SearchAnswer, SearchQuery } from '../search-index.ts'
import { Chunks } from './chunks.ts'
import { correctText } from './corrected-text.ts'
import { DocumentScorer } from './document-scorer.ts'
import { filterOf, type QueryFilter } from './filters.ts'
import { findAll, findInPart, type Stage } from './find-hits.ts'
import { findInDelta } from './find-in-delta.ts'
import type { Hits } from './hits.ts'
import type { IndexView } from './index-view.ts'
import { MergedHits } from './merged-hits.ts'
import { answerOneWord } from './one-word.ts'
import { type Page, takePage } from './page.ts'
import { defaultTuning, enoughHits, type Tuning } from './tuning.ts'
import { addNearTerms, type QueryWord, readQueryWords } from './query-words.ts'

/** Finds the GIFs that answer a query. Yields to the event loop every few milliseconds. */
export async function evaluateQuery(
  view: IndexView,
  query: SearchQuery,
  tuning = defaultTuning,
): Promise<SearchAnswer> {
  const short = answerOneWord(view, query, tuning)
  if (short !== null) return short
  const work = new Evaluation(view, query, tuning).run()
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await nextTurn()
  }
}

type Found = { stage: Stage; hits: Hits[]; total: number }

class Evaluation {
  readonly #view: IndexView
  readonly #query: SearchQuery
  readonly #filter: QueryFilter
  readonly #tuning: Tuning
  readonly #chunks: Chunks

  constructor(view: IndexView, query: SearchQuery, tuning: Tuning) {
    this.#view = view
    this.#query = query
    this.#tuning = tuning
    this.#chunks = new Chunks(tuning.chunkTime)
    this.#filter = filterOf(query.filter)
  }

  *run(): Generator<void, SearchAnswer> {
    const query = this.#query
    if (query.text.trim() === '') {
      const found = yield* this.#find([], 0, false)
      return yield* this.#answer('exact', found, query.sort === 'relevance' ? 'newest' : query.sort)
    }
    const words = readQueryWords(query.text, this.#view)
    if (words.length === 0) return noAnswer
    const exact = yield* this.#find(words, 0, false)
    if (exact.total >= enoughHits || query.exactOnly) return yield* this.#answer('exact', exact)
    let nearWords = addNearTerms(words, 1, this.#view)
    let close = yield* this.#find(nearWords, 0, true)
    if (close.total < enoughHits) {
      nearWords = addNearTerms(words, 2, this.#view)
      close = yield* this.#find(nearWords, 0, true)
    }
    if (close.total > 0) return yield* this.#answer(close.total === exact.total ? 'exact' : 'close', close)
    if (words.length < 2) return noAnswer
    const partial = yield* this.#find(nearWords, 1, true)
    return partial.total > 0 ? yield* this.#answer('partial', partial) : noAnswer
  }

  *#find(words: readonly QueryWord[], missing: 0 | 1, isNear: boolean): Generator<void, Found> {
    const view = this.#view
    const scorer = new DocumentScorer(words, missing, view.vocabulary)
    const stage = { words, missing, isNear, scorer, tuning: this.#tuning }
    const hits: Hits[] = []
    stage.scorer.begin()
    // The deltas come first: they are read in one go, and change most.
    for (const delta of view.deltas) hits.push(yield* findInDelta(delta, stage, this.#filter, this.#chunks))
    let total = hits.reduce((sum, one) => sum + one.total, 0)
    for (const part of view.parts) {
      const found =
        words.length === 0
          ? findAll(part, this.#filter)
          : yield* findInPart(part, stage, this.#filter, view, this.#chunks)
      hits.push(found)
      // Counted part by part, because that may take as long as finding them.
      total += found.total
      if (this.#chunks.isDue()) {
        stage.scorer.end()
        yield* this.#chunks.pause()
        stage.scorer.begin()
      }
    }
    stage.scorer.end()
    return { stage, hits, total }
  }

  *#answer(
    match: Match,
    { stage, hits, total }: Found,
    sort = this.#query.sort,
  ): Generator<void, SearchAnswer> {
    const { text } = this.#query
    const chunks = this.#chunks
    stage.scorer.begin()
    let page: Page = { ids: [], first: null }
    // The first hit by relevance shows how the query was spelled.
    if (match === 'close' && sort !== 'relevance')
      page = yield* takePage(new MergedHits(hits, 'relevance'), stage, { start: 0, limit: 1 }, chunks)
    const { first } = page
    page = yield* takePage(new MergedHits(hits, sort), stage, this.#query, chunks)
    stage.scorer.end()
    const corrected =
      match === 'close'
        ? correctText(text, sort === 'relevance' ? page.first : first, stage, this.#view)
        : null
    return { match, total, ids: page.ids, corrected }
  }
}

const noAnswer: SearchAnswer = { match: 'exact', total: 0, ids: [], corrected: null }
