import type { Layer } from '../../../../layers/layer.ts'
import { layerTexts } from '#texts/layers.ts'
import { formatTime } from '../format.ts'

export type Span = { start: number; end: number }

/** A layer is shown this long at least. */
export const minSpanSeconds = 0.1

/** When a layer is shown, within `whole`, for which null stands. */
export function spanOf({ start, end }: Layer, whole: Span): Span {
  return { start: start ?? whole.start, end: end ?? whole.end }
}

/** The layer shown over a span; where the span reaches an end of `whole`, it is open there. */
export function withSpan<L extends Layer>(layer: L, span: Span, whole: Span): L {
  const start = span.start <= whole.start ? null : roundToMs(span.start)
  const end = span.end >= whole.end ? null : roundToMs(span.end)
  return { ...layer, start, end }
}

/** The span with one end moved; the other one stays. */
export function withSpanEnd(span: Span, which: 'start' | 'end', wanted: number, whole: Span): Span {
  return which === 'start'
    ? { ...span, start: Math.max(whole.start, Math.min(wanted, span.end - minSpanSeconds)) }
    : { ...span, end: Math.min(whole.end, Math.max(wanted, span.start + minSpanSeconds)) }
}

/** The span as long as it is, somewhere else. */
export function withSpanMoved({ start, end }: Span, wanted: number, whole: Span): Span {
  const length = end - start
  const from = Math.max(whole.start, Math.min(wanted, whole.end - length))
  return { start: from, end: from + length }
}

/** When a layer is shown, for people. */
export function describeTime({ start, end }: Layer): string {
  if (start === null && end === null) return layerTexts.time.always
  return layerTexts.time.span(
    start === null ? layerTexts.time.fromBeginning : formatTime(start),
    end === null ? layerTexts.time.toEnd : formatTime(end),
  )
}

function roundToMs(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
