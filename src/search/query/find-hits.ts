import { type ForwardIndex } from '../part/forward-index.ts'
import { bitmapWords, type Part } from '../part/part.ts'
import type { Chunks } from './chunks.ts'
import {
  asBitmap,
  countCommon,
  countFound,
  countRuns,
  type DocSet,
  filterDocs,
  type FoundDocs,
  intersectSets,
  listDocs,
  type Members,
  membersOf,
  probeRuns,
} from './doc-set.ts'
import { bestTier, type DocumentScorer, firstNearTier, type Tier } from './document-scorer.ts'
import type { QueryFilter } from './filters.ts'
import { type Hits, ScoredHits, SetHits, type Step } from './hits.ts'
import type { IndexView } from './index-view.ts'
import { findPhrase } from './phrase-docs.ts'
import { unmatched, firstNearRank, prefixRank, type QueryWord, type Rank, wholeRank } from './query-words.ts'
import type { Tuning } from './tuning.ts'
import { WordDocs } from './word-docs.ts'

/** The words and rules of one stage of a query. */
export type Stage = {
  words: readonly QueryWord[]
  /** The number of missing words: with 1, exactly one is missing, because no document has all. */
  missing: 0 | 1
  /** True if words also have near terms. */
  isNear: boolean
  scorer: DocumentScorer
  tuning: Tuning
}

/** Finds the documents of a part that match. Call the scorer's `begin` first. */
export function* findInPart(
  part: Part,
  stage: Stage,
  filter: QueryFilter,
  view: IndexView,
  chunks: Chunks,
): Generator<void, Hits> {
  const { words, missing, scorer } = stage
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
  const present = wordDocs.filter((word) => word.estimate(unmatched) > 0)
  if (present.length < words.length - missing) return new ScoredHits(part, [], [])
  if (missing > 0 && present.length === words.length) {
    // The sets of many words are computed one by one, so that they are ready when they are combined.
    for (const word of wordDocs) {
      word.any(unmatched)
      if (chunks.isDue()) {
        scorer.end()
        yield* chunks.pause()
        scorer.begin()
      }
    }
    return findPartial(part, wordDocs, scorer, passing)
  }
  const [only] = present
  return present.length === 1 && only !== undefined
    ? findSingle(part, only, stage, filter)
    : findTogether(part, present, stage, passing)
}

/** Finds the documents that match a word, if no other word is in the part. Their tiers follow from sets. */
function findSingle(
  part: Part,
  word: WordDocs,
  { isNear, scorer, tuning }: Stage,
  filter: QueryFilter,
): Hits {
  const passing = filter.passing(part)
  const length = bitmapWords(part.size)
  const ranks = ranksOf([word])
  const maxRank = ranks.at(-1) ?? wholeRank
  if (isNear && word.estimate(maxRank) <= tuning.maxScored) {
    const { runs } = word.any(maxRank)
    if (runs !== null) return scoreAll(part, listDocs(runs, passing, length), scorer)
  }
  const docsAt = oncePerRank((rank) => intersectSets([word.any(rank)], passing, length))
  const titlesAt = oncePerRank((rank) => intersectSets([word.inTitle(rank)], passing, length))
  const tags = word.wholeInTagsOnly()
  const inTags = tags === null ? null : () => intersectSets([tags], passing, length)
  const all = () => docsAt(maxRank)
  return new SetHits(
    part,
    singleSteps(ranks, docsAt, titlesAt, inTags),
    null,
    all,
    () => (maxRank > prefixRank ? null : countSingle(part, word, filter)) ?? countFound(all()),
  )
}

