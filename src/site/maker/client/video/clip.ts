import { makerTexts } from '#texts/maker.ts'
import { isLonger } from '../../../../options/rules/gif-length.ts'

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

/** The clip with another start: its end moves where the clip would be too short or too long. */
export function withStart({ end }: Clip, wanted: number, { duration, maxSeconds }: ClipBounds): Clip {
  const start = between(0, roundToMs(wanted), Math.max(0, duration - minSeconds))
  return roundClip({ start, end: Math.min(duration, between(start + minSeconds, end, start + maxSeconds)) })
}

/** The clip with another end: its start moves where the clip would be too short or too long. */
export function withEnd({ start }: Clip, wanted: number, { duration, maxSeconds }: ClipBounds): Clip {
  const end = between(Math.min(minSeconds, duration), roundToMs(wanted), duration)
  return roundClip({ end, start: Math.max(0, between(end - maxSeconds, start, end - minSeconds)) })
}

/** The clip with one end moved by a key: it stops at the other end, which only moves where the clip is too long. */
export function nudged(clip: Clip, which: 'start' | 'end', wanted: number, bounds: ClipBounds): Clip {
  return which === 'start'
    ? withStart(clip, Math.min(wanted, Math.max(clip.start, clip.end - minSeconds)), bounds)
    : withEnd(clip, Math.max(wanted, Math.min(clip.end, clip.start + minSeconds)), bounds)
}

/** The clip as long as it is, somewhere else. */
export function movedTo({ start, end }: Clip, wanted: number, { duration }: ClipBounds): Clip {
  const length = end - start
  const moved = between(0, roundToMs(wanted), Math.max(0, duration - length))
  return roundClip({ start: moved, end: Math.min(duration, moved + length) })
}

/** The length of a video as clips are measured by it: whole milliseconds, none past its end. */
export function durationOf(seconds: number): number {
  return seconds === Infinity ? seconds : Math.floor(seconds * 1000 + 1e-6) / 1000
}

function between(min: number, value: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}

/** To the millisecond. */
function roundClip({ start, end }: Clip): Clip {
  return { start: roundToMs(start), end: roundToMs(end) }
}

function roundToMs(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

export type ClipProblem = { field: 'start' | 'end'; message: string }

/**
 * A clip after typing: `note` says what else had to change. With a problem the two numbers are as they were
 * typed, and not a clip.
 */
export type TypedClip = { clip: Clip; note: string; problem: ClipProblem | null }

/**
 * The two numbers after one of them was typed. One typed past the other takes the clip along, as long as it was, unless
 * they were no clip before. Of a video whose length is not known none is cut, so that both can be typed in peace.
 */
export function applyTyped(
  shown: Clip,
  which: 'start' | 'end',
  wanted: number,
  bounds: ClipBounds,
): TypedClip {
  const along = problemOf(shown, bounds) === null ? movedAlong(shown, which, wanted, bounds) : null
  if (along !== null) return along
  const clip = { ...shown, [which]: wanted }
  const problem = problemOf(clip, bounds)
  return problem === null ? kept(clip, which, bounds) : { clip, note: '', problem }
}

function movedAlong(
  { start, end }: Clip,
  which: 'start' | 'end',
  wanted: number,
  { duration }: ClipBounds,
): TypedClip | null {
  const length = end - start
  if (which === 'start' && wanted >= end && wanted < duration) {
    const clip = roundClip({ start: wanted, end: Math.min(duration, wanted + length) })
    return { clip, note: makerTexts.clip.endFollows(clip.end), problem: null }
  }
  if (which === 'end' && wanted < start && wanted > 0) {
    const clip = roundClip({ start: Math.max(0, wanted - length), end: wanted })
    return { clip, note: makerTexts.clip.startFollows(clip.start), problem: null }
  }
  return null
}

function problemOf({ start, end }: Clip, { duration }: ClipBounds): ClipProblem | null {
  if (start >= duration) {
    return { field: 'start', message: makerTexts.clip.pastVideo(duration) }
  }
  return end > start ? null : { field: 'end', message: makerTexts.clip.endFirst }
}

/** The clip within the video and no longer than is allowed; what was typed stays where it can. */
function kept(clip: Clip, which: 'start' | 'end', { duration, maxSeconds }: ClipBounds): TypedClip {
  const end = Math.min(clip.end, duration)
  const cut = end < clip.end ? makerTexts.clip.endCut(end) : ''
  if (duration === Infinity || !isLonger(end - clip.start, maxSeconds)) {
    return { clip: { start: clip.start, end }, note: cut, problem: null }
  }
  if (which === 'start') {
    const nearer = roundClip({ start: clip.start, end: clip.start + maxSeconds })
    return {
      clip: nearer,
      note: makerTexts.clip.endMoved(nearer.end, maxSeconds),
      problem: null,
    }
  }
  const later = roundClip({ start: end - maxSeconds, end })
  const note = makerTexts.clip.startMoved(later.start, maxSeconds)
  return { clip: later, note: `${cut} ${note}`.trim(), problem: null }
}
