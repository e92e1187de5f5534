import { LRUCache } from 'lru-cache'
import { type ForwardIndex, hasBit, readTokens, unknownTerm } from '../part/forward-index.ts'
import { Part } from '../part/part.ts'
import type { SearchFilter } from '../search-index.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import { filterOf, type QueryFilter } from './filters.ts'
import type { IndexView } from './index-view.ts'
import { findAll } from './find-hits.ts'
import { ScoredHits } from './hits.ts'
import { MergedHits } from './merged-hits.ts'

/** The most postings to read for one GIF. */
const postingBudget = 20_000
/** The number of documents of each part to compare word by word. */
const compared = 48
/** The number of answers to remember. */
const rememberedAnswers = 4096

/** A word of the GIF, with all its forms. */
type StemGroup = { terms: readonly number[]; documents: number; weight: number }
type Candidate = { documents: ForwardIndex; doc: number; score: number }

type Memory = { state: string; parts: readonly Part[]; answers: LRUCache<string, number[]> }
const memories = new WeakMap<Vocabulary, Memory>()

/**
 * Finds the GIFs that share the rarest words with this one, in any form: the sum of log(documents / documents with the
 * word) squared over the words they share, which is the product of two vectors of tf-idf (Salton and Buckley,
 * "Term-weighting approaches in automatic text retrieval", 1988). If these are too few, adds the most used ones of its
 * category. Returns an empty list if the GIF is not in the index.
 */
export function findRelated(view: IndexView, id: number, filter: SearchFilter, limit: number): number[] {
  const queryFilter = filterOf(filter)
  const { answers } = remember(view)
  const key = `${id} ${limit} ${queryFilter.key}`
  const known = answers.get(key)
  if (known !== undefined) return known.slice()
  const found = compute(view, id, filter, queryFilter, limit)
  answers.set(key, found)
  return found.slice()
}

/** Returns the answers known for the current index: any change forgets them. */
function remember({ parts, deltas, vocabulary, categories }: IndexView): Memory {
  const counts = [...parts, ...deltas].map(({ size, deadCount }) => `${size} ${deadCount}`)
  const state = [categories.version, ...counts].join()
  let memory = memories.get(vocabulary)
  if (memory === undefined || memory.state !== state || memory.parts !== parts) {
    memory = { state, parts, answers: new LRUCache({ max: rememberedAnswers }) }
    memories.set(vocabulary, memory)
  }
  return memory
}

function compute(
  view: IndexView,
  id: number,
  filter: SearchFilter,
  passing: QueryFilter,
  limit: number,
): number[] {
  const sources: ForwardIndex[] = [...view.deltas, ...view.parts]
  const own = [...view.deltas, ...view.parts].find((source) => source.docOf(id) !== -1)
  if (own === undefined) return []
  const ownDoc = own.docOf(id)
  const groups = stemGroups(own, ownDoc, view)
  const weights = new Map(
    groups.flatMap(({ terms, weight }, group) => terms.map((term) => [term, { group, weight }])),
  )
  const read = withinBudget(groups)
  const candidates: Candidate[] = []
  for (const documents of sources) {
    for (const doc of collectCandidates(documents, read, view)) {
      if (documents === own && doc === ownDoc) continue
      if (passing.passes(documents, doc))
        candidates.push({ documents, doc, score: compareWords(documents, doc, weights) })
    }
  }
  candidates.sort((a, b) => b.score - a.score || usesOf(b) - usesOf(a) || idOf(b) - idOf(a))
  const related = candidates.slice(0, limit).map(idOf)
  if (related.length >= limit) return related
  const categoryId = filter.categoryId ?? own.categories[ownDoc] ?? 0
  const taken = new Set([id, ...related])
  const popular = listPopular(view, { ...filter, categoryId }, limit + taken.size)
  return [...related, ...popular.filter((one) => !taken.has(one))].slice(0, limit)
}

const idOf = ({ documents, doc }: Candidate) => documents.ids[doc] ?? 0
const usesOf = ({ documents, doc }: Candidate) => documents.uses[doc] ?? 0

