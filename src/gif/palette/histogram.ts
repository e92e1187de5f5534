import type { EncoderMemory } from '../kernels/encoder-memory.ts'

/** More colours than this cost more time than a palette of 255 gains by them. */
const mostBins = 65536
/** Frames of fewer pixels are counted whole; of a segment of others so many pixels are, at most. */
const countedWhole = 65_536
const mostCounted = 420_000

/** A frame in the memory, how much of it is looked at, and what a pixel counts that is painted or that stays. */
export type CountedFrame = {
  address: number
  step: number
  left: number
  top: number
  weight: number
  heldWeight: number
}

/**
 * Counts the colours of frames of a size, into bins that lie in the memory until the next call; gives how many: 0 where
 * all that is looked at is see-through. A pixel stays where it is within `hold`, in levels, of what was last painted; one
 * that is marked to be painted again counts `offWeight` times as much as others.
 */
export function countBins(
  memory: EncoderMemory,
  { width, height }: { width: number; height: number },
  frames: readonly CountedFrame[],
  hold: number,
  offWeight: number,
): number {
  const { at, kernels } = memory
  kernels.clearHistogram()
  for (const { address, left, top, step, weight, heldWeight } of frames) {
    kernels.countColours(
      address,
      width,
      height,
      left,
      top,
      step,
      weight,
      at.anchors,
      hold,
      heldWeight,
      offWeight,
    )
  }
  return kernels.packBins(at.colours, at.masses, mostBins, at.joined)
}

/** Of how many columns, and rows, one is counted: a power of two. Sums of channels have to stay below 2^32. */
export function countingStep(pixels: number, frames: number): number {
  if (pixels < countedWhole) return 1
  let step = 2
  while ((pixels / step ** 2) * frames > mostCounted) step *= 2
  return step
}
