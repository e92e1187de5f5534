import type { Problem, RuleContext } from '../option.ts'
import { boomerangFrames } from './play-order.ts'

/** 60.1 - 0.1 is more than 60 in floating point. */
const toleranceSeconds = 0.0005

/** Returns true if a length exceeds a limit. */
export function isLonger(seconds: number, maxSeconds: number): boolean {
  return seconds > maxSeconds + toleranceSeconds
}

/** Checks the part of a video that becomes the GIF. */
export function windowProblem(
  { startSeconds, endSeconds }: { startSeconds: number; endSeconds: number },
  maxClipSeconds: number,
): Problem | null {
  if (endSeconds <= startSeconds) return { field: 'end', message: '`end` must be greater than `start`.' }
  if (!isLonger(endSeconds - startSeconds, maxClipSeconds)) return null
  const message = `The clip may be at most ${maxClipSeconds} seconds long; choose an earlier \`end\`.`
  return { field: 'end', message }
}

/** Returns the problem of a speed too slow for the length of the clip. */
export function speedProblem(speed: number, { clip, limits }: RuleContext): string | null {
  const { maxClipSeconds } = limits
  if (clip === null || !isLonger(clip.seconds / speed, maxClipSeconds)) return null
  const minSpeed = Math.ceil((clip.seconds / maxClipSeconds) * 100) / 100
  return (
    `At this \`speed\` the GIF would be ${roundSeconds(clip.seconds / speed)} seconds long, and it may be at most ` +
    `${maxClipSeconds}; choose a \`speed\` of at least ${minSpeed}, or an earlier \`end\`.`
  )
}

/** Returns the problem of a clip too long, or too many pictures, to be played forward and backward. */
export function boomerangProblem(isOn: boolean, { clip, pictures, limits }: RuleContext): string | null {
  if (!isOn) return null
  const { maxClipSeconds, maxPictures } = limits
  if (clip !== null) {
    const seconds = (2 * clip.seconds) / clip.speed
    if (!isLonger(seconds, maxClipSeconds)) return null
    const fits = clipSecondsFor(maxClipSeconds, { speed: clip.speed, boomerang: true })
    return (
      `With \`boomerang\` the GIF would be ${roundSeconds(seconds)} seconds long, and it may be at most ` +
      `${maxClipSeconds}; choose a clip of at most ${fits} seconds, or turn \`boomerang\` off.`
    )
  }
  const frames = boomerangFrames(pictures ?? 0)
  if (frames <= maxPictures) return null
  const fits = Math.floor((maxPictures + 2) / 2)
  return (
    `With \`boomerang\` these are ${frames} frames, and a GIF may have at most ${maxPictures}; ` +
    `choose at most ${fits} pictures, or turn \`boomerang\` off.`
  )
}

/** Returns the longest clip whose GIF is no longer than `maxGifSeconds`, to the millisecond. */
export function clipSecondsFor(
  maxGifSeconds: number,
  { speed, boomerang }: { speed: number; boomerang: boolean },
): number {
  return Math.floor((maxGifSeconds * speed * 1000) / (boomerang ? 2 : 1) + 1e-6) / 1000
}

/** Rounds to at most two decimals: 3, 2.5, 0.13. */
export function roundSeconds(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