/** Finds the documents that match all of these words. */
function findTogether(
  part: Part,
  words: readonly WordDocs[],
  { isNear, scorer, tuning }: Stage,
  passing: Uint32Array | null,
): Hits {
  const { maxScored, scoreCost } = tuning
  const ranks = ranksOf(words)
  const maxRank = ranks.at(-1) ?? wholeRank
  const few = listFew(part, words, maxRank, passing, scoreCost)
  if (few !== null && !few.isChecked) return scoreAll(part, few.docs, scorer)
  const found =
    few?.docs ??
    intersectSets(
      words.map((word) => word.any(maxRank)),
      passing,
      bitmapWords(part.size),
    )
  if (found instanceof Uint32Array && found.length <= maxScored) return scoreAll(part, found, scorer)
  const docsAt = perRank(part, words, found, maxRank, passing, false)
  const titlesAt = perRank(part, words, found, maxRank, passing, true)
  const steps = isNear ? nearSteps(ranks, docsAt) : exactSteps(ranks, docsAt, titlesAt)
  return new SetHits(part, steps, scorer, () => found)
}

/**
 * Lists the documents that match the rarest word, and those other words that are fast to look up; `isChecked`: all are.
 * Returns null if it is better to have all words' documents as sets.
 */
function listFew(
  part: Part,
  words: readonly WordDocs[],
  maxRank: Rank,
  passing: Uint32Array | null,
  scoreCost: number,
): { docs: Uint32Array; isChecked: boolean } | null {
  const length = bitmapWords(part.size)
  let driver = words[0] as WordDocs
  let least = Infinity
  for (const word of words) {
    const estimate = word.estimate(maxRank)
    if (estimate < least) {
      least = estimate
      driver = word
    }
  }
  const { runs } = driver.any(maxRank)
  if (runs === null) return null
  const members: Members[] = []
  let cost = 0
  for (const word of words) {
    if (word === driver) continue
    const some = word.members(maxRank, false)
    if (some === null) cost += word.costOfAny(maxRank)
    else members.push(some)
  }
  const docs = probeRuns(runs, passing === null ? [] : [passing], members, length)
  const isChecked = members.length === words.length - 1
  if (isChecked) return { docs, isChecked }
  if (docs.length * scoreCost < cost) return { docs, isChecked }
  const others = words.filter((word) => word !== driver && word.members(maxRank, false) === null)
  const sets = others.map((word) => membersOf(word.any(maxRank)))
  return { docs: filterDocs(docs, sets, length), isChecked: true }
}

/** Returns the documents that match all words at a rank, out of those found at the last rank; once per rank. */
function perRank(
  part: Part,
  words: readonly WordDocs[],
  all: FoundDocs,
  maxRank: Rank,
  passing: Uint32Array | null,
  inTitle: boolean,
): DocsAt {
  const length = bitmapWords(part.size)
  return oncePerRank((rank) => {
    if (rank >= maxRank && !inTitle) return all
    const setOf = (word: WordDocs) => (inTitle ? word.inTitle(rank) : word.any(rank))
    if (!(all instanceof Uint32Array)) return intersectSets(words.map(setOf), passing, length)
    const members = words.map((word) => word.members(rank, inTitle) ?? membersOf(setOf(word)))
    return filterDocs(all, members, length)
  })
}

function oncePerRank(find: DocsAt): DocsAt {
  const found = new Map<Rank, FoundDocs>()
  return (rank) => {
    let docs = found.get(rank)
    if (docs === undefined) found.set(rank, (docs = find(rank)))
    return docs
  }
}

/** Returns the number of documents that match the only word of a query, if the part has counted or remembers it. */
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
  const passing = filter.passing(part)
  const { runs } = word.any(prefixRank)
  if (runs !== null) return countRuns(runs, passing, word.isUnique(prefixRank), bitmapWords(part.size))
  const cached = word.cached(prefixRank)
  if (cached === undefined) return null
  return cached.count(part, filter.key, () =>
    countCommon(passing === null ? [cached.bits] : [cached.bits, passing]),
  )
}

/** Returns the ranks at which words match in a part, ascending, from `wholeRank` on. */
function ranksOf(words: readonly WordDocs[]): Rank[] {
  const ranks = new Set<Rank>([wholeRank])
  for (const word of words) word.addRanks(ranks)
  return [...ranks].toSorted((a, b) => a - b)
}

type DocsAt = (rank: Rank) => FoundDocs

/** Returns the best tier of documents in which the worst match of a word has this rank. */
const tierOf = (rank: Rank): Tier =>
  rank < firstNearRank ? rank * 2 : firstNearTier + (rank - firstNearRank) * 2

