import type { SequenceStep } from './step.ts'

/** The last frame first. */
export const reverse: SequenceStep = {
  isNeeded: ({ gif }) => gif.reverse,
  apply: (frames) => frames.toReversed(),
}

/** Forward and then backward. The frames at the turning points are shown once. */
export const boomerang: SequenceStep = {
  isNeeded: ({ gif }) => gif.boomerang,
  apply: (frames) => [...frames, ...frames.slice(1, -1).toReversed()],
}
