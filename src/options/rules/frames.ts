import type { Problem } from '../option.ts'

/** Frames of an animation, counted from 1, in display order. */
export type FrameRun = {
  first: number
  /** Before `first` if they play backward; null: the last frame of the animation. */
  last: number | null
  /** The factor by which each of them is shown longer. */
  hold: number
}

export type FrameList = readonly FrameRun[]

/** A frame by its index, and the factor by which it is shown longer. */
export type ChosenFrame = { index: number; hold: number }

/** The maximum number of runs in a list of frames. */
export const maxFrameRuns = 1000

/** The highest factor by which a frame may be shown longer. */
export const maxHold = 100

/** The maximum characters of a list of frames. */
export const maxFramesText = 20_000

export const framesMustBe = `frames such as "1-10,12x3,15-": numbers and ranges with commas, "x3" for three times as long (at most x${maxHold})`

const run = /^(?<first>\d{1,6})(?:(?<dash>-)(?<last>\d{1,6})?)?(?:x(?<hold>\d{1,3}))?$/i

/** Parses a list of frames such as `1-10,12x3,15-`; returns null for any other text. */
export function parseFrames(text: string): FrameList | null {
  if (text.length > maxFramesText) return null
  const parts = text.split(',').map((part) => part.replace(/\s+/g, ''))
  if (parts.length > maxFrameRuns) return null
  const runs: FrameRun[] = []
  for (const part of parts) {
    const groups = run.exec(part)?.groups
    if (groups === undefined) return null
    const first = Number(groups.first)
    const last = groups.dash === undefined ? first : groups.last === undefined ? null : Number(groups.last)
    const hold = Number(groups.hold ?? 1)
    if (first < 1 || last === 0 || hold < 1 || hold > maxHold) return null
    runs.push({ first, last, hold })
  }
  return runs
}

/** Formats a list of frames as people type it, as short as possible. */
export function formatFrames(list: FrameList): string {
  return list
    .map(({ first, last, hold }) => {
      const range = last === first ? `${first}` : `${first}-${last ?? ''}`
      return hold === 1 ? range : `${range}x${hold}`
    })
    .join(',')
}

/** Returns the list of these frames, joining neighbors to ranges. */
export function listFrames(frames: readonly ChosenFrame[]): FrameList {
  const runs: (FrameRun & { last: number })[] = []
  for (const { index, hold } of frames) {
    const number = index + 1
    const run = runs.at(-1)
    const step = run === undefined ? 0 : number - run.last
    const direction = run === undefined ? 0 : Math.sign(run.last - run.first)
    if (
      run !== undefined &&
      run.hold === hold &&
      Math.abs(step) === 1 &&
      (direction === 0 || direction === step)
    ) {
      run.last = number
    } else runs.push({ first: number, last: number, hold })
  }
  return runs
}

/**
 * Returns the frames of an animation of `count` frames that a list chooses, at most `maxFrames`; or the problem if it
 * names a missing one, or too many.
 */
export function chooseFrames(
  list: FrameList,
  count: number,
  maxFrames: number,
): { frames: ChosenFrame[] } | { problem: Problem } {
  const frames: ChosenFrame[] = []
  for (const { first, last, hold } of list) {
    const end = last ?? count
    const beyond = Math.max(first, end)
    if (beyond > count) {
      const message = `\`frames\` names frame ${beyond}, and the animation has ${count}.`
      return { problem: { field: 'frames', message } }
    }
    const step = end < first ? -1 : 1
    for (let number = first; number !== end + step; number += step) {
      if (frames.length === maxFrames) return { problem: tooManyFrames('frames', maxFrames) }
      frames.push({ index: number - 1, hold })
    }
  }
  return { frames }
}

/** Returns the problem of an animation that would have too many frames. */
export function tooManyFrames(field: string, maxFrames: number): Problem {
  return {
    field,
    message: `With \`${field}\` the GIF would have more than ${maxFrames} frames; choose fewer.`,
  }
}
