import type { Problem } from '../option.ts'
import { chooseFrames, type FrameList, tooManyFrames } from './frames.ts'
import { playOrder } from './play-order.ts'

/** The changes to the frames of an animation, none of which changes their pictures. */
export type FrameEdit = {
  /** The frames of the first clip to show, and how long; null: all. */
  frames: FrameList | null
  /** The part of the first clip in seconds; null: from its beginning, or to its end. */
  startSeconds: number | null
  endSeconds: number | null
  /** 2 is twice as fast. */
  speed: number
  /** The most frames per second; null: no limit. */
  fps: number | null
  reverse: boolean
  boomerang: boolean
}

/** A frame of the result. */
export type EditedFrame = {
  /** The index of its clip, and its index there. */
  clip: number
  frame: number
  /** The time it is shown. */
  milliseconds: number
}

/** Players show shorter frames much longer. */
const shortestMs = 20

/** The longest time of a frame in a GIF. */
const longestMs = 655_350

/**
 * Arranges the frames of clips, given the time each of them is shown: the chosen frames of the first clip, then the
 * other clips; at the speed and rate, in playback order. Returns the problem if nothing would be left, or more than
 * `maxFrames`.
 */
export function editFrames(
  clips: readonly (readonly number[])[],
  edit: FrameEdit,
  maxFrames: number,
): { frames: EditedFrame[] } | { problem: Problem } {
  const [first = [], ...others] = clips
  const chosen = chooseFrames(edit.frames ?? [{ first: 1, last: null, hold: 1 }], first.length, maxFrames)
  if ('problem' in chosen) return chosen
  const kept = cutToTime(first, edit)
  if (kept === null) return { problem: nothingLeft(first, edit) }
  const frames = chosen.frames
    .filter(({ index }) => kept.has(index))
    .map(({ index, hold }) => ({ clip: 0, frame: index, milliseconds: (kept.get(index) ?? 0) * hold }))
  if (frames.length === 0) {
    const message = 'None of the `frames` is between `start` and `end`; choose others.'
    return { problem: { field: 'frames', message } }
  }
  for (const [index, times] of others.entries()) {
    for (const [frame, milliseconds] of times.entries()) frames.push({ clip: index + 1, frame, milliseconds })
  }
  if (frames.length > maxFrames) return { problem: tooManyFrames('append', maxFrames) }
  const timed = limitRate(frames, edit)
  const order = playOrder(timed.length, edit)
  if (order.length > maxFrames) return { problem: tooManyFrames('boomerang', maxFrames) }
  return { frames: order.flatMap((index) => timed[index] ?? []) }
}

/** Returns the frames that are shown between start and end, and how long; null if nothing is left. */
function cutToTime(
  times: readonly number[],
  { startSeconds, endSeconds }: FrameEdit,
): Map<number, number> | null {
  const [from, to] = [(startSeconds ?? 0) * 1000, (endSeconds ?? Infinity) * 1000]
  const kept = new Map<number, number>()
  let at = 0
  for (const [index, ms] of times.entries()) {
    const shown = Math.round(Math.min(at + ms, to) - Math.max(at, from))
    // The rest of a frame that was cut is not shown if it would be too short to be seen.
    if (shown >= Math.min(ms, shortestMs)) kept.set(index, shown)
    at += ms
  }
  return kept.size === 0 ? null : kept
}

function nothingLeft(times: readonly number[], { startSeconds }: FrameEdit): Problem {
  const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000
  if ((startSeconds ?? 0) < seconds) return { field: 'end', message: '`end` must be greater than `start`.' }
  return {
    field: 'start',
    message: `\`start\` must be before the end of the animation, at ${seconds} seconds.`,
  }
}

/**
 * Changes the speed and limits the frames to `fps` per second: one that would be too short is dropped, and its time
 * goes to the one before.
 */
function limitRate(frames: EditedFrame[], { speed, fps }: FrameEdit): EditedFrame[] {
  const shortest = Math.max(shortestMs, fps === null ? 0 : Math.floor(1000 / fps))
  if (speed === 1 && fps === null) return frames.map(fitTime)
  const kept: EditedFrame[] = []
  // Times are in whole hundredths of a second; the rounding error is carried over.
  let [at, written] = [0, 0]
  for (const frame of frames) {
    at += frame.milliseconds / speed
    const end = Math.round(at / 10) * 10
    const last = kept.at(-1)
    if (last !== undefined && last.milliseconds < shortest) last.milliseconds += end - written
    else kept.push({ ...frame, milliseconds: end - written })
    written = end
  }
  const last = kept.at(-1)
  const before = kept.at(-2)
  if (last !== undefined && before !== undefined && last.milliseconds < shortestMs) {
    before.milliseconds += last.milliseconds
    kept.pop()
  }
  return kept.map((frame) => fitTime({ ...frame, milliseconds: Math.max(shortestMs, frame.milliseconds) }))
}

function fitTime(frame: EditedFrame): EditedFrame {
  return { ...frame, milliseconds: Math.min(longestMs, frame.milliseconds) }
}
