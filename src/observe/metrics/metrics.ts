import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { SearchObserver } from '../../catalogue/search-observer.ts'
import type { ClusterObserver } from '../../cluster/observed-cluster.ts'
import type { DatabaseObserver } from '../../lib/database.ts'
import type { RequestObserver } from '../../http/plugins/request-log.ts'
import type { StoreObserver } from '../../media/observed-media-store.ts'
import type { ExportObserver } from '../tracing/span-export.ts'
import type { TaskObserver } from '../../worker/task-observer.ts'
import { clusterMetrics } from './cluster-metrics.ts'
import { databaseMetrics } from './database-metrics.ts'
import { requestMetrics } from './request-metrics.ts'
import { searchMetrics } from './search-metrics.ts'
import { type StateSources, stateMetrics } from './state-metrics.ts'
import { storeMetrics } from './store-metrics.ts'
import { taskMetrics } from './task-metrics.ts'
import { traceMetrics } from './trace-metrics.ts'

/** The observers for the parts of the program, and the text that Prometheus reads. */
export type Metrics = {
  tasks: Omit<TaskObserver, 'turned'>
  request: RequestObserver
  database: DatabaseObserver
  cluster: ClusterObserver
  search: SearchObserver
  uploaded: (bytes: number) => void
  store: StoreObserver
  /** What became of spans of traces. */
  spans: ExportObserver['spans']
  renderProcess: (event: 'started' | 'crashed' | 'timed_out') => void
  /** Adds metrics that are read on each scrape, and Node's own. */
  watchState: (sources: StateSources) => void
  text: () => Promise<string>
  contentType: string
}

/** All metrics, in a registry of their own. Every label has a bounded set of values. */
export function createMetrics(version: string, registry = new Registry()): Metrics {
  const registers = [registry]
  new Gauge({
    name: 'gifwright_info',
    help: 'Always 1; the label is the running version.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const uploads = new Counter({
    name: 'gifwright_upload_bytes_total',
    help: 'Bytes of accepted uploads, decoded.',
    registers,
  })
  const renderProcesses = new Counter({
    name: 'gifwright_render_process_events_total',
    help: 'Render processes that started, crashed, or timed out.',
    labelNames: ['event'],
    registers,
  })
  return {
    tasks: taskMetrics(registers),
    request: requestMetrics(registers),
    database: databaseMetrics(registers),
    cluster: clusterMetrics(registers),
    search: searchMetrics(registers),
    store: storeMetrics(registers),
    spans: traceMetrics(registers),
    uploaded: (bytes) => uploads.inc(bytes),
    renderProcess: (event) => renderProcesses.inc({ event }),
    watchState: (sources) => {
      stateMetrics(registers, sources)
      collectDefaultMetrics({ register: registry })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
