import { LRUCache } from 'lru-cache'
import { type ForwardIndex, hasBit } from '../part/forward-index.ts'
import { bitmapWords, type Part } from '../part/part.ts'
import type { SearchFilter } from '../search-index.ts'
import { bitmapKey, getBitmap, keepBitmap } from './bitmap-cache.ts'

const facetValues = 64
const allRatingClasses = 255

/** The number of filters remembered in the forms that queries need. */
const rememberedFilters = 64
const filters = new LRUCache<string, QueryFilter>({ max: rememberedFilters })

/** Returns the filter of a query. */
export function filterOf(filter: SearchFilter): QueryFilter {
  const { categoryId, ratingClasses, hasAlpha, shape } = filter
  const key = `${categoryId} ${ratingClasses} ${hasAlpha} ${shape}`
  let known = filters.get(key)
  if (known === undefined) filters.set(key, (known = new QueryFilter(filter)))
  return known
}

/** A filter in the forms that a query needs. */
export class QueryFilter {
  readonly categoryId: number | null
  /** Identifies the filter; '' if everything passes. */
  readonly key: string
  /** A bit mask of rating classes if nothing else is restricted; otherwise null. */
  readonly ratingClasses: number | null
  /** Facets byte → 1 if it passes. */
  readonly #facets: Uint8Array

  constructor({ categoryId, ratingClasses, hasAlpha, shape }: SearchFilter) {
    this.categoryId = categoryId
    const classes = ratingClasses & allRatingClasses
    const isByRating = categoryId === null && hasAlpha === null && shape === null
    this.ratingClasses = isByRating ? classes : null
    this.key =
      isByRating && classes === allRatingClasses ? '' : `${categoryId} ${classes} ${hasAlpha} ${shape}`
    this.#facets = Uint8Array.from({ length: facetValues }, (_, facets) => {
      const facetShape = facets >>> 4
      const passes =
        ((classes >>> (facets & 7)) & 1) === 1 &&
        (hasAlpha === null || hasAlpha === ((facets & 8) !== 0)) &&
        (shape === null || facetShape === 0 || (shape === 'wide' && facetShape === 1))
      return passes ? 1 : 0
    })
  }

  /** Returns true if a document is alive and passes. */
  passes(documents: ForwardIndex, doc: number): boolean {
    return (
      this.#facets[documents.facets[doc] ?? 0] === 1 &&
      (this.categoryId === null || documents.categories[doc] === this.categoryId) &&
      !hasBit(documents.dead, doc)
    )
  }

  /** Returns the documents of a part that pass; null: all. */
  passing(part: Part): Uint32Array | null {
    if (this.key === '' && part.deadCount === 0) return null
    const key = bitmapKey(part, `passing ${this.key} ${part.deadCount}`)
    return (getBitmap(key) ?? keepBitmap(key, this.#markPassing(part))).bits
  }

  /** Returns the documents of a part that pass, even if all do. */
  marked(part: Part): Uint32Array {
    return this.passing(part) ?? this.#markAllowed(part)
  }

  #markPassing(part: Part): Uint32Array {
    // The bitmap that includes dead documents is kept separately: deaths are frequent, and have to be cheap.
    const key = bitmapKey(part, `allowed ${this.key}`)
    const allowed = (getBitmap(key) ?? keepBitmap(key, this.#markAllowed(part))).bits
    if (part.deadCount === 0) return allowed
    const { dead } = part
    const passing = allowed.slice()
    for (let word = 0; word < passing.length; word += 1)
      passing[word] = (passing[word] as number) & ~(dead[word] as number)
    return passing
  }

  #markAllowed(part: Part): Uint32Array {
    const { size, facets } = part
    const allowed = new Uint32Array(bitmapWords(size))
    if (this.categoryId !== null) {
      for (const doc of part.categoryPostings(this.categoryId)) {
        const bit = this.#facets[facets[doc] as number] as number
        allowed[doc >>> 5] = (allowed[doc >>> 5] as number) | (bit << (doc & 31))
      }
      return allowed
    }
    for (let doc = 0; doc < size;) {
      const end = Math.min(size, doc + 32)
      const word = doc >>> 5
      let bits = 0
      for (; doc < end; doc += 1) bits |= (this.#facets[facets[doc] as number] as number) << (doc & 31)
      allowed[word] = bits
    }
    return allowed
  }
}