/** Returns the words of a document, rarest first. */
function stemGroups(
  documents: ForwardIndex,
  doc: number,
  { vocabulary, parts, deltas }: IndexView,
): StemGroup[] {
  const all = [...parts, ...deltas].reduce((sum, { size, deadCount }) => sum + size - deadCount, 0)
  const tokens: number[] = []
  const count = readTokens(documents, doc, tokens)
  const groups: StemGroup[] = []
  const seen = new Set([-1, unknownTerm])
  for (const term of tokens.slice(0, count)) {
    if (seen.has(term)) continue
    const terms = [...new Set([term, ...Array.from(vocabulary.formsOf(vocabulary.termOf(term)))])]
    for (const form of terms) seen.add(form)
    const documentCount = terms.reduce((sum, form) => sum + vocabulary.frequency(form), 0)
    groups.push({
      terms,
      documents: documentCount,
      weight: Math.log(1 + all / Math.max(1, documentCount)) ** 2,
    })
  }
  return groups.toSorted((a, b) => a.documents - b.documents)
}

/** Returns the rarest words whose postings may be read; at least one. */
function withinBudget(groups: readonly StemGroup[]): StemGroup[] {
  let left = postingBudget
  return groups.filter(({ documents }, at) => {
    left -= documents
    return at === 0 || left >= 0
  })
}

/** Document → sum of weights. All zero when not in use. */
let scores = new Float32Array(0)

/** Collects the living documents that share most with the words. */
function collectCandidates(documents: ForwardIndex, groups: readonly StemGroup[], view: IndexView): number[] {
  if (scores.length < documents.size) scores = new Float32Array(documents.size)
  const found: number[] = []
  const add = (doc: number, weight: number) => {
    if (scores[doc] === 0) {
      if (hasBit(documents.dead, doc)) return
      found.push(doc)
    }
    scores[doc] = (scores[doc] ?? 0) + weight
  }
  let left = postingBudget
  for (const { terms, weight } of groups) {
    for (const term of terms) {
      if (documents instanceof Part) {
        const slot = documents.slotOf(term)
        if (slot < 0) continue
        const start = documents.starts[slot] ?? 0
        const end = Math.min(documents.starts[slot + 1] ?? 0, start + left)
        for (let at = start; at < end; at += 1) add(documents.postings[at] ?? 0, weight)
        left -= end - start
      } else {
        const delta = view.deltas.find((one) => one === documents)
        for (const doc of delta?.docsOf(term) ?? []) add(doc, weight)
      }
    }
  }
  const best = found.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, compared)
  for (const doc of found) scores[doc] = 0
  return best
}

const tokens: number[] = []

/** Returns the sum of the weights of the words that a document shares, each counted once. */
function compareWords(
  documents: ForwardIndex,
  doc: number,
  weights: ReadonlyMap<number, { group: number; weight: number }>,
): number {
  const count = readTokens(documents, doc, tokens)
  const shared = new Set<number>()
  let score = 0
  for (let at = 0; at < count; at += 1) {
    const word = weights.get(tokens[at] ?? -1)
    if (word === undefined || shared.has(word.group)) continue
    shared.add(word.group)
    score += word.weight
  }
  return score
}

/** Lists the most used GIFs that pass a filter. */
function listPopular(view: IndexView, filter: SearchFilter, limit: number): number[] {
  const passing = filterOf(filter)
  const hits = new MergedHits(
    [
      ...view.deltas.map((delta) => {
        const docs: number[] = []
        for (let doc = 0; doc < delta.size; doc += 1) if (passing.passes(delta, doc)) docs.push(doc)
        const { uses, ids } = delta
        docs.sort((a, b) => (uses[b] ?? 0) - (uses[a] ?? 0) || (ids[b] ?? 0) - (ids[a] ?? 0))
        return new ScoredHits(delta, docs, [])
      }),
      ...view.parts.map((part) => findAll(part, passing)),
    ],
    'popular',
  )
  const ids: number[] = []
  while (ids.length < limit) {
    const step = hits.step()
    if (step === 'end') break
    if (step === 'hit') ids.push(hits.id)
  }
  return ids
}
