import { evenFrames } from '../../gif/encode/even-frames.ts'
import type { OrderedFrames } from '../encode/gif-within-limit.ts'
import { shownMs } from '../job.ts'
import { type StoredClip, storedNumber } from './stored-frames.ts'
import type { ShownFrame } from './step.ts'

/** Returns stored frames in an order as frames of equal duration, which a size limit requires. */
export function evenClip(clip: StoredClip, order: ShownFrame[]): OrderedFrames {
  const { source } = clip
  if (source.framesMs === undefined) return { clip, order }
  const even = evenFrames(order.map((shown) => shownMs(source, storedNumber(shown))))
  const rate = { over: 1_000_000, under: Math.round(even.frameMs * 1000) }
  return {
    clip: { ...clip, source: { ...source, framesMs: undefined, rate } },
    order: even.order.map((index) => order[index] ?? 0),
  }
}
