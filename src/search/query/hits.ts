import type { ForwardIndex } from '../part/forward-index.ts'
import type { Part } from '../part/part.ts'
import type { SearchSort } from '../search-index.ts'
import { asBitmap, BitmapWalker, type DocSet, type DocWalker, filterList, ListWalker } from './doc-set.ts'
import type { DocumentScorer, Tier } from './document-scorer.ts'

/** In `Hits.head`: there is no further document. */
export const noHead = -1
/** In `Hits.head`: to be looked for. Call `seek`. */
export const unknownHead = -2

/** The documents of a part or the delta that a stage finds, in order. */
export interface Hits {
  readonly documents: ForwardIndex
  readonly total: number
  /** The first tier after this one that may have documents, or Infinity. */
  nextTier(after: Tier): Tier
  /** Begins to walk a tier in rank order. Tiers are opened in order, each after the one before was walked to the end. */
  openTier(tier: Tier): void
  /** Begins to walk all documents in another order. */
  openAll(sort: Exclude<SearchSort, 'relevance'>): void
  /** The document to take next, or `noHead`, or `unknownHead`. */
  readonly head: number
  /** Looks for the head, for some microseconds. */
  seek(): void
  /** Goes on to the next document. */
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

  /** `docs` in rank order, and the tier of each. */
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

/** Documents in all of some bitmaps, or a list. */
export type CommonDocs = DocSet | readonly Uint32Array[]

/** Documents that are found together: no document of the step is in a better tier than its first one. */
export type Step = {
  firstTier: Tier
  /** All documents up to this step. */
  docs: () => CommonDocs
  /** Documents of earlier steps, if that is known; `docs` may have them, too. */
  before: (() => CommonDocs) | null
  /** All other documents of the step are in this tier; else each has to be scored. */
  isFirstTier: boolean
}

/** Documents to look at, and documents to score, before `seek` gives up for now. */
const soughtAtOnce = 4096
const scoredAtOnce = 64

/** Hits of a part as sets, that are put in order only as far as they are asked for. */
export class SetHits implements Hits {
  readonly documents: Part
  head = noHead
  readonly #steps: readonly Step[]
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

  /** `steps` in order of their first tiers; the last has all documents. The scorer has begun whenever this is used; null: no document has to be scored. */
  constructor(part: Part, steps: readonly Step[], scorer: DocumentScorer | null, count: () => number) {
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
      this.#walker = walk(step.docs(), step.before?.())
      this.#isScored = !step.isFirstTier
      this.#walked = unknownHead
    }
    this.head = unknownHead
    this.seek()
  }

  openAll(sort: 'newest' | 'popular'): void {
    const docs = this.#steps.at(-1)?.docs() ?? []
    this.#bucket = []
    this.#bucketAt = 0
    this.#walker = sort === 'popular' ? walk(docs) : walkByAge(this.documents, docs)
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

function walk(docs: CommonDocs, before?: CommonDocs): DocWalker {
  const bitmaps = bitmapsOf(docs)
  if (bitmaps !== null) {
    if (before === undefined) return new BitmapWalker(bitmaps)
    const words = bitmaps[0]?.length ?? 0
    return new BitmapWalker(bitmaps, bitmapsOf(before) ?? [asBitmap(before as DocSet, words)])
  }
  const list = (docs as DocSet).list ?? noDocs
  const except = before === undefined ? noDocs : (bitmapsOf(before) ?? (before as DocSet).list ?? noDocs)
  if (except instanceof Uint32Array) return new ListWalker(list, except)
  return new ListWalker(list, filterList(list, except))
}

const noDocs = new Uint32Array(0)

/** The bitmaps of documents that are not a list. */
export function bitmapsOf(docs: CommonDocs): readonly Uint32Array[] | null {
  if (!('list' in docs)) return docs
  return docs.bits === null ? null : [docs.bits]
}

function walkByAge({ ids, byAge }: Part, docs: CommonDocs): DocWalker {
  const bitmaps = bitmapsOf(docs)
  if (bitmaps !== null) return new AgeWalker(byAge, bitmaps)
  return new ListWalker((docs as DocSet).list?.toSorted((a, b) => (ids[b] ?? 0) - (ids[a] ?? 0)) ?? noDocs)
}

/** Walks the documents that are in all bitmaps, the newest first. */
class AgeWalker implements DocWalker {
  readonly #byAge: Uint32Array
  readonly #bitmaps: readonly Uint32Array[]
  #at = 0

  constructor(byAge: Uint32Array, bitmaps: readonly Uint32Array[]) {
    this.#byAge = byAge
    this.#bitmaps = bitmaps
  }

  next(): number {
    const end = Math.min(this.#byAge.length, this.#at + soughtAtOnce)
    while (this.#at < end) {
      const doc = this.#byAge[this.#at++] ?? 0
      let bit = 1
      for (let at = 0; at < this.#bitmaps.length; at += 1)
        bit &= (this.#bitmaps[at]?.[doc >>> 5] ?? 0) >>> (doc & 31)
      if (bit === 1) return doc
    }
    return end === this.#byAge.length ? noHead : unknownHead
  }
}
