import type { Match } from '../search/search-index.ts'

/** Receives measurements of the search index. */
export type SearchObserver = {
  searched: (match: Match, seconds: number) => void
  built: (seconds: number) => void
  /** The duration of a maintenance job, such as a merge. */
  jobDone: (kind: string, seconds: number, succeeded: boolean) => void
}
