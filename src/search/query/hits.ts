import type { ForwardIndex } from '../part/forward-index.ts'
import type { Part } from '../part/part.ts'
import type { SearchSort } from '../search-index.ts'
import { countFound, type FoundDocs } from './doc-set.ts'
import { type DocWalker, walkByAge, walkByRank } from './doc-walkers.ts'
import type { DocumentScorer, Tier } from './document-scorer.ts'

/** In `Hits.head`: there are no more documents. */
export const noHead = -1
/** In `Hits.head`: not known yet. Call `seek`. */
export const unknownHead = -2

/** The documents of a part or the delta that a stage finds, in order. */
export interface Hits {
  readonly documents: ForwardIndex
  readonly total: number
  /** Returns the first tier after this one that may have documents, or Infinity. */
  nextTier(after: Tier): Tier
  /** Starts walking a tier in rank order. Tiers are opened in order, each after the one before was fully walked. */
  openTier(tier: Tier): void
  /** Starts walking all documents in another order. */
  openAll(sort: Exclude<SearchSort, 'relevance'>): void
  /** The next document, or `noHead`, or `unknownHead`. */
  readonly head: number
  /** Looks for the head, for a few microseconds. */
  seek(): void
  /** Advances to the next document. */
  advance(): void
}

/** Hits that have all been scored. */
export class ScoredHits implements Hits {
  readonly documents: ForwardIndex
  head = noHead
  readonly #docs: readonly number[]
  readonly #byTier = new Map<Tier, number[]>()
  #walked: readonly number[] = []
  #at = 0

  /** `docs` are in rank order, with the tier of each. */
  constructor(documents: ForwardIndex, docs: readonly number[], tiers: readonly Tier[]) {
    this.documents = documents
    this.#docs = docs
    for (const [at, doc] of docs.entries()) addToTier(this.#byTier, tiers[at] ?? 0, doc)
  }

  get total(): number {
    return this.#docs.length
  }

  nextTier(after: Tier): Tier {
    return tierAfter(this.#byTier.keys(), after)
  }

  openTier(tier: Tier): void {
    this.#walk(this.#byTier.get(tier) ?? [])
  }

  openAll(sort: 'newest' | 'popular'): void {
    const { ids } = this.documents
    this.#walk(sort === 'popular' ? this.#docs : this.#docs.toSorted((a, b) => (ids[b] ?? 0) - (ids[a] ?? 0)))
  }

  #walk(docs: readonly number[]): void {
    this.#walked = docs
    this.#at = -1
    this.advance()
  }

  seek(): void {}

  advance(): void {
    this.#at += 1
    this.head = this.#walked[this.#at] ?? noHead
  }
}

function addToTier(byTier: Map<Tier, number[]>, tier: Tier, doc: number): void {
  const docs = byTier.get(tier)
  if (docs === undefined) byTier.set(tier, [doc])
  else docs.push(doc)
}

function tierAfter(tiers: Iterable<Tier>, after: Tier): Tier {
  let next = Infinity
  for (const tier of tiers) if (tier > after && tier < next) next = tier
  return next
}

/** Documents that are found together: none is in a better tier than `firstTier`. */
export type Step = {
  firstTier: Tier
  docs: () => FoundDocs
  /** The documents of earlier steps, to leave out of `docs`. */
  before: readonly (() => FoundDocs)[]
  /** True if all documents of the step are in its first tier; otherwise each has to be scored. */
  isFirstTier: boolean
}

/** The number of documents to score before `seek` pauses. */
const scoredAtOnce = 64

/** Hits of a part as sets, which are put in order only as far as they are requested. */
export class SetHits implements Hits {
  readonly documents: Part
  head = noHead
  readonly #steps: readonly Step[]
  readonly #all: () => FoundDocs
  readonly #count: () => number
  readonly #scorer: DocumentScorer | null
  #total = -1
  #opened = 0
  readonly #left = new Map<Tier, number[]>()
  #tier: Tier = 0
  #walker: DocWalker | null = null
  #isScored = false
  #walked = noHead
  #bucket: readonly number[] = []
  #bucketAt = 0

  /**
   * `steps` are in order of their first tiers. `all` returns the documents of all of them; `count` counts them if that
   * is faster. The scorer must have begun whenever this is used; null: no document has to be scored.
   */
  constructor(
    part: Part,
    steps: readonly Step[],
    scorer: DocumentScorer | null,
    all: () => FoundDocs,
    count = () => countFound(all()),
  ) {
    this.#all = all
    this.documents = part
    this.#steps = steps
    this.#scorer = scorer
    this.#count = count
  }

  get total(): number {
    if (this.#total < 0) this.#total = this.#count()
    return this.#total
  }

  nextTier(after: Tier): Tier {
    return Math.min(tierAfter(this.#left.keys(), after), this.#steps[this.#opened]?.firstTier ?? Infinity)
  }

  openTier(tier: Tier): void {
    this.#tier = tier
    this.#bucket = (this.#left.get(tier) ?? []).toSorted((a, b) => a - b)
    this.#bucketAt = 0
    this.#left.delete(tier)
    this.#walker = null
    this.#walked = noHead
    const step = this.#steps[this.#opened]
    if (step?.firstTier === tier) {
      this.#opened += 1
      this.#walker = walkByRank(
        step.docs(),
        step.before.map((docs) => docs()),
      )
      this.#isScored = !step.isFirstTier
      this.#walked = unknownHead
    }
    this.head = unknownHead
    this.seek()
  }

  openAll(sort: 'newest' | 'popular'): void {
    const { ids, byAge } = this.documents
    this.#bucket = []
    this.#bucketAt = 0
    this.#walker = sort === 'popular' ? walkByRank(this.#all(), []) : walkByAge(this.#all(), ids, byAge)
    this.#isScored = false
    this.#walked = unknownHead
    this.head = unknownHead
    this.seek()
  }

  seek(): void {
    if (this.#walked === unknownHead) this.#walk()
    const walked = this.#walked
    const left = this.#bucket[this.#bucketAt] ?? noHead
    if (walked === unknownHead) this.head = unknownHead
    else if (walked === noHead || left === noHead) this.head = Math.max(walked, left)
    else this.head = Math.min(walked, left)
  }

  advance(): void {
    if (this.head === this.#walked) this.#walked = unknownHead
    else this.#bucketAt += 1
    this.head = unknownHead
    this.seek()
  }

  #walk(): void {
    const walker = this.#walker
    if (walker === null) {
      this.#walked = noHead
      return
    }
    for (let scored = 0; scored < scoredAtOnce; scored += 1) {
      const doc = walker.next()
      if (doc < 0 || !this.#isScored || this.#scorer === null) {
        this.#walked = doc
        return
      }
      const tier = this.#scorer.score(this.documents, doc)
      if (tier === this.#tier) {
        this.#walked = doc
        return
      }
      if (tier > this.#tier) addToTier(this.#left, tier, doc)
    }
  }
}
