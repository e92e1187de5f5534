import type { Delta } from '../part/delta.ts'
import { type ForwardIndex } from '../part/forward-index.ts'
import { bitmapWords, type Part } from '../part/part.ts'
import type { Chunks } from './chunks.ts'
import { asBitmap, countCommon, type DocSet, emptySet, filterList, intersectSets } from './doc-set.ts'
import { bestTier, type DocumentScorer, firstNearTier, type Tier } from './document-scorer.ts'
import type { QueryFilter } from './filters.ts'
import { bitmapsOf, type CommonDocs, type Hits, ScoredHits, SetHits, type Step } from './hits.ts'
import type { IndexView } from './index-view.ts'
import { findPhrase } from './phrase-docs.ts'
import { firstNearRank, formRank, prefixRank, type QueryWord, type Rank, wholeRank } from './query-words.ts'
import type { Tuning } from './tuning.ts'
import { WordDocs } from './word-docs.ts'

/** What a stage looks for. */
export type Stage = {
  words: readonly QueryWord[]
  /** Words that may be missing: with 1, exactly one is, as no document has all. */
  missing: 0 | 1
  /** Whether words have near terms, too. */
  isNear: boolean
  scorer: DocumentScorer
  tuning: Tuning
}

/** Finds the documents of a part that match. The scorer has begun. */
export function* findInPart(
  part: Part,
  stage: Stage,
  filter: QueryFilter,
  view: IndexView,
  chunks: Chunks,
): Generator<void, Hits> {
  const { words, missing, scorer } = stage
  const { maxScored, scoreCost } = stage.tuning
  const passing = filter.passing(part)
  const wordDocs: WordDocs[] = []
  for (const word of words) {
    let phrase = null
    if (word.tokens.length > 1) {
      scorer.end()
      phrase = yield* findPhrase(part, word, view, chunks)
      scorer.begin()
    }
    wordDocs.push(new WordDocs(part, word, view, phrase, stage.tuning.manyTerms))
  }
  const ranks = ranksOf(wordDocs, stage.isNear)
  const maxRank = ranks.at(-1) ?? wholeRank
  if (missing === 1) return findPartial(part, wordDocs, ranks, scorer, passing)

  const estimates = wordDocs.map((word) => word.estimate(maxRank))
  const least = Math.min(...estimates)
  if (least === 0) return new ScoredHits(part, [], [])
  const driver = estimates.indexOf(least)
  const others = wordDocs.reduce((sum, word, at) => (at === driver ? sum : sum + word.costOfAny(maxRank)), 0)
  if (least <= maxScored || least * scoreCost < others) {
    const { list, bits } = wordDocs[driver]?.any(maxRank) ?? emptySet
    if (bits === null) return scoreAll(part, passing === null ? list : filterList(list, [passing]), scorer)
  }
  const sets = new Map<Rank, CommonDocs>()
  const docsAt = (rank: Rank) => {
    let docs = sets.get(rank)
    if (docs === undefined) {
      docs = common(
        part,
        wordDocs.map((word) => word.any(rank)),
        passing,
      )
      sets.set(rank, docs)
    }
    return docs
  }
  const [only] = wordDocs
  const isSingle = wordDocs.length === 1 && only !== undefined
  if (!isSingle) {
    const all = docsAt(maxRank)
    if ('list' in all && all.list !== null && all.list.length <= maxScored)
      return scoreAll(part, all.list, scorer)
  }
  const count = () => {
    const counts = isSingle && !stage.isNear ? countSingle(part, only, filter) : null
    return counts ?? countDocs(docsAt(maxRank))
  }
  const inTitle = () =>
    common(
      part,
      wordDocs.map((word) => word.wholeInTitle()),
      passing,
    )
  return new SetHits(
    part,
    stage.isNear ? nearSteps(ranks, docsAt) : exactSteps(ranks, docsAt, inTitle),
    scorer,
    count,
  )
}

/** Words side by side, as a set or as bitmaps. */
function common(part: Part, sets: readonly DocSet[], passing: Uint32Array | null): CommonDocs {
  const docs = intersectSets(sets, passing)
  return Array.isArray(docs) && docs.length === 0
    ? { list: null, bits: new Uint32Array(bitmapWords(part.size)) }
    : docs
}

function countDocs(docs: CommonDocs): number {
  const bitmaps = bitmapsOf(docs)
  return bitmaps === null ? ((docs as DocSet).list?.length ?? 0) : countCommon(bitmaps)
}

/** How many documents match the only word of a query, if the part has counted them or remembers it. */
function countSingle(part: Part, word: WordDocs, filter: QueryFilter): number | null {
  const { ratingClasses } = filter
  const counts =
    ratingClasses === null ||
    word.word.prefix === null ||
    word.word.tokens.length > 1 ||
    word.word.categories.size > 0
      ? undefined
      : part.matchCounts(word.word.prefix.text)
  if (counts !== undefined && ratingClasses !== null)
    return counts.reduce((sum, count, ratingClass) => sum + ((ratingClasses >>> ratingClass) & 1) * count, 0)
  const set = word.any(prefixRank)
  const cached = set.bits === null ? undefined : word.cached(prefixRank)
  if (cached === undefined) return null
  const passing = filter.passing(part)
  return cached.count(part, filter.key, () =>
    countCommon(passing === null ? [cached.bits] : [cached.bits, passing]),
  )
}

