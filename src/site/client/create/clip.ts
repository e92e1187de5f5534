import { roundSeconds } from './words.ts'

/** The part of a video that becomes the GIF, in seconds. */
export type Clip = { start: number; end: number }

/** `duration` is infinite while it is not known. */
export type ClipBounds = { duration: number; maxSeconds: number }

/** No clip is shorter. */
export const minSeconds = 0.1

/** The first seconds of a video. */
export function firstClip({ duration, maxSeconds }: ClipBounds): Clip {
  return { start: 0, end: roundSeconds(Math.min(5, duration, maxSeconds)) }
}

/** The clip with another start: its end gives way where the clip would be too short or too long. */
export function withStart({ end }: Clip, wanted: number, { duration, maxSeconds }: ClipBounds): Clip {
  const start = between(0, roundSeconds(wanted), Math.max(0, duration - minSeconds))
  return rounded({ start, end: Math.min(duration, between(start + minSeconds, end, start + maxSeconds)) })
}

/** The clip with another end: its start gives way where the clip would be too short or too long. */
export function withEnd({ start }: Clip, wanted: number, { duration, maxSeconds }: ClipBounds): Clip {
  const end = between(Math.min(minSeconds, duration), roundSeconds(wanted), duration)
  return rounded({ end, start: Math.max(0, between(end - maxSeconds, start, end - minSeconds)) })
}

/** The clip as long as it is, somewhere else. */
export function movedTo({ start, end }: Clip, wanted: number, { duration }: ClipBounds): Clip {
  const length = end - start
  const moved = between(0, roundSeconds(wanted), Math.max(0, duration - length))
  return rounded({ start: moved, end: Math.min(duration, moved + length) })
}

/**
 * The clip as it was typed: a start past the end takes the clip along, as long as it was. Of a video whose length is not
 * known nothing else is mended, so that both numbers can be typed in peace.
 */
export function withTyped(clip: Clip, which: 'start' | 'end', wanted: number, bounds: ClipBounds): Clip {
  if (which === 'start' && wanted >= clip.end && clip.end > clip.start) return movedTo(clip, wanted, bounds)
  if (bounds.duration === Infinity) return { ...clip, [which]: Math.max(0, roundSeconds(wanted)) }
  return which === 'start' ? withStart(clip, wanted, bounds) : withEnd(clip, wanted, bounds)
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

function rounded({ start, end }: Clip): Clip {
  return { start: roundSeconds(start), end: roundSeconds(end) }
}
