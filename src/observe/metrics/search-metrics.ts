import { Counter, Histogram, type Registry } from 'prom-client'
import type { SearchObserver } from '../../catalogue/search-source.ts'
import { gauge } from './gauge.ts'

/** The current state of the search index. */
export type SearchState = {
  documents: number
  deltaDocuments: number
  dead: number
  parts: number
  bytes: number
  terms: number
  isVocabularyFull: boolean
  /** The number of GIFs whose new words wait for the next day. */
  deferred: number
  jobs: readonly string[]
  /** The number of catalogue changes that it lacks, and their maximum age. */
  behind: { changes: number; seconds: number }
  /** Null: it is not saved. */
  saved: { ageSeconds: number; bytes: number } | null
}

/** Metrics of the search index. */
export function searchMetrics(registers: Registry[]): SearchObserver {
  const queries = new Histogram({
    name: 'gifwright_search_query_seconds',
    help: 'Duration of searches in the index, by how the answer matches.',
    labelNames: ['match'],
    buckets: [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25],
    registers,
  })
  const builds = new Histogram({
    name: 'gifwright_search_build_seconds',
    help: 'Duration of builds of the whole search index.',
    buckets: [1, 5, 15, 60, 300],
    registers,
  })
  const jobs = new Histogram({
    name: 'gifwright_search_job_seconds',
    help: 'Duration of the upkeep of the search index in its threads, by kind.',
    labelNames: ['kind'],
    buckets: [0.01, 0.1, 1, 5, 30],
    registers,
  })
  const failedJobs = new Counter({
    name: 'gifwright_search_job_failures_total',
    help: 'Upkeep of the search index that failed, by kind.',
    labelNames: ['kind'],
    registers,
  })
  return {
    searched: (match, seconds) => queries.observe({ match }, seconds),
    built: (seconds) => builds.observe(seconds),
    jobDone: (kind, seconds, succeeded) => {
      if (succeeded) jobs.observe({ kind }, seconds)
      else failedJobs.inc({ kind })
    },
  }
}

/** Gauges of the search index; none while there is no index. */
export function searchGauges(registers: Registry[], read: () => Promise<SearchState>): void {
  const one = (name: string, help: string, value: (state: SearchState) => number | undefined) =>
    gauge(registers, `gifwright_search_${name}`, help, {
      read: async () => {
        const number = value(await read())
        if (number === undefined) throw new Error('there is no such value')
        return number
      },
    })
  one('documents', 'GIFs that can be found.', ({ documents }) => documents)
  one(
    'delta_documents',
    'Of these, GIFs that are in no part of the index yet.',
    (state) => state.deltaDocuments,
  )
  one('dead_documents', 'GIFs that were changed or removed and still take memory.', ({ dead }) => dead)
  one('parts', 'Parts of the search index.', ({ parts }) => parts)
  one('bytes', 'Memory of the parts of the search index.', ({ bytes }) => bytes)
  one('terms', 'Words in the vocabulary.', ({ terms }) => terms)
  one('vocabulary_full', '1 when the vocabulary takes no more words.', (state) =>
    Number(state.isVocabularyFull),
  )
  one('deferred_documents', 'GIFs whose new words wait for the next day.', ({ deferred }) => deferred)
  one('lag_changes', 'Changes of the catalogue that the index lacks.', ({ behind }) => behind.changes)
  one('lag_seconds', 'For how long the index has lacked changes.', ({ behind }) => behind.seconds)
  one('saved_age_seconds', 'Age of the saved index.', ({ saved }) => saved?.ageSeconds)
  one('saved_bytes', 'Size of the saved index on disk.', ({ saved }) => saved?.bytes)
  gauge(registers, 'gifwright_search_jobs', 'Running maintenance jobs of the search index, by kind.', {
    label: 'kind',
    read: async () => {
      const { jobs } = await read()
      return ['completions', 'flush', 'merge', 'save', 'vocabulary'].map((kind) => [
        kind,
        Number(jobs.includes(kind)),
      ])
    },
  })
}