/** The ranks at which words match in a part, ascending. Ranks up to 2 are one step of a stage with near terms. */
function ranksOf(words: readonly WordDocs[], isNear: boolean): Rank[] {
  const has = (rank: Rank) => words.some((word) => word.hasRank(rank))
  if (!isNear) return [wholeRank, ...[formRank, prefixRank].filter(has)]
  const ranks = new Set<Rank>([prefixRank])
  for (const { word } of words) {
    for (const { cost } of word.near) ranks.add(firstNearRank + cost)
    for (const rank of word.categories.values()) if (rank >= firstNearRank) ranks.add(rank)
  }
  return [...ranks].toSorted((a, b) => a - b)
}

function exactSteps(
  ranks: readonly Rank[],
  docsAt: (rank: Rank) => CommonDocs,
  inTitle: () => CommonDocs,
): Step[] {
  const steps: Step[] = [
    { firstTier: bestTier, docs: inTitle, before: null, isFirstTier: true },
    { firstTier: bestTier + 1, docs: () => docsAt(wholeRank), before: inTitle, isFirstTier: true },
  ]
  for (const [at, rank] of ranks.entries()) {
    if (rank === wholeRank) continue
    const before = ranks[at - 1] ?? wholeRank
    steps.push({
      firstTier: rank * 2,
      docs: () => docsAt(rank),
      before: () => docsAt(before),
      isFirstTier: false,
    })
  }
  return steps
}

function nearSteps(ranks: readonly Rank[], docsAt: (rank: Rank) => CommonDocs): Step[] {
  return ranks.map((rank, at) => {
    const before = ranks[at - 1]
    const firstTier: Tier = rank >= firstNearRank ? firstNearTier + (rank - firstNearRank) * 2 : bestTier
    return {
      firstTier,
      docs: () => docsAt(rank),
      before: before === undefined ? null : () => docsAt(before),
      isFirstTier: false,
    }
  })
}

function scoreAll(part: ForwardIndex, candidates: Iterable<number>, scorer: DocumentScorer): ScoredHits {
  const docs: number[] = []
  const tiers: Tier[] = []
  for (const doc of candidates) {
    const tier = scorer.score(part, doc)
    if (tier < 0) continue
    docs.push(doc)
    tiers.push(tier)
  }
  return new ScoredHits(part, docs, tiers)
}

/** Documents in which exactly one word is missing; none has all. */
function findPartial(
  part: Part,
  words: readonly WordDocs[],
  ranks: readonly Rank[],
  scorer: DocumentScorer,
  passing: Uint32Array | null,
): Hits {
  const maxRank = ranks.at(-1) ?? wholeRank
  if (words.filter((word) => word.estimate(maxRank) === 0).length > 1) return new ScoredHits(part, [], [])
  const length = bitmapWords(part.size)
  const sets = new Map<Rank, CommonDocs>()
  const docsAt = (rank: Rank) => {
    let docs = sets.get(rank)
    if (docs === undefined) {
      const all = words.map((word) => asBitmap(word.any(rank), length))
      docs = [...(passing === null ? [] : [passing]), allButOne(all, length)]
      sets.set(rank, docs)
    }
    return docs
  }
  return new SetHits(part, nearSteps(ranks, docsAt), scorer, () => countDocs(docsAt(maxRank)))
}

/** The documents that are in all bitmaps but one. */
function allButOne(bitmaps: readonly Uint32Array[], length: number): Uint32Array {
  const all = new Uint32Array(length).fill(0xffff_ffff)
  const butOne = new Uint32Array(length)
  for (const bits of bitmaps) {
    for (let word = 0; word < length; word += 1) {
      const has = bits[word] ?? 0
      butOne[word] = ((butOne[word] ?? 0) & has) | ((all[word] ?? 0) & ~has)
      all[word] = (all[word] ?? 0) & has
    }
  }
  return butOne
}

/** Finds the documents of the delta that match, all scored. The scorer has begun. */
export function* findInDelta(
  delta: Delta,
  { words, scorer }: Stage,
  filter: QueryFilter,
  chunks: Chunks,
): Generator<void, Hits> {
  const docs: number[] = []
  const tiers = new Map<number, Tier>()
  for (let doc = 0; doc < delta.size; doc += 1) {
    if (!filter.passes(delta, doc)) continue
    const tier = words.length === 0 ? bestTier : scorer.score(delta, doc)
    if (tier >= 0) {
      docs.push(doc)
      tiers.set(doc, tier)
    }
    if (doc % 1024 === 1023 && chunks.isDue()) {
      scorer.end()
      yield* chunks.pause()
      scorer.begin()
    }
  }
  const { uses, ids } = delta
  docs.sort((a, b) => (uses[b] ?? 0) - (uses[a] ?? 0) || (ids[b] ?? 0) - (ids[a] ?? 0))
  return new ScoredHits(
    delta,
    docs,
    docs.map((doc) => tiers.get(doc) ?? bestTier),
  )
}

/** All documents of a part that pass. */
export function findAll(part: Part, filter: QueryFilter): Hits {
  const docs = [filter.marked(part)]
  const step: Step = { firstTier: bestTier, docs: () => docs, before: null, isFirstTier: true }
  return new SetHits(part, [step], null, () => countCommon(docs))
}
