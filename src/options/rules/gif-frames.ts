import { clipOptions } from '../clip-options.ts'
import { defaultWidth, maxFormatSide } from '../format-limits.ts'

/** The frames of a GIF from a video, the same on the server and in the browser. */

/** A number in the form stored in a file, such as a rate of 30000/1001 frames per second. */
export type Ratio = { over: number; under: number }

type Size = { width: number; height: number }

/** The default maximum rate. */
export const defaultMaxRate: Ratio = { over: clipOptions.fps.typical, under: 1 }
export const maxHeight = 1920

/**
 * Every frame counts as this much later: a little more than half of Matroska's tick. A frame exactly between two GIF
 * frames then falls on the later one, however its container rounds, and a source with a constant rate is sampled
 * evenly.
 */
export const biasSeconds = 0.0006

/** A start this close before a frame means that frame: people round. */
export const startToleranceSeconds = 0.001

/** The displayed size of a GIF from a picture or its crop. */
export function gifSize({ width, height }: Size, askedWidth: number | null, maxWidth: number): Size {
  const most = Math.min(askedWidth ?? defaultWidth, maxWidth, maxFormatSide)
  const tallest = Number.isFinite(maxWidth) ? maxHeight : maxFormatSide
  const scale = Math.min(1, most / width, tallest / height)
  if (scale === 1) return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
  const isTall = tallest / height < most / width
  return isTall
    ? { width: Math.max(1, Math.round(width * scale)), height: tallest }
    : { width: most, height: Math.max(1, Math.round((height * scale) / 2) * 2) }
}

/** The ratio as one number. */
export function valueOf({ over, under }: Ratio): number {
  return over / under
}

/** The ratio times a factor rounded to thousandths. */
export function scaled({ over, under }: Ratio, factor: number): Ratio {
  if (Number.isInteger(factor)) return { over: over * factor, under }
  return { over: Math.round(over * factor * 1000), under: under * 1000 }
}

/** The number of frames of a clip with this playing time: at least one. */
export function frameCount(clipSeconds: number, rate: Ratio): number {
  return Math.max(1, Math.round(clipSeconds * valueOf(rate)))
}

/**
 * For each frame of the GIF, the index of the video frame that it shows, matching the choice of ffmpeg by
 * `src/render/process/timing.ts`. `stamps` are the times of the video's frames in seconds, in order, beginning with the
 * one visible at the start.
 */
export function shownFrames(
  stamps: readonly number[],
  { startSeconds, speed, rate, count }: { startSeconds: number; speed: number; rate: Ratio; count: number },
): number[] {
  const perSecond = valueOf(rate)
  const isOver = (stamp: number, frame: number) =>
    ((stamp - startSeconds + biasSeconds) / speed) * perSecond >= frame + 0.5
  const atStart = Math.max(
    0,
    stamps.findLastIndex((stamp) => stamp <= startSeconds + startToleranceSeconds),
  )
  let at = atStart
  return Array.from({ length: count }, (_, frame) => {
    if (frame === 0) return atStart
    while (at + 1 < stamps.length && !isOver(stamps[at + 1] ?? Infinity, frame)) at += 1
    // A frame within half a tick would be rounded down to frame 0, and is dropped.
    return isOver(stamps[at] ?? 0, 0) ? at : atStart
  })
}
