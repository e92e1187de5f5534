import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Metrics } from '../observe/metrics/metrics.ts'
import { traceSearch, traceStatements, traceStore } from '../observe/tracing/observers.ts'
import { version } from '../version.ts'

/**
 * Traces, where they are on: OpenTelemetry is loaded only then. Otherwise there is no tracer, and the observers are those of
 * the metrics alone.
 */
export async function openTracing(
  config: Config,
  { role, log, metrics }: { role: string; log: Logger; metrics: Metrics },
) {
  const { database, cluster, store, search } = metrics
  // Each statement is reported to an observer that is there; without metrics nobody reads what it counts.
  const observers = config.metrics === null ? undefined : { database, cluster }
  if (config.tracing === null)
    return { tracer: undefined, observers, store, search, stop: async () => undefined }
  const { startTracing } = await import('../observe/tracing/start-tracing.ts')
  const { tracer, stop } = startTracing(config.tracing, {
    version,
    role,
    observer: {
      spans: metrics.spans,
      failing: (reason) =>
        log.warn({ reason }, 'traces are not taken by OTEL_EXPORTER_OTLP_ENDPOINT; they are dropped'),
      recovered: () => log.info('traces are taken by OTEL_EXPORTER_OTLP_ENDPOINT again'),
    },
  })
  const system = config.database === null ? 'sqlite' : 'postgresql'
  return {
    tracer,
    observers: { database: traceStatements(tracer, system, database), cluster },
    store: traceStore(tracer, store),
    search: traceSearch(tracer, search),
    stop,
  }
}
