import type { Part } from '../part/part.ts'
import { bitmapWords } from '../part/part.ts'
import { bitmapKey, type CachedBitmap, getBitmap, keepBitmap } from './bitmap-cache.ts'
import { type DocSet, lengthOf, type Members, membersOf, type Run, uniteDocs } from './doc-set.ts'
import type { IndexView } from './index-view.ts'
import type { PhraseDocs } from './phrase-docs.ts'
import { firstNearRank, formRank, prefixRank, type QueryWord, type Rank, wholeRank } from './query-words.ts'

/** Sets of fewer documents than this fraction of all are lists. Terms of at least that many have bitmaps. */
const listShare = 6

/** Documents are looked up in at most this many bitmaps and runs of a word. */
const maxMembers = 8

const noTerms = new Uint32Array(0)

/** The documents of a part that match a word. Everything is computed on demand, once. */
export class WordDocs {
  readonly word: QueryWord
  readonly #part: Part
  readonly #view: IndexView
  readonly #phrase: PhraseDocs | null
  readonly #maxListed: number
  readonly #manyTerms: number
  /** Slots and ranks of the terms that the part has, by rank, except those of a long prefix. */
  readonly #slots: number[] = []
  readonly #ranks: Rank[] = []
  /** The slots of the terms of a long prefix, once they were needed. */
  #prefixSlots: number[] | null = null
  readonly #sets = new Map<Rank, DocSet>()
  readonly #titleSets = new Map<Rank, DocSet>()

  /** `phrase`: the matches of a word of several tokens, null for other words. `manyTerms`: see `Tuning`. */
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
      const { from, to, added, sorted } = word.prefix
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

