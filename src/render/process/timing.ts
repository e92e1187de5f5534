import { biasSeconds, startToleranceSeconds } from '../../options/rules/gif-frames.ts'
import { valueOf, writeRatio } from '../probe/ratio.ts'
import type { DecodedClip, FilterStep } from './step.ts'

/** Stamps are rounded to milliseconds on the way. */
const roundingSeconds = 0.001

/**
 * Makes time stamps count from the start of the clip, at its playback speed. Frames before the start get times below 0:
 * they cost no more than their decoding.
 */
export const startAtZero: FilterStep = ({ startSeconds, speed, facts, rate, stamps }) => {
  if (stamps !== undefined) return startAtStamp(facts.startStamp + (stamps[0] ?? 0))
  const begin = Math.round((startSeconds + facts.startStamp - biasSeconds) * 1e6)
  const isFirst = `lte(t,${(startToleranceSeconds + biasSeconds) / speed})`
  return [
    'settb=1/1000000',
    speed === 1 ? `setpts=PTS-${begin}` : `setpts=(PTS-${begin})/${speed}`,
    // Frame 0 is the one on screen at the start: a frame within half a tick after it would be rounded down onto it.
    `select='${isFirst}+gte(t,${0.5 / valueOf(rate)})'`,
  ]
}

/** Selects every frame from a time stamp on, which counts as 0. */
function startAtStamp(stamp: number): string[] {
  return ['settb=1/1000000', `setpts=PTS-${Math.round(stamp * 1e6)}`, `select='gte(t,${-roundingSeconds})'`]
}

/**
 * Samples frames at the GIF's rate, exactly as many as the clip has; all up to the last one if they keep their stamps.
 */
export const sampleAtRate: FilterStep = ({ stamps, ...clip }) =>
  stamps === undefined
    ? sampled(clip)
    : [`trim=end=${((stamps.at(-1) ?? 0) - (stamps[0] ?? 0) + roundingSeconds).toFixed(6)}`]

const sampled = ({ rate, frames, mayEndEarly = false }: DecodedClip) => [
  // Passed at the end: a clip that starts within the last frame still has that frame.
  `fps=${writeRatio(rate)}:start_time=0:eof_action=pass`,
  ...(mayEndEarly ? [] : ['tpad=stop_mode=clone:stop=-1']),
  // Must be here: a gap of hours in the time stamps is filled with frames that no later filter may see.
  ...(Number.isFinite(frames) ? [`trim=end_frame=${frames}`] : []),
]
