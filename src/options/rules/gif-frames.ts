import { clipOptions } from '../clip-options.ts'
import { defaultWidth, maxFormatSide } from '../format-limits.ts'

/** Which frames a GIF from a video has: the same on the server and in the browser. */

/** A number kept as it is written in a file, such as a rate of 30000/1001 frames a second. */
export type Ratio = { over: number; under: number }

type Size = { width: number; height: number }

/** The most by default. */
export const defaultMaxRate: Ratio = { over: clipOptions.fps.typical, under: 1 }
export const maxHeight = 1920

/**
 * Every frame counts as this much later: half of Matroska's tick and more. So a frame right in the middle between
 * two of ours falls on the later one whatever its container rounds, and an even source is sampled evenly.
 */
export const biasSeconds = 0.0006

/** A start this little before a frame means that frame: people round. */
export const startToleranceSeconds = 0.001

/** The size of a GIF from a picture, or a crop of one, as it is shown. */
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

/** The ratio times a factor, which is rounded to thousandths. */
export function scaled({ over, under }: Ratio, factor: number): Ratio {
  if (Number.isInteger(factor)) return { over: over * factor, under }
  return { over: Math.round(over * factor * 1000), under: under * 1000 }
}

/** How many frames a clip has, by how long it plays: at least one. */
export function frameCount(clipSeconds: number, rate: Ratio): number {
  return Math.max(1, Math.round(clipSeconds * valueOf(rate)))
}

/**
 * Which frame of a video each frame of a GIF shows, by its index: as `src/render/process/timing.ts` has ffmpeg choose them.
 * `stamps` are the times of the video's frames in seconds, in order, beginning with the one that is shown at the start.
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
    // What follows within half a tick would be rounded down onto frame 0, and is left out.
    return isOver(stamps[at] ?? 0, 0) ? at : atStart
  })
}
