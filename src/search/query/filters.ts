import { type ForwardIndex, hasBit } from '../part/forward-index.ts'
import type { SearchFilter } from '../search-index.ts'

const facetValues = 64

/** A filter as a table: facets byte → 1 if it passes. Categories are apart. */
export type FacetTable = Uint8Array

/** The table of a filter. See `ForwardIndex.facets`. */
export function allowedFacets({ ratingClasses, hasAlpha, shape }: SearchFilter): FacetTable {
  return Uint8Array.from({ length: facetValues }, (_, facets) => {
    const facetShape = facets >>> 4
    const passes =
      ((ratingClasses >>> (facets & 7)) & 1) === 1 &&
      (hasAlpha === null || hasAlpha === ((facets & 8) !== 0)) &&
      (shape === null || facetShape === 0 || (shape === 'wide' && facetShape === 1))
    return passes ? 1 : 0
  })
}

/** Whether a document is alive and passes the filter. */
export function passesFilter(
  documents: ForwardIndex,
  doc: number,
  facets: FacetTable,
  categoryId: number | null,
): boolean {
  return (
    facets[documents.facets[doc] ?? 0] === 1 &&
    (categoryId === null || documents.categories[doc] === categoryId) &&
    !hasBit(documents.dead, doc)
  )
}
