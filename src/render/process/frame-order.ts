import { playBoomerang } from '../../options/rules/play-order.ts'
import type { SequenceStep } from './step.ts'

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
