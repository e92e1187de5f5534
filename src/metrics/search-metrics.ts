import { Counter, Histogram, type Registry } from 'prom-client'
import type { SearchObserver } from '../catalogue/search-observer.ts'

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
