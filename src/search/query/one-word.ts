import type { Delta } from '../part/delta.ts'
import { distinctTerms, type ForwardIndex, hasBit, setBit } from '../part/forward-index.ts'
import { hashKey } from '../part/match-counts.ts'
import { bitmapWords, type Part } from '../part/part.ts'
import type { SearchAnswer, SearchQuery } from '../search-index.ts'
import { readPlainWord } from '../text/tokens.ts'
import { bestTier, firstNearTier, type Tier } from './document-scorer.ts'
import type { IndexView } from './index-view.ts'
import { OneWordTerms, tierAt } from './one-word-terms.ts'
import { prefixRank, type Rank } from './query-words.ts'
import { TopHits } from './top-hits.ts'
import { enoughHits, type Tuning } from './tuning.ts'

/** The room for the hits of a page found by the short way, and for the hits before it. */
const maxHits = 128

/** Up to this many postings of uncounted terms are read; for more, the general way makes sets. */
const maxRead = 8192

/** Terms of at least this many postings in a part may be counted rather than read. */
const minCommon = 256

const terms = new OneWordTerms()
const hits = new TopHits(maxHits)
/** Documents of a part that were read. All zero between two parts. */
let seen = new Uint32Array(0)
/** The slots of a part whose postings are read, and their ranks, ascending. */
const slots: number[] = []
const slotRanks: Rank[] = []
/**
 * The slot of the most common of these terms, if it is common: its documents are counted, and not all read. -1: none.
 */
let common = -1
let commonRank: Rank = 0
let commonFrequency = 0
/** Parts that have counted the matches of the word. */
const counted: Part[] = []
let readPostings = 0

/**
 * Answers a query of one plain word for the first hits by relevance, filtered only by rating classes: the most common
 * query, by a short way, in one turn. Returns null for any other query, or one that needs the general way, which gives
 * the same answers.
 */
export function answerOneWord(
  view: IndexView,
  query: SearchQuery,
  { maxShortPage }: Tuning,
): SearchAnswer | null {
  const { filter, sort, start, limit, exactOnly } = query
  if (sort !== 'relevance' || start + limit > Math.min(maxShortPage, maxHits) || limit < 1) return null
  if (filter.categoryId !== null || filter.hasAlpha !== null || filter.shape !== null) return null
  const token = readPlainWord(query.text)
  if (token === '' || !terms.find(token, view)) return null
  const last = start + limit
  const exact = findExact(token, view, filter.ratingClasses, last)
  if (exact < 0) return null
  if (exact >= enoughHits || exactOnly)
    return { match: 'exact', total: exact, ids: hits.idsFrom(start), corrected: null }
  let close = findClose(1, view, filter.ratingClasses, last)
  if (close >= 0 && close < enoughHits) close = findClose(2, view, filter.ratingClasses, last)
  if (close < 0) return null
  const match = close === exact ? 'exact' : 'close'
  const corrected = match === 'exact' ? null : spellingOfFirst(view)
  return { match, total: close, ids: hits.idsFrom(start), corrected }
}

/** Takes the first hits of the exact stage; returns the number of matches, or -1 to use the general way. */
function findExact(token: string, { parts, deltas }: IndexView, classes: number, last: number): number {
  hits.begin(last)
  readPostings = 0
  let total = 0
  const hash = hashKey(token)
  counted.length = 0
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] as Part
    const sum = part.sumMatches(token, hash, classes)
    if (sum >= 0) counted.push(part)
    const found = sum >= 0 ? sum : readPart(part, classes)
    if (found < 0) return -1
    total += found
  }
  for (let tier = bestTier; counted.length > 0 && tier < firstNearTier && !hits.isFull(tier); tier += 1) {
    if (tier >> 1 === prefixRank && terms.isLong) return -1
    for (let at = 0; at < counted.length; at += 1) offerTier(counted[at] as Part, classes, tier)
  }
  // The deltas come last: by then, most of their documents are known not to be among the first.
  for (let at = 0; at < deltas.length; at += 1) total += readDelta(deltas[at] as Delta, classes)
  return total
}

