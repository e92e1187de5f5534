/** The data of a span: values of bounded sets, and numbers. Never typed text, an address, an id or a secret. */
export type SpanAttributes = Record<string, string | number | boolean>

export type SpanOptions = {
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  attributes?: SpanAttributes
}

/** The start of an action, by `performance.now()`, and its duration. */
export type SpanTimes = { startedAt: number; tookMs: number }

/** A part of a trace that is in progress. */
export type Span = {
  /** Runs work as part of it: the spans that begin there are its children. */
  within<T>(work: () => T): T
  describe(attributes: SpanAttributes): void
  rename(name: string): void
  /** Marks it as failed by an internal fault or by the machine; `reason` is from a closed list. */
  fail(reason: string): void
  end(): void
}

/**
 * Makes the spans of traces. The traced parts of the program know this interface, not the library behind it; if tracing
 * is off there is no tracer, and nothing is wrapped.
 */
export interface Tracer {
  /** Begins a span. `parent` is a W3C traceparent; null, or an unreadable one, begins a trace. */
  start(name: string, parent: string | null, options?: SpanOptions): Span
  /** Records a finished span in the trace of `parent`. */
  recordIn(parent: string, name: string, times: SpanTimes, options?: SpanOptions): void
  /** Records a finished span as a child of the current one; does nothing without a current span. */
  record(name: string, times: SpanTimes, options?: SpanOptions): void
  /** Runs `work` as a child of the current span; without a current span it only runs it. */
  run<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T>
  /** Returns the current span, if it is recorded. */
  current(): Span | null
  /** Returns the W3C traceparent of that span, to continue its trace elsewhere. */
  traceparent(): string | null
}
