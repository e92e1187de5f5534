/** What is told of a span: values of bounded sets, and numbers. Never what people typed, an address, an id or a secret. */
export type SpanAttributes = Record<string, string | number | boolean>

export type SpanOptions = {
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  attributes?: SpanAttributes
}

/** When something was done, by `performance.now()`. */
export type SpanTimes = { startedAt: number; tookMs: number }

/** A part of a trace that is under way. */
export type Span = {
  /** Runs what belongs to it: the spans that begin there are its children. */
  within<T>(work: () => T): T
  describe(attributes: SpanAttributes): void
  rename(name: string): void
  /** It failed by a fault of ours or of the machine; `reason` is of a closed list. */
  fail(reason: string): void
  end(): void
}

/**
 * Makes the spans of traces. The parts of the program that are traced know this, and nothing of what it is made with;
 * where traces are off there is no tracer, and nothing is wrapped.
 */
export interface Tracer {
  /** Begins a span. `parent` is a W3C traceparent; null, or one that cannot be read, begins a trace. */
  start(name: string, parent: string | null, options?: SpanOptions): Span
  /** A span that is over, in the trace of `parent`. */
  recordIn(parent: string, name: string, times: SpanTimes, options?: SpanOptions): void
  /** A span that is over, as a child of the one that is under way here; none where there is no such span. */
  record(name: string, times: SpanTimes, options?: SpanOptions): void
  /** Runs `work` as a child of the span that is under way here; without a span where there is none. */
  run<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T>
  /** The span that is under way here, which is recorded. */
  current(): Span | null
  /** The W3C traceparent of that span, with which its trace can go on elsewhere. */
  traceparent(): string | null
}
