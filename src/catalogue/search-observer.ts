import type { Match } from '../search/search-index.ts'

/** Told of what the search index does. */
export type SearchObserver = {
  searched: (match: Match, seconds: number) => void
  built: (seconds: number) => void
  /** The duration of a maintenance job, such as a merge. */
  jobDone: (kind: string, seconds: number, succeeded: boolean) => void
}
