import type { Delta } from '../part/delta.ts'
import type { Chunks } from './chunks.ts'
import { bestTier, type Tier } from './document-scorer.ts'
import type { QueryFilter } from './filters.ts'
import type { Stage } from './find-hits.ts'
import { type Hits, ScoredHits } from './hits.ts'
import type { QueryWord } from './query-words.ts'

/** Finds the documents of the delta that match, all scored. Call the scorer's `begin` first. */
export function* findInDelta(
  delta: Delta,
  { words, missing, scorer }: Stage,
  filter: QueryFilter,
  chunks: Chunks,
): Generator<void, Hits> {
  const docs: number[] = []
  const tiers = new Map<number, Tier>()
  const candidates = missing === 0 ? findCandidates(delta, words) : null
  const count = candidates?.length ?? delta.size
  for (let at = 0; at < count; at += 1) {
    const doc = candidates === null ? at : (candidates[at] as number)
    if (!filter.passes(delta, doc)) continue
    const tier = words.length === 0 ? bestTier : scorer.score(delta, doc)
    if (tier >= 0) {
      docs.push(doc)
      tiers.set(doc, tier)
    }
    if (at % 1024 === 1023 && chunks.isDue()) {
      scorer.end()
      yield* chunks.pause()
      scorer.begin()
    }
  }
  const { uses, ids } = delta
  docs.sort((a, b) => (uses[b] as number) - (uses[a] as number) || (ids[b] as number) - (ids[a] as number))
  return new ScoredHits(
    delta,
    docs,
    docs.map((doc) => tiers.get(doc) ?? bestTier),
  )
}

/** Prefixes of more terms are not looked up in the delta term by term. */
const maxPrefixTerms = 64

/** Returns the documents of the delta that may match the rarest word; null: perhaps all. */
function findCandidates(delta: Delta, words: readonly QueryWord[]): number[] | null {
  let rarest: readonly number[][] | null = null
  let least = delta.size / 4
  for (const { tokens, ids, forms, prefix, near, categories } of words) {
    if (tokens.length > 1 || categories.size > 0) continue
    const range = prefix === null ? [] : prefix.sorted.subarray(prefix.from, prefix.to)
    const added = prefix?.added ?? []
    if (range.length + added.length > maxPrefixTerms) continue
    const terms = new Set([...ids, ...forms, ...range, ...added, ...near.map(({ id }) => id)])
    const lists = [...terms].map((term) => [...delta.docsOf(term)])
    const count = lists.reduce((sum, list) => sum + list.length, 0)
    if (count >= least) continue
    rarest = lists
    least = count
  }
  return rarest === null ? null : [...new Set(rarest.flat())]
}
