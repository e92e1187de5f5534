import type { Match, SearchDocument } from '../search/search-index.ts'
import type { Category } from './category.ts'

/** The catalogue as the search index reads it: the listed GIFs only. */
export type SearchSource = {
  documentCount(): Promise<number>
  /** Returns the documents of those GIFs that are listed now; the others must no longer be found. */
  documentsOf(ids: readonly number[]): Promise<SearchDocument[]>
  /** Returns the documents with larger ids, ascending, at most `limit`. */
  documentsAfter(id: number, limit: number): Promise<SearchDocument[]>
  /**
   * Returns the counted uses of GIFs with ids from `firstId` to `lastId` that were used, ascending, at most `limit`.
   */
  usesBetween(firstId: number, lastId: number, limit: number): Promise<{ id: number; uses: number }[]>
  listCategories(): Promise<Category[]>
}

/** Receives measurements of the search index. */
export type SearchObserver = {
  searched: (match: Match, seconds: number) => void
  built: (seconds: number) => void
  /** The duration of a maintenance job, such as a merge. */
  jobDone: (kind: string, seconds: number, succeeded: boolean) => void
}
