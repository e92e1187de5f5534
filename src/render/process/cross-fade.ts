import { fadeEnd } from '../../options/rules/cross-fade.ts'
import type { RenderPlan } from '../../media/media-engine.ts'
import type { SequenceStep } from './step.ts'

export const crossFade: SequenceStep = {
  isNeeded: (plan) => fadeSeconds(plan) > 0,
  apply: (frames, plan, framesPerSecond) => fadeEnd(frames, fadeSeconds(plan), framesPerSecond),
}

function fadeSeconds(plan: RenderPlan): number {
  return plan.kind === 'video' ? plan.clip.fade : 0
}
