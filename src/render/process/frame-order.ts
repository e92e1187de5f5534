import { playBoomerang } from '../../options/rules/play-order.ts'
import type { SequenceStep } from './step.ts'
import { fadeEnd } from '../../options/rules/cross-fade.ts'
import type { RenderPlan } from '../../media/media-engine.ts'

export const crossFade: SequenceStep = {
  isNeeded: (plan) => fadeSeconds(plan) > 0,
  apply: (frames, plan, framesPerSecond) => fadeEnd(frames, fadeSeconds(plan), framesPerSecond),
}

function fadeSeconds(plan: RenderPlan): number {
  return plan.kind === 'video' ? plan.clip.fade : 0
}

/** Plays backward. */
export const reverse: SequenceStep = {
  isNeeded: ({ gif }) => gif.reverse,
  apply: (frames) => frames.toReversed(),
}

/** Plays forward, then backward. */
export const boomerang: SequenceStep = {
  isNeeded: ({ gif }) => gif.boomerang,
  apply: playBoomerang,
}
