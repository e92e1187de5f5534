import { Counter, type Registry } from 'prom-client'
import type { ExportObserver } from '../tracing/span-export.ts'

/** Metrics of traces: what becomes of their spans. */
export function traceMetrics(registers: Registry[]): ExportObserver['spans'] {
  const spans = new Counter({
    name: 'gifwright_trace_spans_total',
    help: 'Spans of traces: sent, dropped because too many waited, or failed because the endpoint did not take them.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['sent', 'dropped', 'failed']) spans.inc({ outcome }, 0)
  return (outcome, count) => spans.inc({ outcome }, count)
}
