import type { RenderPlan } from '../../media/media-engine.ts'
import type { SequenceStep, ShownFrame } from './step.ts'

/**
 * Blends the last frames into the first ones, which are then not shown on their own: the clip is shorter by the fade, and
 * its first frame follows the last one as it does in the source.
 */
export const crossFade: SequenceStep = {
  isNeeded: (plan) => fadeSeconds(plan) > 0,
  apply: (frames, plan, framesPerSecond) => {
    // A clip may be shorter than was asked for: the video ends earlier, or a loop was found in it.
    const count = Math.min(Math.round(fadeSeconds(plan) * framesPerSecond), Math.floor(frames.length / 2))
    const blends = frames.slice(frames.length - count).map((ending, index): ShownFrame => {
      const start = frames[index]
      // Only steps before this one could have blended, and none does.
      if (typeof ending !== 'number' || typeof start !== 'number') return ending
      return { frame: ending, over: start, opacity: (index + 1) / (count + 1) }
    })
    return [...frames.slice(count, frames.length - count), ...blends]
  },
}

function fadeSeconds(plan: RenderPlan): number {
  return plan.kind === 'video' ? plan.clip.fade : 0
}
