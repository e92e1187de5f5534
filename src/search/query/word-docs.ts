import type { Part } from '../part/part.ts'
import { bitmapWords } from '../part/part.ts'
import { bitmapKey, type CachedBitmap, getBitmap, keepBitmap } from './bitmap-cache.ts'
import { DocCollector, type DocSet, emptySet } from './doc-set.ts'
import type { IndexView } from './index-view.ts'
import type { PhraseDocs } from './phrase-docs.ts'
import { firstNearRank, formRank, prefixRank, type QueryWord, type Rank, wholeRank } from './query-words.ts'

/** Sets of fewer than this part of the documents are lists. Terms of at least so many documents have bitmaps. */
const listShare = 6

/** The documents of a part that match a word. Whatever is asked for is computed then, and once. */
export class WordDocs {
  readonly word: QueryWord
  readonly #part: Part
  readonly #view: IndexView
  readonly #phrase: PhraseDocs | null
  readonly #maxListed: number
  readonly #manyTerms: number
  /** Terms that the part has, but for those of a long prefix: their slots and ranks, by rank. */
  readonly #slots: number[] = []
  readonly #ranks: Rank[] = []
  /** The slots of the terms of a long prefix, once they were needed. */
  #prefixSlots: number[] | null = null
  readonly #sets = new Map<Rank, DocSet>()
  #wholeInTitle: DocSet | null = null

  /** `phrase`: what a word of several tokens matches, null for other words. `manyTerms`: see `Tuning`. */
  constructor(part: Part, word: QueryWord, view: IndexView, phrase: PhraseDocs | null, manyTerms: number) {
    this.#manyTerms = manyTerms
    this.word = word
    this.#part = part
    this.#view = view
    this.#phrase = phrase
    this.#maxListed = part.size >>> listShare
    if (phrase !== null) return
    this.#addTerm(word.ids[0] ?? -1, wholeRank)
    for (const term of word.forms) this.#addTerm(term, formRank)
    if (word.prefix !== null && !this.#hasLongPrefix) {
      const { from, to, added } = word.prefix
      const { sorted } = view.vocabulary
      for (let at = from; at < to; at += 1) this.#addTerm(sorted[at] ?? -1, prefixRank)
      for (const term of added) this.#addTerm(term, prefixRank)
    }
    for (const { id, cost } of word.near) this.#addTerm(id, firstNearRank + cost)
  }

  #addTerm(term: number, rank: Rank): void {
    const slot = term < 0 ? -1 : this.#part.slotOf(term)
    if (slot < 0 || this.#slots.includes(slot)) return
    this.#slots.push(slot)
    this.#ranks.push(rank)
  }

