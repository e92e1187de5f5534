import type { EncodeProgress } from './encode-progress.ts'
import { encodeFrames, type Frames } from '../encode/encode-frames.ts'
import { settingsAt } from './quality-scale.ts'
import { SizeModel } from './size-model.ts'
import { guessedLeast, shrunkLevel, type SizeResult, type SizeTarget, tooLarge } from './size-result.ts'

/** The part of the limit that is aimed at, and the part that is good enough. */
const aim = 0.97
const goodPart = 0.93
const maxTrials = 6

/** A short clip is encoded whole at one level after another. */
export function fitShort(frames: Frames, target: SizeTarget, progress: EncodeProgress): SizeResult {
  const { count } = frames
  const { maxBytes, loops, preset, write } = target
  const model = new SizeModel()
  let best: { level: number; bytes: number; parts: Uint8Array[] } | undefined
  let level: number | undefined = 0
  const tried = new Set<number>()
  while (level !== undefined && !tried.has(level) && tried.size < maxTrials) {
    const parts: Uint8Array[] = []
    progress.foresee(tried.size === 0 ? 2 * count : count)
    const onFrame = () => progress.next()
    encodeFrames(frames, {
      ...{ first: 0, end: count, loops, settings: settingsAt(preset, level), onFrame },
      write: (bytes) => parts.push(bytes),
    })
    const bytes = parts.reduce((sum, part) => sum + part.length, 0)
    if (bytes <= maxBytes && bytes > (best?.bytes ?? 0)) best = { level, bytes, parts }
    if (best !== undefined && (best.level === 0 || best.bytes >= maxBytes * goodPart)) break
    tried.add(level)
    model.learn(level, Float64Array.of(bytes))
    if (tried.size === 1) model.learn(1, Float64Array.of(bytes * guessedLeast))
    else if (!tried.has(1)) model.forget(1)
    level = model.levelFor(0, 1, maxBytes * aim) ?? 1
  }
  if (best === undefined) return tooLarge(frames, target, model.bytesOf(0, 1, shrunkLevel))
  for (const part of best.parts) write(part)
  return { fits: true, bytes: best.bytes, level: best.level }
}
