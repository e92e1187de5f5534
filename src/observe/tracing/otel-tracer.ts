import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type Span as OtelSpan,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  type SpanOptions as OtelOptions,
  SpanStatusCode,
  trace,
  type Tracer as OtelTracer,
} from '@opentelemetry/api'
import type { Span, SpanOptions, SpanTimes, Tracer } from '../../lib/tracing.ts'

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
}

/** Version 00 of W3C Trace Context; the additions of later versions are ignored, as it requires. */
const traceparentPattern =
  /^(?!ff)(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<rest>-.*)?$/

/**
 * Traces with OpenTelemetry. Its context manager is not used: the current span is tracked here, so that other libraries
 * in the process neither see nor affect it.
 */
export function otelTracer(tracer: OtelTracer): Tracer {
  const running = new AsyncLocalStorage<Context>()

  const toSpan = (span: OtelSpan, context: Context): Span => ({
    within: (work) => running.run(context, work),
    describe: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
    fail: (reason) =>
      void span.setAttribute('error.type', reason).setStatus({ code: SpanStatusCode.ERROR, message: reason }),
    end: () => span.end(),
  })

  const begin = (name: string, parent: Context, options: OtelOptions): Span => {
    const span = tracer.startSpan(name, options, parent)
    return toSpan(span, trace.setSpan(parent, span))
  }

  const recordIn = (parent: Context, name: string, times: SpanTimes, options: SpanOptions): void => {
    // The monotonic clock and the machine's clock may have drifted apart since the process started.
    const startTime = Date.now() - (performance.now() - times.startedAt)
    tracer
      .startSpan(name, { ...optionsOf(options), startTime }, parent)
      .end(startTime + Math.max(0, times.tookMs))
  }

  /** Ignores a span that has ended: timers and queues continue in the context that started them. */
  const currentContext = (): Context | undefined => {
    const context = running.getStore()
    return context !== undefined && trace.getSpan(context)?.isRecording() ? context : undefined
  }

  return {
    start: (name, parent, options = {}) => begin(name, contextOf(parent), optionsOf(options)),
    recordIn: (parent, name, times, options = {}) => recordIn(contextOf(parent), name, times, options),
    record(name, times, options = {}) {
      const context = currentContext()
      if (context !== undefined) recordIn(context, name, times, options)
    },
    async run(name, options, work) {
      const context = currentContext()
      if (context === undefined) return work()
      const span = begin(name, context, optionsOf(options))
      try {
        return await span.within(work)
      } catch (error) {
        span.fail(codeOf(error))
        throw error
      } finally {
        span.end()
      }
    },
    current() {
      const context = currentContext()
      const span = context === undefined ? undefined : trace.getSpan(context)
      return context === undefined || span === undefined ? null : toSpan(span, context)
    },
    traceparent() {
      const context = running.getStore()
      const ids = context === undefined ? undefined : trace.getSpanContext(context)
      if (ids === undefined || !isSpanContextValid(ids)) return null
      return `00-${ids.traceId}-${ids.spanId}-${ids.traceFlags.toString(16).padStart(2, '0')}`
    },
  }
}

function optionsOf({ kind = 'internal', attributes }: SpanOptions): OtelOptions {
  return { kind: kinds[kind], ...(attributes !== undefined && { attributes }) }
}

function contextOf(parent: string | null): Context {
  const { version, traceId, spanId, flags, rest } = traceparentPattern.exec(parent ?? '')?.groups ?? {}
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  if (version === '00' && rest !== undefined) return ROOT_CONTEXT
  const ids = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(ids) ? trace.setSpanContext(ROOT_CONTEXT, ids) : ROOT_CONTEXT
}

/** The code of an AppError, never its message, which may contain text that people typed. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'internal'
}
