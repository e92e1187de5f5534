import type { Match, SearchDocument } from '../search/search-index.ts'
import type { Category } from './category.ts'

/** The catalogue as the search index reads it: the listed GIFs only. */
export type SearchSource = {
  documentCount(): Promise<number>
  /** The documents of the GIFs that are listed now; the others must no longer be found. */
  documentsOf(ids: readonly number[]): Promise<SearchDocument[]>
  /** The documents with larger ids, ascending, at most `limit`. */
  documentsAfter(id: number, limit: number): Promise<SearchDocument[]>
  /** The counted uses of GIFs from an id on, ascending, of those up to `lastId` that were used; `limit` at most. */
  usesBetween(firstId: number, lastId: number, limit: number): Promise<{ id: number; uses: number }[]>
  listCategories(): Promise<Category[]>
}

/** Told of what the search index does. */
export type SearchObserver = {
  searched: (match: Match, seconds: number) => void
  built: (seconds: number) => void
  /** The duration of a maintenance job, such as a merge. */
  jobDone: (kind: string, seconds: number, succeeded: boolean) => void
}
