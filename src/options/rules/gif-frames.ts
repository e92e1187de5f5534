import { clipOptions } from '../clip-options.ts'
import { defaultWidth, maxFormatSide } from '../format-limits.ts'

/** The frames of a GIF from a video: the same on the server and in the browser. */

/** A number kept as it is written in a file, such as a rate of 30000/1001 frames per second. */
export type Ratio = { over: number; under: number }

type Size = { width: number; height: number }

/** The highest rate by default. */
export const defaultMaxRate: Ratio = { over: clipOptions.fps.typical, under: 1 }
export const maxHeight = 1920

/**
 * A shift that makes every frame count as later: half of Matroska's tick and more. A frame exactly in the middle
 * between two of the GIF's then falls on the later one whatever its container rounds, and an even source is sampled
 * evenly.
 */
export const biasSeconds = 0.0006

/** A start this little before a frame means that frame, because people round. */
export const startToleranceSeconds = 0.001

/** Returns the size of a GIF from a picture as displayed, or from a crop of one. */
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

/** Returns the ratio as one number. */
export function valueOf({ over, under }: Ratio): number {
  return over / under
}

/** Returns the ratio times a factor, which is rounded to thousandths. */
export function scaled({ over, under }: Ratio, factor: number): Ratio {
  if (Number.isInteger(factor)) return { over: over * factor, under }
  return { over: Math.round(over * factor * 1000), under: under * 1000 }
}

/** Returns the number of frames of a clip, by its playing time: at least one. */
export function frameCount(clipSeconds: number, rate: Ratio): number {
  return Math.max(1, Math.round(clipSeconds * valueOf(rate)))
}

/**
 * Returns the index of the video's frame that each frame of a GIF shows: as `src/render/process/timing.ts` has ffmpeg
 * choose them. `stamps` are the times of the video's frames in seconds, in order, beginning with the one shown at the
 * start.
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
    // A frame within half a tick would be rounded down onto frame 0, and is dropped.
    return isOver(stamps[at] ?? 0, 0) ? at : atStart
  })
}
