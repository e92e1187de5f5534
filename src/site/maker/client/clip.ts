/** The part of a video that becomes the GIF, in seconds. */
export type Clip = { start: number; end: number }

/** `duration` is infinite while it is not known, else whole milliseconds. */
export type ClipBounds = { duration: number; maxSeconds: number }

/** No clip is made shorter by dragging and by keys. */
export const minSeconds = 0.1

/** The first seconds of a video. */
export function firstClip({ duration, maxSeconds }: ClipBounds): Clip {
  return { start: 0, end: Math.min(5, duration, maxSeconds) }
}

/** All of a video, or as much from its beginning as a clip may have. */
export function wholeClip({ duration, maxSeconds }: ClipBounds): Clip {
  return { start: 0, end: Math.min(duration, maxSeconds) }
}

/** The clip with another start: its end gives way where the clip would be too short or too long. */
export function withStart({ end }: Clip, wanted: number, { duration, maxSeconds }: ClipBounds): Clip {
  const start = between(0, roundToMs(wanted), Math.max(0, duration - minSeconds))
  return tidy({ start, end: Math.min(duration, between(start + minSeconds, end, start + maxSeconds)) })
}

/** The clip with another end: its start gives way where the clip would be too short or too long. */
export function withEnd({ start }: Clip, wanted: number, { duration, maxSeconds }: ClipBounds): Clip {
  const end = between(Math.min(minSeconds, duration), roundToMs(wanted), duration)
  return tidy({ end, start: Math.max(0, between(end - maxSeconds, start, end - minSeconds)) })
}

/** The clip with one end moved by a key: it stops at the other end, which only gives way to a clip that is too long. */
export function nudged(clip: Clip, which: 'start' | 'end', wanted: number, bounds: ClipBounds): Clip {
  return which === 'start'
    ? withStart(clip, Math.min(wanted, Math.max(clip.start, clip.end - minSeconds)), bounds)
    : withEnd(clip, Math.max(wanted, Math.min(clip.end, clip.start + minSeconds)), bounds)
}

/** The clip as long as it is, somewhere else. */
export function movedTo({ start, end }: Clip, wanted: number, { duration }: ClipBounds): Clip {
  const length = end - start
  const moved = between(0, roundToMs(wanted), Math.max(0, duration - length))
  return tidy({ start: moved, end: Math.min(duration, moved + length) })
}

/** The length of a video as clips are measured by it: whole milliseconds, none past its end. */
export function durationOf(seconds: number): number {
  return seconds === Infinity ? seconds : Math.floor(seconds * 1000 + 1e-6) / 1000
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

/** To the millisecond. */
export function tidy({ start, end }: Clip): Clip {
  return { start: roundToMs(start), end: roundToMs(end) }
}

function roundToMs(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
