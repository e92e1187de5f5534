import type { ForwardIndex } from '../part/forward-index.ts'
import type { SearchSort } from '../search-index.ts'
import type { Tier } from './document-scorer.ts'
import { type Hits, noHead, unknownHead } from './hits.ts'

/** The hits of all parts and deltas in one order. */
export class MergedHits {
  /** The document of the hit that `step` found. */
  documents: ForwardIndex | null = null
  doc = noHead
  tier: Tier = -1
  readonly #hits: readonly Hits[]
  readonly #sort: SearchSort
  #taken: Hits | null = null
  /** The number of `#hits` that are open. */
  #opened = 0
  #isOpen = false

  constructor(hits: readonly Hits[], sort: SearchSort) {
    this.#hits = hits.filter(({ total }) => total > 0)
    this.#sort = sort
  }

  get isByRelevance(): boolean {
    return this.#sort === 'relevance'
  }

  get id(): number {
    return this.documents?.ids[this.doc] ?? 0
  }

  /** Advances to the next hit. `later`: call again; it takes long, and other work may run in between. */
  step(): 'hit' | 'later' | 'end' {
    for (;;) {
      if (!this.#isOpen) {
        if (this.#opened === 0 && !this.#chooseTier()) return 'end'
        this.#openNext()
        if (!this.#isOpen) return 'later'
      }
      this.#taken?.advance()
      this.#taken = null
      let isKnown = true
      for (const hits of this.#hits) {
        if (hits.head === unknownHead) hits.seek()
        if (hits.head === unknownHead) isKnown = false
      }
      if (!isKnown) return 'later'
      const first = this.#firstHead()
      if (first === null) {
        this.#isOpen = false
        if (this.#sort !== 'relevance') this.tier = Infinity
        continue
      }
      this.documents = first.documents
      this.doc = first.head
      this.#taken = first
      return 'hit'
    }
  }

  /** Finds the next tier; returns false at the end. */
  #chooseTier(): boolean {
    if (this.#sort !== 'relevance') return this.tier !== Infinity && this.#hits.length > 0
    let next = Infinity
    for (const hits of this.#hits) next = Math.min(next, hits.nextTier(this.tier))
    if (next === Infinity) return false
    this.tier = next
    return true
  }

  /** Opens the tier in the next of the hits, one at a time, because their sets may have to be computed. */
  #openNext(): void {
    const hits = this.#hits[this.#opened]
    if (this.#sort === 'relevance') hits?.openTier(this.tier)
    else hits?.openAll(this.#sort)
    this.#opened += 1
    if (this.#opened < this.#hits.length) return
    this.#opened = 0
    this.#isOpen = true
  }

  #firstHead(): Hits | null {
    let first: Hits | null = null
    let mostUses = -1
    let newest = -1
    const byAge = this.#sort === 'newest'
    for (const hits of this.#hits) {
      const { head, documents } = hits
      if (head === noHead) continue
      const uses = byAge ? 0 : (documents.uses[head] ?? 0)
      const id = documents.ids[head] ?? 0
      if (uses < mostUses || (uses === mostUses && id < newest)) continue
      first = hits
      mostUses = uses
      newest = id
    }
    return first
  }
}