  get #hasLongPrefix(): boolean {
    const { prefix } = this.word
    return prefix !== null && prefix.to - prefix.from + prefix.added.length > this.#manyTerms
  }

  /** Whether more documents match at this rank than at better ones, as far as is known without looking. */
  hasRank(rank: Rank): boolean {
    if (this.#phrase !== null) return rank === wholeRank || rank === prefixRank
    return (
      rank === wholeRank ||
      this.#ranks.includes(rank) ||
      (rank === prefixRank && this.#hasLongPrefix) ||
      this.word.categories.values().some((there) => there === rank)
    )
  }

  /** At least as many documents as match at a rank up to `maxRank`. */
  estimate(maxRank: Rank): number {
    if (this.#phrase !== null) return this.#phrase.any(maxRank).list?.length ?? this.#part.size
    let count = this.#termPostings(maxRank)
    if (maxRank >= prefixRank && this.#hasLongPrefix) count += this.#estimateLongPrefix()
    for (const [id, rank] of this.word.categories)
      if (rank <= maxRank) count += this.#part.categoryPostings(id).length
    return count
  }

  #termPostings(maxRank: Rank): number {
    let count = 0
    for (let at = 0; at < this.#slots.length; at += 1)
      if ((this.#ranks[at] ?? 0) <= maxRank) count += this.#part.frequencyOf(this.#slots[at] ?? 0)
    return count
  }

  #estimateLongPrefix(): number {
    const counts = this.#part.matchCounts(this.word.prefix?.text ?? '')
    if (counts !== undefined) return counts.reduce((sum, count) => sum + count, this.#part.deadCount)
    return this.#longPrefixSlots().reduce((sum, slot) => sum + this.#part.frequencyOf(slot), 0)
  }

  #longPrefixSlots(): number[] {
    if (this.#prefixSlots !== null) return this.#prefixSlots
    const { from = 0, to = 0, added = [] } = this.word.prefix ?? {}
    const slots: number[] = []
    for (const term of this.#view.vocabulary.sorted.subarray(from, to)) {
      const slot = this.#part.slotOf(term)
      if (slot >= 0) slots.push(slot)
    }
    for (const term of added) {
      const slot = this.#part.slotOf(term)
      if (slot >= 0) slots.push(slot)
    }
    return (this.#prefixSlots = slots)
  }

  /** About how many documents have to be read to have `any(maxRank)`. */
  costOfAny(maxRank: Rank): number {
    if (this.#phrase !== null || this.#sets.has(this.#lastRank(maxRank))) return 0
    const count = this.estimate(maxRank)
    return count > this.#maxListed && this.cached(maxRank) !== undefined ? 0 : count
  }

  /** The bitmap of `any(maxRank)`, if it is kept from an earlier query. */
  cached(maxRank: Rank): CachedBitmap | undefined {
    return maxRank > prefixRank ? undefined : getBitmap(this.#cacheKey(maxRank))
  }

  /** Keys of what does not change while the part and the names of categories are the same. Near terms may change. */
  #cacheKey(maxRank: Rank): string {
    const { word } = this
    const categories = word.categories.size === 0 ? 0 : this.#view.categories.version
    return bitmapKey(
      this.#part,
      `word ${maxRank} ${word.prefix === null ? 0 : 1} ${categories} ${word.tokens.join(' ')}`,
    )
  }

  /** The documents that match at a rank up to `maxRank`. */
  any(maxRank: Rank): DocSet {
    if (this.#phrase !== null) return this.#phrase.any(maxRank)
    const rank = this.#lastRank(maxRank)
    let set = this.#sets.get(rank)
    if (set === undefined) this.#sets.set(rank, (set = this.#findAny(rank)))
    return set
  }

  /** The last rank up to `maxRank` at which more documents may match. */
  #lastRank(maxRank: Rank): Rank {
    let last = this.#hasLongPrefix && maxRank >= prefixRank ? prefixRank : wholeRank
    for (const rank of this.#ranks) if (rank <= maxRank && rank > last) last = rank
    for (const rank of this.word.categories.values()) if (rank <= maxRank && rank > last) last = rank
    return last
  }

  #findAny(maxRank: Rank): DocSet {
    const part = this.#part
    const slots = this.#slots.filter((_, at) => (this.#ranks[at] ?? 0) <= maxRank)
    const isLong = maxRank >= prefixRank && this.#hasLongPrefix
    const categories = [...this.word.categories].filter(([, rank]) => rank <= maxRank)
    if (slots.length === 0 && !isLong && categories.length === 0) return emptySet
    const [slot = 0] = slots
    if (slots.length === 1 && !isLong && categories.length === 0) {
      const bits = part.anyBitmap(slot)
      if (bits !== undefined) return { list: null, bits }
      const start = part.starts[slot] ?? 0
      const end = part.starts[slot + 1] ?? 0
      const titleEnd = part.titleEnds[slot] ?? 0
      if (titleEnd === start || titleEnd === end)
        return { list: part.postings.subarray(start, end), bits: null }
    }
    const isMany = this.estimate(maxRank) > this.#maxListed
    const cached = isMany ? this.cached(maxRank) : undefined
    if (cached !== undefined) return { list: null, bits: cached.bits }
    const collector = new DocCollector(bitmapWords(part.size))
    const bitmaps: Uint32Array[] = []
    for (const one of isLong ? [...slots, ...this.#longPrefixSlots()] : slots) {
      const bits = part.anyBitmap(one)
      if (bits === undefined) collector.add(part.postings, part.starts[one] ?? 0, part.starts[one + 1] ?? 0)
      else bitmaps.push(bits)
    }
    for (const [id] of categories) {
      const docs = part.categoryPostings(id)
      collector.add(docs, 0, docs.length)
    }
    if (!isMany && bitmaps.length === 0) return { list: collector.takeList(), bits: null }
    const bits = collector.takeBitmap(bitmaps)
    if (maxRank <= prefixRank) keepBitmap(this.#cacheKey(maxRank), bits)
    return { list: null, bits }
  }

  /** The documents that have the word whole in the title. */
  wholeInTitle(): DocSet {
    this.#wholeInTitle ??= this.#phrase === null ? this.#findWholeInTitle() : this.#phrase.wholeInTitle
    return this.#wholeInTitle
  }

  #findWholeInTitle(): DocSet {
    const part = this.#part
    const [slot = -1] = this.#ranks[0] === wholeRank ? this.#slots : []
    if (slot === -1) return emptySet
    const bits = part.titleBitmap(slot)
    if (bits !== undefined) return { list: null, bits }
    return { list: part.postings.subarray(part.starts[slot], part.titleEnds[slot]), bits: null }
  }
}
