import { encodeFrameRange, type Frames } from '../encode/encode-frames.ts'
import { settingsAt } from './quality-scale.ts'
import {
  aimedShare,
  type EncodeProgress,
  enoughShare,
  type LimitResult,
  type SizeLimit,
  strongestShare,
  suggestSmallerFrames,
} from './size-limit.ts'
import { SizeModel } from './size-model.ts'

const maxTrials = 8

/**
 * Encodes a short clip completely at one level after another, each interpolated from those before, until one uses
 * enough of the limit; writes the largest file that fits. Throws what `suggestSmallerFrames` throws.
 */
export function encodeShortClip(frames: Frames, limit: SizeLimit, progress: EncodeProgress): LimitResult {
  const { count } = frames
  const { maxBytes, loops, preset, write } = limit
  const model = new SizeModel()
  let best: { level: number; bytes: number; parts: Uint8Array[] } | undefined
  let level: number | undefined = 0
  const tried = new Set<number>()
  while (level !== undefined && !tried.has(level) && tried.size < maxTrials) {
    const parts: Uint8Array[] = []
    progress.expect(tried.size === 0 ? 2 * count : count)
    encodeFrameRange(frames, {
      first: 0,
      end: count,
      loops,
      settings: settingsAt(preset, level),
      write: (bytes) => parts.push(bytes),
      onFrame: () => progress.next(),
    })
    const bytes = parts.reduce((sum, part) => sum + part.length, 0)
    if (bytes <= maxBytes && bytes > (best?.bytes ?? 0)) best = { level, bytes, parts }
    if (best !== undefined && (best.level === 0 || best.bytes >= maxBytes * enoughShare)) break
    tried.add(level)
    model.set(level, Float64Array.of(bytes))
    if (tried.size === 1) model.set(1, Float64Array.of(bytes * strongestShare))
    else if (!tried.has(1)) model.delete(1)
    level = model.findLevel(0, 1, maxBytes * aimedShare) ?? 1
  }
  if (best === undefined) return suggestSmallerFrames(frames, limit, (level) => model.estimate(0, 1, level))
  for (const part of best.parts) write(part)
  return { fits: true, bytes: best.bytes, level: best.level }
}