  /** Adds the ranks at which documents may match. */
  addRanks(ranks: Set<Rank>): void {
    for (const rank of this.#ranks) ranks.add(rank)
    for (const rank of this.word.categories.values()) ranks.add(rank)
    if (this.#hasLongPrefix || (this.#phrase !== null && this.word.prefix !== null)) ranks.add(prefixRank)
  }

  /** Returns an upper bound of the number of documents that match at a rank up to `maxRank`. */
  estimate(maxRank: Rank): number {
    if (this.#phrase !== null) {
      const { runs } = this.#phrase.any(maxRank)
      return runs === null ? this.#part.size : lengthOf(runs)
    }
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
    const { sorted = noTerms, from = 0, to = 0, added = [] } = this.word.prefix ?? {}
    const slots: number[] = []
    for (const term of sorted.subarray(from, to)) {
      const slot = this.#part.slotOf(term)
      if (slot >= 0) slots.push(slot)
    }
    for (const term of added) {
      const slot = this.#part.slotOf(term)
      if (slot >= 0) slots.push(slot)
    }
    return (this.#prefixSlots = slots)
  }

  /** Returns the approximate time to compute `any(maxRank)` for an intersection, in postings. */
  costOfAny(maxRank: Rank): number {
    if (this.#phrase !== null || this.#sets.has(this.#lastRank(maxRank))) return 0
    const count = this.estimate(maxRank)
    if (count <= this.#maxListed) return count
    return this.cached(maxRank) === undefined ? count + bitmapWords(this.#part.size) : 0
  }

  /** Returns the bitmap of `any(maxRank)`, if it is kept from an earlier query. */
  cached(maxRank: Rank): CachedBitmap | undefined {
    const isKept = maxRank <= prefixRank && this.#phrase === null
    return isKept ? getBitmap(this.#cacheKey(maxRank, false)) : undefined
  }

  /** Returns a key that is valid while the part and the names of categories stay the same. Near terms may change. */
  #cacheKey(maxRank: Rank, inTitle: boolean): string {
    const { word } = this
    const categories = word.categories.size === 0 ? 0 : this.#view.categories.version
    const kind = (inTitle ? 4 : 0) + (word.prefix === null ? 2 : 0)
    return bitmapKey(this.#part, `word ${maxRank} ${kind} ${categories} ${word.tokens[0]}`)
  }

  /** Returns the last rank up to `maxRank` at which more documents may match. */
  #lastRank(maxRank: Rank): Rank {
    let last = this.#hasLongPrefix && maxRank >= prefixRank ? prefixRank : wholeRank
    for (const rank of this.#ranks) if (rank <= maxRank && rank > last) last = rank
    for (const rank of this.word.categories.values()) if (rank <= maxRank && rank > last) last = rank
    return last
  }

  /** Returns the documents that match at a rank up to `maxRank`. */
  any(maxRank: Rank): DocSet {
    if (this.#phrase !== null) return this.#phrase.any(maxRank)
    const rank = this.#lastRank(maxRank)
    let set = this.#sets.get(rank)
    if (set === undefined) this.#sets.set(rank, (set = this.#findSet(rank, false)))
    return set
  }

  /** Returns the documents that match at a rank up to `maxRank` in the title. */
  inTitle(maxRank: Rank): DocSet {
    if (this.#phrase !== null) return this.#phrase.inTitle(maxRank)
    const rank = this.#lastRank(maxRank)
    let set = this.#titleSets.get(rank)
    if (set === undefined) this.#titleSets.set(rank, (set = this.#findSet(rank, true)))
    return set
  }

  #findSet(maxRank: Rank, inTitle: boolean): DocSet {
    const part = this.#part
    const slots = this.#slotsUpTo(maxRank)
    const categories = inTitle ? [] : [...this.word.categories].filter(([, rank]) => rank <= maxRank)
    const isMany = this.estimate(maxRank) > this.#maxListed
    const isOne =
      slots.length === 1 && categories.length === 0 && !(this.#hasLongPrefix && maxRank >= prefixRank)
    const key = isMany && !isOne && maxRank <= prefixRank ? this.#cacheKey(maxRank, inTitle) : null
    const cached = key === null ? undefined : getBitmap(key)
    if (cached !== undefined) return { runs: null, bits: cached.bits }
    const runs: Run[] = []
    const bitmaps: Uint32Array[] = []
    for (const slot of slots) this.#addSlot(slot, inTitle, runs, bitmaps)
    if (this.#hasLongPrefix && maxRank >= prefixRank)
      for (const slot of this.#longPrefixSlots()) this.#addSlot(slot, inTitle, runs, bitmaps)
    for (const [id] of categories) {
      const docs = part.categoryPostings(id)
      if (docs.length > 0) runs.push({ docs, from: 0, to: docs.length })
    }
    const [only] = bitmaps
    if (runs.length === 0 && bitmaps.length === 1 && only !== undefined) return { runs: null, bits: only }
    if (bitmaps.length === 0 && !isMany) return { runs, bits: null }
    const bits = uniteDocs(runs, bitmaps, bitmapWords(part.size))
    if (key !== null) keepBitmap(key, bits)
    return { runs: null, bits }
  }

  /**
   * Returns the documents that match at a rank up to `maxRank`, optionally in the title, for looking up a few one by
   * one. Returns null if finding them takes more than that.
   */
  members(maxRank: Rank, inTitle: boolean): Members | null {
    const part = this.#part
    const known = (inTitle ? this.#titleSets : this.#sets).get(this.#lastRank(maxRank))
    if (known !== undefined) return membersOf(known)
    if (this.#phrase !== null) return membersOf(inTitle ? this.inTitle(maxRank) : this.any(maxRank))
    if (this.#hasLongPrefix && maxRank >= prefixRank) return null
    const bitmaps: Uint32Array[] = []
    const runs: Run[] = []
    for (let at = 0; at < this.#slots.length; at += 1) {
      if ((this.#ranks[at] as Rank) > maxRank) continue
      this.#addSlot(this.#slots[at] as number, inTitle, runs, bitmaps)
      if (bitmaps.length + runs.length > maxMembers) return null
    }
    if (!inTitle) {
      for (const [id, rank] of this.word.categories) {
        const docs = part.categoryPostings(id)
        if (rank <= maxRank && docs.length > 0) runs.push({ docs, from: 0, to: docs.length })
      }
    }
    return bitmaps.length + runs.length > maxMembers ? null : { bitmaps, runs }
  }

  /** Adds the documents that have the term of a slot. */
  #addSlot(slot: number, inTitle: boolean, runs: Run[], bitmaps: Uint32Array[]): void {
    const bits = inTitle ? this.#part.titleBitmap(slot) : this.#part.anyBitmap(slot)
    if (bits === undefined) addPostings(this.#part, slot, inTitle, runs)
    else bitmaps.push(bits)
  }

  #slotsUpTo(maxRank: Rank): readonly number[] {
    if ((this.#ranks.at(-1) ?? 0) <= maxRank) return this.#slots
    return this.#slots.filter((_, at) => (this.#ranks[at] ?? 0) <= maxRank)
  }

  /** Returns true if no document matches at this rank by more than one term, so that runs have no duplicates. */
  isUnique(maxRank: Rank): boolean {
    const hasCategory = this.word.categories.values().some((rank) => rank <= maxRank)
    return (
      !hasCategory && !(this.#hasLongPrefix && maxRank >= prefixRank) && this.#slotsUpTo(maxRank).length <= 1
    )
  }

  /** Returns the documents with the word whole, but not in the title; null if that takes more than looking them up. */
  wholeInTagsOnly(): DocSet | null {
    const [slot = -1] = this.#slotsUpTo(wholeRank)
    if (this.#phrase !== null || !this.isUnique(wholeRank) || slot < 0) return null
    if (this.#part.anyBitmap(slot) !== undefined) return null
    const { postings: docs, titleEnds, starts } = this.#part
    return { runs: [{ docs, from: titleEnds[slot] ?? 0, to: starts[slot + 1] ?? 0 }], bits: null }
  }
}

function addPostings(
  { postings: docs, starts, titleEnds }: Part,
  slot: number,
  inTitle: boolean,
  runs: Run[],
): void {
  const from = starts[slot] ?? 0
  const middle = titleEnds[slot] ?? 0
  const to = starts[slot + 1] ?? 0
  if (middle > from) runs.push({ docs, from, to: middle })
  if (!inTitle && to > middle) runs.push({ docs, from: middle, to })
}
