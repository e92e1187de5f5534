import type { EncoderMemory } from '../kernels/encoder-memory.ts'

/** More bins than this take time without improving a palette of 255 colors. */
const maxBins = 65536
/** Frames of fewer pixels are counted completely; of larger ones, at most `maxCounted` pixels per segment. */
const countedWhole = 65_536
const maxCounted = 420_000

/** A frame in the memory, the start of its sampling grid, and the weights of a painted pixel and of one that stays. */
export type CountedFrame = {
  address: number
  step: number
  left: number
  top: number
  weight: number
  heldWeight: number
}

/**
 * Counts the colors of frames into bins in the memory, which are valid until the next call. Returns the number of bins
 * in use: 0 if all counted pixels are transparent. A pixel stays if it is within `hold`, in levels, of what was last
 * painted.
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

/** Returns the distance between counted columns and rows: a power of two. Keeps the sums of channels below 2^32. */
export function countingStep(pixels: number, frames: number): number {
  if (pixels < countedWhole) return 1
  let step = 2
  while ((pixels / step ** 2) * frames > maxCounted) step *= 2
  return step
}
