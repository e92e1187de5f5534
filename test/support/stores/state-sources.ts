import type { StateSources } from '#src/observe/metrics/state-metrics.ts'

const none = async () => ({ waiting: 0, processing: 0 })

/** The sources of the state gauges, for an idle service with PostgreSQL. */
export function stateSources(others: Partial<StateSources> = {}): StateSources {
  return {
    queue: none,
    imports: none,
    derivations: none,
    keptSourceBytes: async () => 0,
    oldestWaitMs: async () => 0,
    toReview: async () => 0,
    renderProcesses: () => 0,
    freeBytes: async () => 0,
    reservedBytes: () => 0,
    database: () => ({
      open: 3,
      idle: 2,
      waiting: 0,
      maxOpen: 10,
      isListening: true,
      clockAheadMs: -250,
    }),
    web: {
      openConnections: async () => 0,
      search: () => Promise.reject(new Error('no server')),
      catalogueAgeMs: () => 0,
    },
    checks: [],
    failingChecks: async () => [],
    ...others,
  }
}
