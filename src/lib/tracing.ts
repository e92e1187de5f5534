/**
 * Attributes of a span: values of bounded sets, and numbers. Never text that people typed, addresses, ids or secrets.
 */
export type SpanAttributes = Record<string, string | number | boolean>

export type SpanOptions = {
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  attributes?: SpanAttributes
}

/** The start and duration of an operation, by `performance.now()`. */
export type SpanTimes = { startedAt: number; tookMs: number }

/** A part of a trace in progress. */
export type Span = {
  /** Runs work of this span: spans that start there are its children. */
  within<T>(work: () => T): T
  describe(attributes: SpanAttributes): void
  rename(name: string): void
  /** Marks it as failed by a fault of the service or the machine; `reason` is from a closed list. */
  fail(reason: string): void
  end(): void
}

/**
 * Makes the spans of traces. Traced parts of the program know only this, not its implementation. If traces are off,
 * there is no tracer, and nothing is wrapped.
 */
export interface Tracer {
  /** Starts a span. `parent` is a W3C traceparent; null or an invalid one starts a trace. */
  start(name: string, parent: string | null, options?: SpanOptions): Span
  /** Records a finished span in the trace of `parent`. */
  recordIn(parent: string, name: string, times: SpanTimes, options?: SpanOptions): void
  /** Records a finished span as a child of the current span, if there is one. */
  record(name: string, times: SpanTimes, options?: SpanOptions): void
  /** Runs `work` as a child of the current span; without one, no span is recorded. */
  run<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T>
  /** The current span, if it is recorded. */
  current(): Span | null
  /** The W3C traceparent of the current span, with which its trace can continue elsewhere. */
  traceparent(): string | null
}
