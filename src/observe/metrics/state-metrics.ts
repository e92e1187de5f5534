import type { Registry } from 'prom-client'
import type { DatabaseState } from '../../lib/database.ts'
import { databaseGauges } from './database-metrics.ts'
import { gauge } from './gauge.ts'
import { searchGauges, type SearchState } from './search-metrics.ts'

/** The values read on each scrape. */
export type StateSources = {
  queue: () => Promise<{ waiting: number; processing: number }>
  imports: () => Promise<{ waiting: number; processing: number }>
  derivations: () => Promise<{ waiting: number; processing: number }>
  /** The size of the sources kept for derivations. */
  keptSourceBytes: () => Promise<number>
  /** The wait of the oldest waiting task; 0 without one. */
  oldestWaitMs: () => Promise<number>
  /** The number of visitors' GIFs that wait for the operator to publish them. */
  toReview: () => Promise<number>
  renderProcesses: () => number
  freeBytes: () => Promise<number>
  /** The disk space reserved for temporary files. */
  reservedBytes: () => number
  /** Null: SQLite, which has no connections. */
  database: (() => DatabaseState) | null
  /** Null for a process that answers no requests. */
  web: WebSources | null
  /** The checks of /readyz, and those that fail. */
  checks: readonly string[]
  failingChecks: () => Promise<string[]>
}

type WebSources = {
  /** Rejects while there is no index. */
  search: () => Promise<SearchState>
  openConnections: () => Promise<number>
  /** The time since the data in memory was last known to match the catalogue's newest version. */
  catalogueAgeMs: () => number
}

/** Gauges of the current state. An unavailable value is left out instead of repeating an earlier one. */
export function stateMetrics(registers: Registry[], sources: StateSources): void {
  // First, because the statements of other gauges wait for connections themselves.
  if (sources.database !== null) databaseGauges(registers, sources.database)
  gauge(registers, 'gifwright_oldest_waiting_task_seconds', 'How long the oldest waiting task has waited.', {
    read: async () => (await sources.oldestWaitMs()) / 1000,
  })
  gauge(registers, 'gifwright_gifs_to_review', 'GIFs of visitors that wait for review.', {
    read: sources.toReview,
  })
  gauge(registers, 'gifwright_render_processes', 'Render processes, busy or idle.', {
    read: async () => sources.renderProcesses(),
  })
  gauge(registers, 'gifwright_disk_free_bytes', 'Free space on the disk of the data.', {
    read: sources.freeBytes,
  })
  gauge(
    registers,
    'gifwright_disk_reserved_bytes',
    'Disk space reserved for uploads and GIFs in progress, written or not.',
    { read: async () => sources.reservedBytes() },
  )
  gauge(registers, 'gifwright_tasks', 'Tasks that have not ended, by status.', {
    label: 'status',
    read: async () => Object.entries(await sources.queue()),
  })
  gauge(registers, 'gifwright_imports', 'Imports of files that have not ended, by status.', {
    label: 'status',
    read: async () => Object.entries(await sources.imports()),
  })
  gauge(
    registers,
    'gifwright_derivations',
    'Derivations of further renditions that have not ended, by status.',
    { label: 'status', read: async () => Object.entries(await sources.derivations()) },
  )
  gauge(registers, 'gifwright_kept_source_bytes', 'Disk space of sources kept for derivations.', {
    read: sources.keptSourceBytes,
  })
  gauge(registers, 'gifwright_ready', 'The checks of /readyz: 1 passes, 0 fails.', {
    label: 'check',
    read: async () => {
      const failing = await sources.failingChecks()
      return sources.checks.map((check) => [check, failing.includes(check) ? 0 : 1])
    },
  })
  if (sources.web !== null) webGauges(registers, sources.web)
}

function webGauges(registers: Registry[], { search, openConnections, catalogueAgeMs }: WebSources): void {
  gauge(registers, 'gifwright_http_open_connections', 'Open client connections.', { read: openConnections })
  gauge(
    registers,
    'gifwright_catalogue_age_seconds',
    'How long ago this process was last known to have every change of the catalogue.',
    { read: async () => catalogueAgeMs() / 1000 },
  )
  searchGauges(registers, search)
}
