import { bitsOf, countBits, type ForwardIndex, hasBit, readTokens, setBit } from './forward-index.ts'
import { MatchCounts } from './match-counts.ts'
import { readSections, type Sections } from './part-layout.ts'

const ratingClasses = 8

/** The number of a part's living documents with a term, by rating class: counted on demand, then kept up to date. */
class TermCounts {
  /** Slot → 8 numbers. */
  readonly #counts = new Map<number, Uint32Array>()

  /** Returns the sum for the rating classes of a bit mask; `count` fills all 8 numbers, the first time. */
  sumOf(slot: number, classes: number, count: (counts: Uint32Array) => void): number {
    let counts = this.#counts.get(slot)
    if (counts === undefined) {
      counts = new Uint32Array(ratingClasses)
      count(counts)
      this.#counts.set(slot, counts)
    }
    let sum = 0
    for (let at = 0; at < ratingClasses; at += 1)
      if (((classes >>> at) & 1) === 1) sum += counts[at] as number
    return sum
  }

  /** Subtracts a document that died: the first `count` of `slots` are its terms', some of them repeated. */
  remove(slots: readonly number[], count: number, ratingClass: number): void {
    if (this.#counts.size === 0) return
    for (let at = 0; at < count; at += 1) {
      const slot = slots[at] as number
      const counts = this.#counts.get(slot)
      if (counts !== undefined && slots.indexOf(slot) === at)
        counts[ratingClass] = (counts[ratingClass] as number) - 1
    }
  }
}

/** The number of 32-bit words in a bitmap of a part of `size` documents. */
export const bitmapWords = (size: number) => Math.ceil(size / 32)

const noDocuments = new Uint32Array(0)

/** The mutable state of a part, in its own shared memory: its dead documents, and the match counts without them. */
export type PartState = { dead: Uint32Array; keyCounts: Uint32Array }

/**
 * An immutable segment of the index, in one piece of memory that threads share; documents are numbered in rank order
 * (uses, most first, then id, newest first). Only its state changes, never its memory. See `part-layout.ts`.
 */
export class Part implements ForwardIndex {
  readonly memory: SharedArrayBuffer
  /** The number of documents, including dead ones. */
  readonly size: number
  readonly ids: Uint32Array
  readonly uses: Uint32Array
  readonly facets: Uint8Array
  readonly categories: Uint16Array
  /** Position, newest first → doc. */
  readonly byAge: Uint32Array
  readonly tokenStarts: Uint32Array
  readonly tokens: Uint8Array
  /** Slot → term id, ascending. */
  readonly terms: Uint32Array
  /** Slot → offset in `postings`; one more than slots. */
  readonly starts: Uint32Array
  /** Slot → end of the title postings. */
  readonly titleEnds: Uint32Array
  /** For each slot, first the documents with the term in the title, then those with it only in tags; both ascending. */
  readonly postings: Uint32Array
  /** The categories of the documents here, ascending. */
  readonly categoryIds: Uint32Array
  /** Bitmap of the documents that were replaced, removed, or made private. */
  readonly dead: Uint32Array
  deadCount: number
  readonly #sections: Sections
  readonly #matchCounts: MatchCounts
  readonly #termCounts = new TermCounts()
  readonly #tokens: number[] = []

  /** Without a state, no document is dead. Throws an Error that describes the fault if the memory is not a part. */
  constructor(memory: SharedArrayBuffer, state?: PartState) {
    const sections = readSections(memory)
    const { dead, keyCounts } = state ?? newState(sections)
    this.memory = memory
    this.size = sections.ids.length
    this.ids = sections.ids
    this.uses = sections.uses
    this.facets = sections.facets
    this.categories = sections.categories
    this.byAge = sections.byAge
    this.tokenStarts = sections.tokenStarts
    this.tokens = sections.tokens
    this.terms = sections.terms
    this.starts = sections.starts
    this.titleEnds = sections.titleEnds
    this.postings = sections.postings
    this.categoryIds = sections.categoryIds
    this.dead = dead
    this.deadCount = countBits(dead)
    this.#sections = sections
    this.#matchCounts = new MatchCounts(sections, keyCounts)
  }