/** `inTags`: the documents that match whole, but not in the title, if they are known separately. */
function singleSteps(
  ranks: readonly Rank[],
  docsAt: DocsAt,
  titlesAt: DocsAt,
  inTags: (() => FoundDocs) | null,
): Step[] {
  return exactSteps(ranks, docsAt, titlesAt).map((step) => {
    const isApart = step.firstTier === bestTier + 1 && inTags !== null
    return isApart ? { ...step, docs: inTags, before: [], isFirstTier: true } : { ...step, isFirstTier: true }
  })
}

function exactSteps(ranks: readonly Rank[], docsAt: DocsAt, titlesAt: DocsAt): Step[] {
  return ranks.flatMap((rank, at) => {
    const previous = ranks[at - 1]
    const before = previous === undefined ? [] : [() => docsAt(previous)]
    const inTitle = () => titlesAt(rank)
    const docs = () => docsAt(rank)
    const firstTier = tierOf(rank)
    // A document without all words in the title at this level is not in the first tier of the level.
    return [
      { firstTier, docs: inTitle, before, isFirstTier: rank === wholeRank },
      { firstTier: firstTier + 1, docs, before: [...before, inTitle], isFirstTier: true },
    ]
  })
}

/** Costs of several words add up: only the best tier of a step is known. The few exact matches form one step. */
function nearSteps(ranks: readonly Rank[], docsAt: DocsAt): Step[] {
  const exactRank = ranks.findLast((rank) => rank <= prefixRank) ?? wholeRank
  return [exactRank, ...ranks.filter((rank) => rank > prefixRank)].map((rank, at, all) => {
    const previous = all[at - 1]
    return {
      firstTier: at === 0 ? bestTier : tierOf(rank),
      docs: () => docsAt(rank),
      before: previous === undefined ? [] : [() => docsAt(previous)],
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

/** Finds the documents in which exactly one word is missing; none has all. */
function findPartial(
  part: Part,
  words: readonly WordDocs[],
  scorer: DocumentScorer,
  passing: Uint32Array | null,
): Hits {
  const ranks = ranksOf(words)
  const maxRank = ranks.at(-1) ?? wholeRank
  const length = bitmapWords(part.size)
  const matching = (setOf: (word: WordDocs) => DocSet) => {
    const bitmaps = words.map((word) => asBitmap(setOf(word), length))
    return intersectSets([{ runs: null, bits: allButOne(bitmaps, length) }], passing, length)
  }
  const docsAt = oncePerRank((rank) => matching((word) => word.any(rank)))
  const all = () => docsAt(maxRank)
  if (words.length > 2) return new SetHits(part, nearSteps(ranks, docsAt), scorer, all)
  // With one word of two, the document's tier is that of the word, and follows from sets.
  const titlesAt = oncePerRank((rank) => matching((word) => word.inTitle(rank)))
  return new SetHits(part, singleSteps(ranks, docsAt, titlesAt, null), null, all)
}

/** Documents that are in all of the bitmaps checked so far; temporary. */
let inAll = new Uint32Array(0)

/** Returns the documents that are in all bitmaps but one. */
function allButOne(bitmaps: readonly Uint32Array[], length: number): Uint32Array {
  if (inAll.length < length) inAll = new Uint32Array(length)
  const all = inAll.fill(0xffff_ffff)
  const butOne = new Uint32Array(length)
  for (const bits of bitmaps) {
    for (let word = 0; word < length; word += 1) {
      const has = bits[word] as number
      butOne[word] = ((butOne[word] as number) & has) | ((all[word] as number) & ~has)
      all[word] = (all[word] as number) & has
    }
  }
  return butOne
}

/** Returns all documents of a part that pass. */
export function findAll(part: Part, filter: QueryFilter): Hits {
  const docs = [filter.marked(part)]
  const step: Step = { firstTier: bestTier, docs: () => docs, before: [], isFirstTier: true }
  return new SetHits(part, [step], null, () => docs)
}
