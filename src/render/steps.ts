import type { RenderPlan, VideoPlan } from '../media/media-engine.ts'
import { mustBeEven } from '../options/rules/frame-times.ts'
import { cropToArea } from './process/crop.ts'
import { mergeAlphaTrack } from './process/alpha-track.ts'
import { deinterlace } from './process/deinterlace.ts'
import { boomerang, crossFade, reverse } from './process/frame-order.ts'
import { scaleToSize } from './process/scale.ts'
import type { DecodedClip, FilterStep, SequenceStep, ShownFrame } from './process/step.ts'
import { sampleAtRate, startAtZero } from './process/timing.ts'

/**
 * The steps of a clip between its decoder and the encoders, in this order. A new option adds a file in process/ and a
 * line here.
 */

/** Run by ffmpeg while it decodes a video, for each frame. */
const filterSteps: FilterStep[] = [
  mergeAlphaTrack,
  deinterlace,
  startAtZero,
  sampleAtRate,
  cropToArea,
  scaleToSize,
]

// Layers follow, drawn by process/draw-layers.ts over frames that pass through this process.

// Then the watermark: process/watermark.ts draws it, and decode/frame-stream.ts has ffmpeg put it on every frame.

// Then the search for the best loop; the next steps see only the frames of the loop.

/** Run on all frames of a clip, once they are stored. */
const sequenceSteps: SequenceStep[] = [crossFade, reverse, boomerang]

/** Returns the filters that turn the decoded video, with the time stamps of its file, into the frames of the clip. */
export function videoFilters(clip: DecodedClip): string {
  return [...filterSteps.flatMap((filtersOf) => filtersOf(clip)), 'setsar=1'].join(',')
}

/** Returns true if a step needs all frames of the clip at once. */
export function needsAllFrames(plan: RenderPlan): boolean {
  return findsLoop(plan) || plan.gif.maxBytes !== null || sequenceSteps.some((step) => step.isNeeded(plan))
}

/** Returns true if all frames of the clip must have equal durations. */
export function needsEvenFrames({ clip, overlay }: VideoPlan): boolean {
  return mustBeEven(clip, overlay?.layers ?? [])
}

/** Returns true if the part of the clip that loops best is searched for. */
export function findsLoop(plan: RenderPlan): boolean {
  return plan.kind === 'video' && plan.clip.autoLoop
}

/** Returns the frames of a window of the stored ones, as they are shown. */
export function arrangeFrames(
  { firstFrame, frameCount }: { firstFrame: number; frameCount: number },
  plan: RenderPlan,
  framesPerSecond: number,
): ShownFrame[] {
  const stored: ShownFrame[] = Array.from({ length: frameCount }, (_, index) => firstFrame + index)
  return sequenceSteps
    .filter((step) => step.isNeeded(plan))
    .reduce((frames, step) => step.apply(frames, plan, framesPerSecond), stored)
}