/** Takes the first hits of the stage with near terms; returns the number of matches, or -1 to use the general way. */
function findClose(maxEdits: 1 | 2, view: IndexView, classes: number, last: number): number {
  if (!terms.findNear(maxEdits, view)) return -1
  hits.begin(last)
  readPostings = 0
  let total = 0
  for (const part of view.parts) {
    const found = readPart(part, classes)
    if (found < 0) return -1
    total += found
  }
  for (const delta of view.deltas) total += readDelta(delta, classes)
  return total
}

const isAllowed = ({ facets, dead }: ForwardIndex, doc: number, classes: number) =>
  ((classes >>> ((facets[doc] as number) & 7)) & 1) === 1 && !hasBit(dead, doc)

/** Offers the documents of a tier of a part, in rank order for each term, as far as they may be among the first. */
function offerTier(part: Part, classes: number, tier: Tier): void {
  const rank = tier >> 1
  const inTitle = (tier & 1) === 0
  for (let at = 0; at < terms.count; at += 1) {
    if (terms.ranks[at] !== rank) continue
    const slot = part.slotOf(terms.terms[at] as number)
    if (slot < 0) continue
    const middle = part.titleEnds[slot] as number
    const from = inTitle ? (part.starts[slot] as number) : middle
    const to = inTitle ? middle : (part.starts[slot + 1] as number)
    for (let posting = from; posting < to; posting += 1) {
      const doc = part.postings[posting] as number
      if (!hits.mayTake(part, doc, tier)) break
      if (!isAllowed(part, doc, classes)) continue
      // Postings of the word itself are separate; a document with another term may have a better one, too.
      if (rank > 0 && terms.tierOf(part, doc) !== tier) continue
      if (!hits.offer(part, doc, tier)) break
    }
  }
}

/** Reads and offers all documents of a part that match; returns their number, or -1 if there are too many. */
function readPart(part: Part, classes: number): number {
  if (!listSlots(part)) return -1
  const words = bitmapWords(part.size)
  if (seen.length < words) seen = new Uint32Array(words)
  const { starts, titleEnds, postings } = part
  let total = common < 0 ? 0 : part.countTerm(common, classes)
  for (let first = 0, next = 0; first < slots.length; first = next) {
    const rank = slotRanks[first] as Rank
    while (next < slots.length && slotRanks[next] === rank) next += 1
    for (let at = first; at < next; at += 1) {
      const slot = slots[at] as number
      total += readRun(
        part,
        slot,
        starts[slot] as number,
        titleEnds[slot] as number,
        classes,
        tierAt(rank, true),
      )
    }
    for (let at = first; at < next; at += 1) {
      const slot = slots[at] as number
      total += readRun(
        part,
        slot,
        titleEnds[slot] as number,
        starts[slot + 1] as number,
        classes,
        tierAt(rank, false),
      )
    }
  }
  for (let at = 0; slots.length > 1 && at < slots.length; at += 1) {
    const slot = slots[at] as number
    if (slot === common) continue
    const to = starts[slot + 1] as number
    for (let posting = starts[slot] as number; posting < to; posting += 1)
      seen[(postings[posting] as number) >>> 5] = 0
  }
  return total
}

/** Lists the slots of the terms in a part, by rank. Returns false if there are too many slots or postings. */
function listSlots(part: Part): boolean {
  slots.length = 0
  slotRanks.length = 0
  common = -1
  commonFrequency = 0
  let at = 0
  for (; at < terms.count && (terms.ranks[at] as Rank) <= prefixRank; at += 1)
    addSlot(part, part.slotOf(terms.terms[at] as number), terms.ranks[at] as Rank)
  if (terms.isLong && !listLongPrefix(part)) return false
  for (; at < terms.count; at += 1)
    addSlot(part, part.slotOf(terms.terms[at] as number), terms.ranks[at] as Rank)
  readPostings -= commonFrequency
  return readPostings <= maxRead
}

function listLongPrefix(part: Part): boolean {
  const { from, to, vocabulary } = terms
  if (part.terms.length > maxRead) return false
  for (let slot = 0; slot < part.terms.length; slot += 1) {
    const position = vocabulary?.positionOf(part.terms[slot] as number) ?? -1
    if (position >= from && position < to) addSlot(part, slot, prefixRank)
  }
  return true
}