  /** The state, needed to make the same part from its memory elsewhere. It keeps changing. */
  get state(): PartState {
    return { dead: this.dead, keyCounts: this.#matchCounts.keyCounts }
  }

  /** The number of documents that are not dead. */
  get living(): number {
    return this.size - this.deadCount
  }

  /** Returns the slot of a term, where its postings are; -1 if no document here has it. */
  slotOf(term: number): number {
    const { termBits, termRanks } = this.#sections
    if (termBits.length === 0) return positionIn(this.terms, term)
    const word = term >>> 5
    if (word >= termBits.length) return -1
    const bits = termBits[word] ?? 0
    if (((bits >>> (term & 31)) & 1) === 0) return -1
    return (termRanks[word] ?? 0) + bitsOf(bits & ((1 << (term & 31)) - 1))
  }

  /** Returns the number of documents that have the term of a slot, including dead ones. */
  frequencyOf(slot: number): number {
    return (this.starts[slot + 1] ?? 0) - (this.starts[slot] ?? 0)
  }

  /** Returns a bitmap of the documents with the term of a slot in the title; undefined for terms of few documents. */
  titleBitmap(slot: number): Uint32Array | undefined {
    return this.#bitmap(slot, 0)
  }

  /** Returns a bitmap of the documents with the term of a slot; undefined if it is in fewer than a 64th of them. */
  anyBitmap(slot: number): Uint32Array | undefined {
    return this.#bitmap(slot, 1)
  }

  /** Returns the documents of a category, ascending, including dead ones. */
  categoryPostings(categoryId: number): Uint32Array {
    const { categoryStarts, categoryDocs } = this.#sections
    const at = positionIn(this.categoryIds, categoryId)
    return at === -1 ? noDocuments : categoryDocs.subarray(categoryStarts[at], categoryStarts[at + 1])
  }

  /**
   * Returns the number of living documents, by rating class (8 numbers), that match `key` as the only word of a query
   * at level 2 or better: those with a term that begins with it, or with a term of its stem group. '' is all documents.
   * Returns undefined if they are not counted; the postings of these terms then usually number less than
   * `heavyPostings`.
   */
  matchCounts(key: string): Uint32Array | undefined {
    return this.#matchCounts.of(key)
  }

  /** Like `matchCounts`, but the sum for the rating classes of a bit mask; -1: not counted. `hash` is the key's. */
  sumMatches(key: string, hash: number, classes: number): number {
    return this.#matchCounts.sumOf(key, hash, classes)
  }

  /**
   * Returns the number of living documents with the term of a slot, of the rating classes of a bit mask. Reads its
   * postings the first time and remembers the counts; meant for common terms.
   */
  countTerm(slot: number, classes: number): number {
    return this.#termCounts.sumOf(slot, classes, (counts) => {
      const to = this.starts[slot + 1] as number
      for (let at = this.starts[slot] as number; at < to; at += 1) {
        const doc = this.postings[at] as number
        if (hasBit(this.dead, doc)) continue
        const ratingClass = (this.facets[doc] as number) & 7
        counts[ratingClass] = (counts[ratingClass] as number) + 1
      }
    })
  }

  /** Returns the document of a GIF; -1 if it is dead or not here. */
  docOf(id: number): number {
    const { byAge, ids } = this
    let from = 0
    let to = byAge.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((ids[byAge[middle] ?? 0] ?? 0) > id) from = middle + 1
      else to = middle
    }
    const doc = byAge[from] ?? -1
    return doc !== -1 && ids[doc] === id && !hasBit(this.dead, doc) ? doc : -1
  }

  /** Marks a document as dead, and subtracts it from the counts. Does nothing if it is already dead. */
  kill(doc: number): void {
    if (hasBit(this.dead, doc)) return
    setBit(this.dead, doc)
    this.deadCount += 1
    const count = readTokens(this, doc, this.#tokens)
    for (let at = 0; at < count; at += 1) this.#tokens[at] = this.slotOf(this.#tokens[at] ?? -1)
    const ratingClass = (this.facets[doc] ?? 0) & 7
    this.#matchCounts.add(this.#tokens, count, ratingClass, -1)
    this.#termCounts.remove(this.#tokens, count, ratingClass)
  }

  #bitmap(slot: number, which: 0 | 1): Uint32Array | undefined {
    const { bitmapSlots, bitmaps } = this.#sections
    const at = positionIn(bitmapSlots, slot)
    if (at === -1) return undefined
    const words = bitmapWords(this.size)
    const start = (at * 2 + which) * words
    return bitmaps.subarray(start, start + words)
  }
}

function newState({ ids, keyCounts }: Sections): PartState {
  const dead = new Uint32Array(new SharedArrayBuffer(bitmapWords(ids.length) * 4))
  const counts = new Uint32Array(new SharedArrayBuffer(keyCounts.byteLength))
  counts.set(keyCounts)
  return { dead, keyCounts: counts }
}

/** Returns the position of a value in ascending values; -1 if it is missing. */
function positionIn(values: Uint32Array, value: number): number {
  let from = 0
  let to = values.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((values[middle] ?? 0) < value) from = middle + 1
    else to = middle
  }
  return from < values.length && values[from] === value ? from : -1
}
