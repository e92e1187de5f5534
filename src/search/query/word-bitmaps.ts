import { setBit } from '../part/forward-index.ts'
import { bitmapWords, type Part } from '../part/part.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import { firstNearRank, formRank, prefixRank, type QueryWord, type Rank, wholeRank } from './query-words.ts'

/**
 * The documents of a part that match a word at a rank up to `maxRank`, as a bitmap. Of a word of several tokens those that have
 * all of them: more than match.
 */
export function markWord(part: Part, word: QueryWord, maxRank: Rank, vocabulary: Vocabulary): Uint32Array {
  const marked = new Uint32Array(bitmapWords(part.size))
  if (word.tokens.length > 1) markPhrase(part, word, marked, vocabulary)
  else for (const term of termsOf(word, maxRank, vocabulary)) markTerm(part, term, marked)
  for (const [id, rank] of word.categories)
    if (rank <= maxRank) for (const doc of part.categoryPostings(id)) setBit(marked, doc)
  return marked
}

function* termsOf(word: QueryWord, maxRank: Rank, vocabulary: Vocabulary): Generator<number> {
  if (wholeRank <= maxRank) yield word.ids[0] ?? -1
  if (formRank <= maxRank) yield* word.forms
  if (prefixRank <= maxRank && word.prefix !== null) yield* prefixTerms(word.prefix, vocabulary)
  for (const { id, cost } of word.near) if (firstNearRank + cost <= maxRank) yield id
}

function* prefixTerms(
  { from, to, added }: NonNullable<QueryWord['prefix']>,
  vocabulary: Vocabulary,
): Generator<number> {
  yield* vocabulary.sorted.subarray(from, to)
  yield* added
}

function markPhrase(
  part: Part,
  { ids, prefix }: QueryWord,
  marked: Uint32Array,
  vocabulary: Vocabulary,
): void {
  marked.fill(0xffff_ffff)
  for (const [at, id] of ids.entries()) {
    const having = new Uint32Array(marked.length)
    if (at === ids.length - 1 && prefix !== null)
      for (const term of prefixTerms(prefix, vocabulary)) markTerm(part, term, having)
    markTerm(part, id, having)
    for (const [index, bits] of having.entries()) marked[index] = (marked[index] ?? 0) & bits
  }
}

function markTerm(part: Part, term: number, marked: Uint32Array): void {
  const slot = term < 0 ? -1 : part.slotOf(term)
  if (slot < 0) return
  const bitmap = part.anyBitmap(slot)
  if (bitmap !== undefined) {
    for (let at = 0; at < marked.length; at += 1) marked[at] = (marked[at] ?? 0) | (bitmap[at] ?? 0)
    return
  }
  const end = part.starts[slot + 1] ?? 0
  for (let at = part.starts[slot] ?? 0; at < end; at += 1) setBit(marked, part.postings[at] ?? 0)
}