function addSlot(part: Part, slot: number, rank: Rank): void {
  if (slot < 0) return
  const frequency = part.frequencyOf(slot)
  slots.push(slot)
  slotRanks.push(rank)
  readPostings += frequency
  if (frequency < minCommon || frequency <= commonFrequency) return
  common = slot
  commonRank = rank
  commonFrequency = frequency
}

/** Reads the documents of some postings of a slot; returns the number of those that no earlier slot had. */
function readRun(part: Part, slot: number, from: number, to: number, classes: number, tier: Tier): number {
  if (slot === common) return offerCommon(part, from, to, classes, tier)
  const { postings } = part
  // All documents of the common term with its rank are offered together with it.
  const isAfterCommon = common >= 0 && tier > tierAt(commonRank, true)
  const isOnly = slots.length === 1
  let count = 0
  let isWanted = true
  for (let posting = from; posting < to; posting += 1) {
    const doc = postings[posting] as number
    if (!isOnly) {
      if (hasBit(seen, doc)) continue
      setBit(seen, doc)
    }
    if (!isAllowed(part, doc, classes)) continue
    const isCommon = common >= 0 && hasTerm(part, common, doc)
    if (!isCommon) count += 1
    if (isWanted && !(isCommon && isAfterCommon)) isWanted = hits.offer(part, doc, tier)
  }
  return count
}

/** Offers documents of the common term, which are already counted, as far as they may be among the first. */
function offerCommon(part: Part, from: number, to: number, classes: number, tier: Tier): 0 {
  for (let posting = from; posting < to; posting += 1) {
    const doc = part.postings[posting] as number
    if (hasBit(seen, doc) || !isAllowed(part, doc, classes)) continue
    if (!hits.offer(part, doc, tier)) break
  }
  return 0
}

/** Returns true if a document has the term of a slot. */
function hasTerm({ starts, titleEnds, postings }: Part, slot: number, doc: number): boolean {
  const middle = titleEnds[slot] as number
  return (
    includesDoc(postings, starts[slot] as number, middle, doc) ||
    includesDoc(postings, middle, starts[slot + 1] as number, doc)
  )
}

function includesDoc(postings: Uint32Array, start: number, end: number, doc: number): boolean {
  let from = start
  let to = end
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((postings[middle] as number) < doc) from = middle + 1
    else to = middle
  }
  return from < end && postings[from] === doc
}

/** Reads and offers all documents of a delta that match; returns their number. */
function readDelta(delta: Delta, classes: number): number {
  if (delta.size === 0) return 0
  const words = bitmapWords(delta.size)
  if (seen.length < words) seen = new Uint32Array(words)
  let total = 0
  for (let at = 0; at < terms.count; at += 1)
    total += readDeltaDocs(delta, delta.docsOf(terms.terms[at] as number), classes)
  if (terms.isLong) {
    const { from, to, vocabulary } = terms
    for (const term of delta.terms) {
      const position = vocabulary?.positionOf(term) ?? -1
      if (position >= from && position < to) total += readDeltaDocs(delta, delta.docsOf(term), classes)
    }
  }
  seen.fill(0, 0, words)
  return total
}

function readDeltaDocs(delta: Delta, docs: readonly number[], classes: number): number {
  let count = 0
  for (let at = 0; at < docs.length; at += 1) {
    const doc = docs[at] as number
    if (hasBit(seen, doc)) continue
    setBit(seen, doc)
    if (!isAllowed(delta, doc, classes)) continue
    count += 1
    if (hits.mayTake(delta, doc, bestTier)) hits.offer(delta, doc, terms.tierOf(delta, doc))
  }
  return count
}

/** Returns the spelling that the first hit has instead of the word; null if it has a synonym. */
function spellingOfFirst({ vocabulary }: IndexView): string | null {
  const documents = hits.sources[0]
  if (documents === undefined) return null
  const there = distinctTerms(documents, hits.docs[0] as number)
  const cost = ((hits.tiers[0] as Tier) - firstNearTier) >> 1
  const term = terms.near.find((near) => near.cost === cost && there.has(near.id))
  return term?.respelling === true ? vocabulary.termOf(term.id) : null
}
