import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { SearchObserver } from '../../catalogue/search-source.ts'
import type { ClusterObserver } from '../../cluster/observed-cluster.ts'
import type { DatabaseObserver } from '../../lib/database.ts'
import type { RequestObserver } from '../../http/plugins/request-log.ts'
import type { StoreObserver } from '../../media/observed-media-store.ts'
import type { ExportObserver } from '../tracing/span-export.ts'
import type { TaskObserver } from '../../worker/task-observer.ts'
import { clusterMetrics } from './cluster-metrics.ts'
import { databaseMetrics } from './database-metrics.ts'
import { searchMetrics } from './search-metrics.ts'
import { stateMetrics, type StateSources } from './state-metrics.ts'
import { taskMetrics } from './task-metrics.ts'

/** The methods of routes; clients can send about thirty others. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Metrics of requests, by route pattern, never by address. */
function requestMetrics(registers: Registry[]): RequestObserver {
  const requests = new Counter({
    name: 'gifwright_http_requests_total',
    help: 'Requests by route, method and status class; cut: the client disconnected before the whole response.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'gifwright_http_request_seconds',
    help: 'Duration of requests, from their headers to the end of the response.',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60],
    registers,
  })
  const errors = new Counter({
    name: 'gifwright_http_errors_total',
    help: 'Errors sent to clients, by code; rate_limited and queue_full are refusals under load.',
    labelNames: ['code'],
    registers,
  })
  // Alerts compare with the previous value: a counter that begins at 1 would hide the first.
  for (const code of ['internal', 'unavailable', 'queue_full']) errors.inc({ code }, 0)
  return ({ route, method, status, whole, durationMs, error }) => {
    requests.inc({
      route,
      method: knownMethods.has(method) ? method : 'other',
      status: whole ? `${Math.floor(status / 100)}xx` : 'cut',
    })
    durations.observe({ route }, durationMs / 1000)
    if (error !== null) errors.inc({ code: error })
  }
}

/** The observers for the parts of the program, and the text for Prometheus. */
export type Metrics = {
  tasks: Omit<TaskObserver, 'turned'>
  request: RequestObserver
  database: DatabaseObserver
  cluster: ClusterObserver
  search: SearchObserver
  uploaded: (bytes: number) => void
  store: StoreObserver
  /** The outcomes of trace spans. */
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

/** Metrics of the media store, whether a folder or a bucket. */
function storeMetrics(registers: Registry[]): StoreObserver {
  const operations = new Counter({
    name: 'gifwright_store_operations_total',
    help: 'Operations of the media store by outcome: ok, not_found, fault, cut (the reader went away).',
    labelNames: ['operation', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'gifwright_store_operation_seconds',
    help: 'Duration of operations of the media store; of read: until the file was opened.',
    labelNames: ['operation'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10, 60],
    registers,
  })
  const bytes = new Counter({
    name: 'gifwright_store_bytes_total',
    help: 'Bytes that went into the media store, and that came out of it.',
    labelNames: ['direction'],
    registers,
  })
  for (const operation of ['put', 'fetch', 'stat', 'read']) operations.inc({ operation, outcome: 'fault' }, 0)
  for (const direction of ['in', 'out']) bytes.inc({ direction }, 0)
  return {
    ended(operation, outcome, tookMs) {
      operations.inc({ operation, outcome })
      durations.observe({ operation }, tookMs / 1000)
    },
    transferred: (direction, count) => bytes.inc({ direction }, count),
  }
}

/** Metrics of traces: the outcomes of their spans. */
function traceMetrics(registers: Registry[]): ExportObserver['spans'] {
  const spans = new Counter({
    name: 'gifwright_trace_spans_total',
    help: 'Spans of traces: sent, dropped because too many waited, or failed because the endpoint did not take them.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['sent', 'dropped', 'failed']) spans.inc({ outcome }, 0)
  return (outcome, count) => spans.inc({ outcome }, count)
}
