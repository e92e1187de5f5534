import { bitmapWords, type Part } from '../part/part.ts'
import { bitmapKey, getBitmap, keepBitmap } from './bitmap-cache.ts'
import type { Chunks } from './chunks.ts'
import {
  asBitmap,
  type DocSet,
  emptySet,
  type FoundDocs,
  intersectSets,
  lengthOf,
  listAsRuns,
  type Run,
  uniteDocs,
} from './doc-set.ts'
import { walkByRank } from './doc-walkers.ts'
import { DocumentScorer } from './document-scorer.ts'
import type { IndexView } from './index-view.ts'
import { prefixRank, type QueryWord, type Rank, unmatched, wholeRank } from './query-words.ts'

/** The documents of a part that match a word of several tokens. */
export class PhraseDocs {
  readonly #whole: DocSet
  readonly #prefixed: DocSet
  readonly #wholeInTitle: DocSet
  readonly #prefixedInTitle: DocSet

  constructor([
    whole = emptySet,
    prefixed = emptySet,
    wholeInTitle = emptySet,
    prefixedInTitle = emptySet,
  ]: DocSet[]) {
    this.#whole = whole
    this.#prefixed = prefixed
    this.#wholeInTitle = wholeInTitle
    this.#prefixedInTitle = prefixedInTitle
  }

  any(maxRank: Rank): DocSet {
    return maxRank >= prefixRank ? this.#prefixed : this.#whole
  }

  inTitle(maxRank: Rank): DocSet {
    return maxRank >= prefixRank ? this.#prefixedInTitle : this.#wholeInTitle
  }
}

const kinds = ['whole', 'prefixed', 'wholeInTitle', 'prefixedInTitle']

/**
 * Finds the documents of a part that match a word of several tokens by reading those that have all of them. The result
 * is remembered like other bitmaps of words.
 */
export function* findPhrase(
  part: Part,
  word: QueryWord,
  view: IndexView,
  chunks: Chunks,
): Generator<void, PhraseDocs> {
  const categories = word.categories.size === 0 ? 0 : view.categories.version
  const name = `${word.prefix === null ? 0 : 1} ${categories} ${word.tokens.join(' ')}`
  const keys = kinds.map((kind) => bitmapKey(part, `phrase ${kind} ${name}`))
  const cached = keys.map(getBitmap).filter((bitmap) => bitmap !== undefined)
  if (cached.length === keys.length) return new PhraseDocs(cached.map(({ bits }) => ({ runs: null, bits })))
  const words = bitmapWords(part.size)
  const [whole, prefixed, wholeInTitle, prefixedInTitle] = [[], [], [], []] as [
    number[],
    number[],
    number[],
    number[],
  ]
  const scorer = new DocumentScorer([word], 0, view.vocabulary)
  const candidates = findCandidates(part, word)
  const walker = walkByRank(candidates, [])
  scorer.begin()
  let read = 0
  for (let doc = walker.next(); doc !== -1; doc = walker.next()) {
    if (scorer.score(part, doc) >= 0) {
      prefixed.push(doc)
      if (scorer.best[0] === wholeRank) whole.push(doc)
      if (scorer.inTitle[0] === wholeRank) wholeInTitle.push(doc)
      if ((scorer.inTitle[0] ?? unmatched) <= prefixRank) prefixedInTitle.push(doc)
    }
    if (++read % 256 === 0 && chunks.isDue()) {
      scorer.end()
      yield* chunks.pause()
      scorer.begin()
    }
  }
  scorer.end()
  const sets = [whole, prefixed, wholeInTitle, prefixedInTitle].map((docs) =>
    listAsRuns(Uint32Array.from(docs)),
  )
  // A result that was cheap to find is not worth the memory.
  if (read * 32 > part.size)
    for (const [at, set] of sets.entries()) keepBitmap(keys[at] ?? '', asBitmap(set, words))
  return new PhraseDocs(sets)
}

/** Returns the documents that have all tokens, and those of categories whose name has the word. */
function findCandidates(part: Part, { ids, prefix, categories }: QueryWord): FoundDocs {
  const words = bitmapWords(part.size)
  const sets = ids.map((id, at) => {
    if (at < ids.length - 1 || prefix === null) return docsOfTerms(part, [id])
    return docsOfTerms(part, [...prefix.sorted.subarray(prefix.from, prefix.to), ...prefix.added])
  })
  const together = intersectSets(sets, null, words)
  if (categories.size === 0) return together
  const runs: Run[] = []
  for (const id of categories.keys()) {
    const docs = part.categoryPostings(id)
    runs.push({ docs, from: 0, to: docs.length })
  }
  const walker = walkByRank(together, [])
  const docs: number[] = []
  for (let doc = walker.next(); doc !== -1; doc = walker.next()) docs.push(doc)
  runs.push({ docs: Uint32Array.from(docs), from: 0, to: docs.length })
  return [uniteDocs(runs, [], words)]
}

function docsOfTerms(part: Part, terms: readonly number[]): DocSet {
  const bitmaps: Uint32Array[] = []
  const runs: Run[] = []
  for (const term of terms) {
    const slot = term < 0 ? -1 : part.slotOf(term)
    if (slot < 0) continue
    const bits = part.anyBitmap(slot)
    if (bits === undefined)
      runs.push({ docs: part.postings, from: part.starts[slot] ?? 0, to: part.starts[slot + 1] ?? 0 })
    else bitmaps.push(bits)
  }
  if (bitmaps.length === 0 && lengthOf(runs) <= part.size >>> 6)
    return { runs: splitRuns(part, runs), bits: null }
  return { runs: null, bits: uniteDocs(runs, bitmaps, bitmapWords(part.size)) }
}

/** Postings ascend only up to the end of the title ones, and from there. */
function splitRuns({ postings }: Part, runs: readonly Run[]): Run[] {
  return runs.flatMap(({ docs, from, to }) => {
    let middle = from + 1
    while (middle < to && (postings[middle] ?? 0) > (postings[middle - 1] ?? 0)) middle += 1
    return middle >= to
      ? [{ docs, from, to }]
      : [
          { docs, from, to: middle },
          { docs, from: middle, to },
        ]
  })
}
