import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'

/** The outcome of spans: sent, dropped because the queue was full, or refused by the endpoint. */
export type SpanOutcome = 'sent' | 'dropped' | 'failed'

export type ExportObserver = {
  spans(outcome: SpanOutcome, count: number): void
  /** Called once with the reason when the endpoint stops accepting spans, until it accepts some again. */
  failing(reason: string): void
  recovered(): void
}

/** OpenTelemetry's code of a successful export. */
const success = 0

/**
 * Bounds the number of spans that wait or are being sent, and counts their outcomes. Spans beyond the bound are dropped
 * at once, so that an endpoint that is slow or down costs neither memory nor time.
 */
export class SpanCounter {
  readonly #maxSpans: number
  readonly #observer: ExportObserver
  #pending = 0
  #isFailing = false

  constructor(maxSpans: number, observer: ExportObserver) {
    this.#maxSpans = maxSpans
    this.#observer = observer
  }

  /** Returns the processor, which receives no more spans than may wait. */
  bound(processor: SpanProcessor): SpanProcessor {
    return {
      onStart: (span, context) => processor.onStart(span, context),
      onEnd: (span) => {
        if ((span.spanContext().traceFlags & 1) === 0) return
        if (this.#pending >= this.#maxSpans) {
          this.#observer.spans('dropped', 1)
          return
        }
        this.#pending += 1
        processor.onEnd(span)
      },
      forceFlush: () => processor.forceFlush(),
      shutdown: () => processor.shutdown(),
    }
  }

  /** Returns the exporter, whose results are counted. */
  count(exporter: SpanExporter): SpanExporter {
    return {
      export: (spans: ReadableSpan[], done) =>
        exporter.export(spans, (result) => {
          this.#pending -= spans.length
          const code: number = result.code
          if (code === success) this.#succeeded(spans.length)
          else this.#failed(spans.length, result.error)
          done(result)
        }),
      forceFlush: async () => exporter.forceFlush?.(),
      shutdown: () => exporter.shutdown(),
    }
  }

  #succeeded(count: number): void {
    this.#observer.spans('sent', count)
    if (this.#isFailing) this.#observer.recovered()
    this.#isFailing = false
  }

  #failed(count: number, error: Error | undefined): void {
    this.#observer.spans('failed', count)
    if (!this.#isFailing) this.#observer.failing(reasonOf(error))
    this.#isFailing = true
  }
}

/** The status or the system's code: a message may contain the address and the endpoint's answer. */
function reasonOf(error: Error | undefined): string {
  if (error === undefined) return 'unknown'
  if ('code' in error && (typeof error.code === 'number' || typeof error.code === 'string'))
    return String(error.code)
  return error.name
}
