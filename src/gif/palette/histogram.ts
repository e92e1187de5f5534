import type { EncoderMemory } from '../kernels/encoder-memory.ts'

/** More bins than this cost time without improving a palette of 255 colors. */
const maxBins = 65536
/** Frames of fewer pixels are counted whole; of larger ones, at most `maxCounted` pixels per segment are. */
const countedWhole = 65_536
const maxCounted = 420_000

/** A frame in the memory, where its sampling grid begins, and the weights of a pixel that is painted or stays. */
export type CountedFrame = {
  address: number
  step: number
  left: number
  top: number
  weight: number
  heldWeight: number
}

/**
 * Counts the colors of frames into bins that lie in the memory until the next call. Returns how many bins are in use: 0
 * where all counted pixels are transparent. A pixel stays where it is within `hold`, in levels, of what was last painted.
 */
export function countBins(
  memory: EncoderMemory,
  { width, height }: { width: number; height: number },
  frames: readonly CountedFrame[],
  hold: number,
): number {
  const { at, kernels } = memory
  kernels.clearHistogram()
  for (const { address, left, top, step, weight, heldWeight } of frames) {
    kernels.countColors(address, width, height, left, top, step, weight, at.anchors, hold, heldWeight)
  }
  return kernels.packBins(at.colors, at.masses, maxBins, at.joined)
}

/** One of how many columns and rows is counted: a power of two. Keeps the sums of channels below 2^32. */
export function countingStep(pixels: number, frames: number): number {
  if (pixels < countedWhole) return 1
  let step = 2
  while ((pixels / step ** 2) * frames > maxCounted) step *= 2
  return step
}
