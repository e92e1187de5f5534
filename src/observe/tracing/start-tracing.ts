import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { randomId } from '../../lib/ids.ts'
import type { Tracer } from '../../lib/tracing.ts'
import { otelTracer } from './otel-tracer.ts'
import { type ExportObserver, SpanCounter } from './span-export.ts'

/** The maximum number of spans that wait or are being sent; about 1 KB each. */
const maxSpans = 4096
const batchSpans = 512
/** The maximum time a stop waits for an endpoint that is slow or down. */
const maxStopMs = 3_000

/** The endpoint for spans, and the traces to record. */
export type TraceSettings = {
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  /** A name defined by OpenTelemetry, such as `parentbased_traceidratio`. */
  sampler: string
  /** The share for `traceidratio`. */
  sampledShare: number
  /** The maximum time for sending a batch, including all retries. */
  timeoutMs: number
  /** The maximum time that a span waits before it is sent. */
  delayMs: number
}

export type Tracing = {
  tracer: Tracer
  /** Sends the remaining spans, for a few seconds at most. */
  stop: () => Promise<void>
}

/** Starts OpenTelemetry for this process: its trace SDK, and OTLP over HTTP with JSON. */
export function startTracing(
  config: TraceSettings,
  { version, role, observer }: { version: string; role: string; observer: ExportObserver },
): Tracing {
  const counter = new SpanCounter(maxSpans, observer)
  const exporter = new OTLPTraceExporter({
    url: `${config.endpoint}/v1/traces`,
    headers: { ...config.headers },
    timeoutMillis: config.timeoutMs,
  })
  const batches = new BatchSpanProcessor({
    exporter: counter.count(exporter),
    maxQueueSize: maxSpans,
    maxExportBatchSize: batchSpans,
    scheduledDelayMillis: config.delayMs,
    exportTimeoutMillis: 2 * config.timeoutMs,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.serviceName,
      'service.version': version,
      'service.instance.id': randomId(10),
      'gifwright.role': role,
    }),
    sampler: samplerOf(config),
    spanProcessors: [counter.bound(batches)],
  })
  return {
    tracer: otelTracer(provider.getTracer('gifwright', version)),
    async stop() {
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, Math.min(config.timeoutMs, maxStopMs))
      // Failures have been counted and logged.
      await Promise.race([provider.shutdown().catch(() => undefined), late])
      clearTimeout(timer)
    },
  }
}

function samplerOf({ sampler, sampledShare }: TraceSettings): Sampler {
  const name = sampler.replace('parentbased_', '')
  const root =
    name === 'always_off'
      ? new AlwaysOffSampler()
      : name === 'always_on'
        ? new AlwaysOnSampler()
        : new TraceIdRatioBasedSampler(sampledShare)
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}
