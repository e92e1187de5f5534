import { type Clip, type ClipBounds, tidy } from './clip.ts'

export type ClipProblem = { field: 'start' | 'end'; message: string }

/**
 * What somebody typed: `note` says what else had to change for it; with a problem the two numbers stand as they were
 * typed, and are no clip.
 */
export type TypedClip = { clip: Clip; note: string; problem: ClipProblem | null }

/**
 * The two numbers after one of them was typed. One typed past the other takes the clip along, as long as it was, unless
 * they were no clip before. Of a video whose length is not known none is cut, so that both can be typed in peace.
 */
export function withTyped(
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
    const clip = tidy({ start: wanted, end: Math.min(duration, wanted + length) })
    return { clip, note: `End moved along to ${clip.end} s.`, problem: null }
  }
  if (which === 'end' && wanted < start && wanted > 0) {
    const clip = tidy({ start: Math.max(0, wanted - length), end: wanted })
    return { clip, note: `Start moved along to ${clip.start} s.`, problem: null }
  }
  return null
}

function problemOf({ start, end }: Clip, { duration }: ClipBounds): ClipProblem | null {
  if (start >= duration) {
    return { field: 'start', message: `The video ends at ${duration} s: the start must be before that.` }
  }
  return end > start ? null : { field: 'end', message: 'The end must be after the start.' }
}

/** The clip within the video and no longer than is allowed; what was typed stays where it can. */
function kept(clip: Clip, which: 'start' | 'end', { duration, maxSeconds }: ClipBounds): TypedClip {
  const end = Math.min(clip.end, duration)
  const cut = end < clip.end ? `End moved to ${end} s: the video ends there.` : ''
  if (duration === Infinity || end - clip.start <= maxSeconds + 0.0005) {
    return { clip: { start: clip.start, end }, note: cut, problem: null }
  }
  if (which === 'start') {
    const nearer = tidy({ start: clip.start, end: clip.start + maxSeconds })
    return { clip: nearer, note: `End moved to ${nearer.end} s: ${maxSeconds} s is the most.`, problem: null }
  }
  const later = tidy({ start: end - maxSeconds, end })
  const note = `Start moved to ${later.start} s: ${maxSeconds} s is the most.`
  return { clip: later, note: `${cut} ${note}`.trim(), problem: null }
}
