import type { SearchDocument } from '../search/search-index.ts'
import type { Category } from './category.ts'

/** The catalogue as the search index reads it: the listed GIFs only. */
export type SearchSource = {
  documentCount(): Promise<number>
  /** Those of the GIFs that are listed now; the others are to be found no more. */
  documentsOf(ids: readonly number[]): Promise<SearchDocument[]>
  /** Those with larger ids, ascending, `limit` at most. */
  documentsAfter(id: number, limit: number): Promise<SearchDocument[]>
  /** The counted uses of GIFs from an id on, ascending, of those up to `lastId` that were used; `limit` at most. */
  usesBetween(firstId: number, lastId: number, limit: number): Promise<{ id: number; uses: number }[]>
  listCategories(): Promise<Category[]>
}
