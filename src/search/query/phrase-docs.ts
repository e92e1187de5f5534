import { bitmapWords, type Part } from '../part/part.ts'
import { bitmapKey, getBitmap, keepBitmap } from './bitmap-cache.ts'
import type { Chunks } from './chunks.ts'
import { asBitmap, BitmapWalker, DocCollector, type DocSet, intersectSets, ListWalker } from './doc-set.ts'
import { DocumentScorer } from './document-scorer.ts'
import type { IndexView } from './index-view.ts'
import { prefixRank, type QueryWord, type Rank, wholeRank } from './query-words.ts'

/** The documents of a part that match a word of several tokens. */
export class PhraseDocs {
  readonly #whole: DocSet
  readonly #prefixed: DocSet
  readonly wholeInTitle: DocSet

  constructor(whole: DocSet, prefixed: DocSet, wholeInTitle: DocSet) {
    this.#whole = whole
    this.#prefixed = prefixed
    this.wholeInTitle = wholeInTitle
  }

  any(maxRank: Rank): DocSet {
    return maxRank >= prefixRank ? this.#prefixed : this.#whole
  }
}

const kinds = ['whole', 'prefixed', 'title'] as const

/**
 * Finds the documents of a part that match a word of several tokens: reads those that have all tokens. Remembered
 * like other bitmaps of words.
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
  const cached = keys.map(getBitmap)
  if (cached.every((bitmap) => bitmap !== undefined)) {
    const [whole, prefixed, title] = cached.map(({ bits }): DocSet => ({ list: null, bits }))
    if (whole && prefixed && title) return new PhraseDocs(whole, prefixed, title)
  }
  const words = bitmapWords(part.size)
  const [whole, prefixed, title] = [[], [], []] as [number[], number[], number[]]
  const scorer = new DocumentScorer([word], 0, view.vocabulary)
  const candidates = findCandidates(part, word, view)
  const walker = Array.isArray(candidates)
    ? new BitmapWalker(candidates)
    : candidates.list === null
      ? new BitmapWalker([candidates.bits])
      : new ListWalker(candidates.list)
  scorer.begin()
  let read = 0
  for (let doc = walker.next(); doc !== -1; doc = walker.next()) {
    if (scorer.score(part, doc) >= 0) {
      prefixed.push(doc)
      if (scorer.best[0] === wholeRank) whole.push(doc)
      if (scorer.inTitle[0] === wholeRank) title.push(doc)
    }
    if (++read % 256 === 0 && chunks.isDue()) {
      scorer.end()
      yield* chunks.pause()
      scorer.begin()
    }
  }
  scorer.end()
  const sets = [whole, prefixed, title].map((docs): DocSet => ({ list: Uint32Array.from(docs), bits: null }))
  // What was cheap to find is not worth the room.
  if (read * 32 > part.size)
    for (const [at, set] of sets.entries()) keepBitmap(keys[at] ?? '', asBitmap(set, words))
  const [wholeSet = emptyDocs, prefixedSet = emptyDocs, titleSet = emptyDocs] = sets
  return new PhraseDocs(wholeSet, prefixedSet, titleSet)
}

const emptyDocs: DocSet = { list: new Uint32Array(0), bits: null }

/** The documents that have all tokens, and those of categories whose name has the word. */
function findCandidates(
  part: Part,
  { ids, prefix, categories }: QueryWord,
  { vocabulary }: IndexView,
): DocSet | Uint32Array[] {
  const sets = ids.map((id, at) => {
    if (at < ids.length - 1 || prefix === null) return docsOfTerms(part, [id])
    return docsOfTerms(part, [...vocabulary.sorted.subarray(prefix.from, prefix.to), ...prefix.added])
  })
  const together = intersectSets(sets, null)
  if (categories.size === 0) return together
  const words = bitmapWords(part.size)
  const collector = new DocCollector(words)
  for (const id of categories.keys()) {
    const docs = part.categoryPostings(id)
    collector.add(docs, 0, docs.length)
  }
  const walker = Array.isArray(together)
    ? new BitmapWalker(together)
    : new ListWalker(together.list ?? new Uint32Array(0))
  const docs = new Uint32Array(1)
  for (let doc = walker.next(); doc !== -1; doc = walker.next()) {
    docs[0] = doc
    collector.add(docs, 0, 1)
  }
  return { list: null, bits: collector.takeBitmap([]) }
}

function docsOfTerms(part: Part, terms: readonly number[]): DocSet {
  const collector = new DocCollector(bitmapWords(part.size))
  const bitmaps: Uint32Array[] = []
  let postings = 0
  for (const term of terms) {
    const slot = term < 0 ? -1 : part.slotOf(term)
    if (slot < 0) continue
    const bits = part.anyBitmap(slot)
    if (bits !== undefined) bitmaps.push(bits)
    else {
      collector.add(part.postings, part.starts[slot] ?? 0, part.starts[slot + 1] ?? 0)
      postings += part.frequencyOf(slot)
    }
  }
  if (bitmaps.length === 0 && postings <= part.size >>> 6) return { list: collector.takeList(), bits: null }
  return { list: null, bits: collector.takeBitmap(bitmaps) }
}
