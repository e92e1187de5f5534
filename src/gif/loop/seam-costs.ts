import type { ThumbnailDistances } from './thumbnail-distances.ts'

/** The weights of the frames from two before the jump to one after it: binomial, as in "Video Textures". */
const tapWeights = [1, 3, 3, 1] as const
const tapsBefore = 2
/** In smooth motion, a step over two frames is at least this much larger, squared, than a step over one. */
const smoothGrowth = 1.3

export type Seam = {
  first: number
  frames: number
  /** The difference between the sides of the seam: root mean square, in levels from 0 to 255. */
  cost: number
}

export type SeamSearch = {
  minFrames: number
  allows: (first: number, frames: number) => boolean
  /** Returns the highest cost that counts as equally good as the given one. */
  maxSimilarCost: (cost: number) => number
}

/** The number of windows compared pixel by pixel to find the best, and to find longer ones that are equally good. */
const maxBest = 5_000
const maxSimilar = 15_000

/**
 * Returns the seams that may be the best, of all windows except those of nearly the whole clip. The time grows with the
 * square of the frame count.
 */
export function seamCosts(thumbnails: ThumbnailDistances, search: SeamSearch): Seam[] {
  const rough = roughCosts(thumbnails, search)
  const best = closeCosts(thumbnails, search, rough, nthSmallest(rough, maxBest), maxBest)
  const least = best.reduce((least, { cost }) => Math.min(least, cost), Infinity)
  return [...best, ...closeCosts(thumbnails, search, rough, search.maxSimilarCost(least) ** 2, maxSimilar)]
}

/** Returns the exact costs of the windows with a rough cost of at most `maxRough` (squared), longest first. */
function closeCosts(
  thumbnails: ThumbnailDistances,
  { minFrames }: SeamSearch,
  rough: Float32Array,
  maxRough: number,
  maxSeams: number,
): Seam[] {
  const { count } = thumbnails
  const seams: Seam[] = []
  const distances = new Float64Array(count)
  let at = 0
  for (let frames = count - tapsBefore; frames >= minFrames; frames -= 1) {
    const distance = (first: number) => {
      if ((distances[first] ?? 0) < 0) distances[first] = thumbnails.distance(first, first + frames)
      return distances[first] ?? 0
    }
    distances.fill(-1)
    for (let first = 0; first <= count - frames; first += 1, at += 1) {
      if ((rough[at] ?? Infinity) > maxRough) continue
      if (seams.length === maxSeams) return seams
      seams.push({ first, frames, cost: Math.sqrt(seamAround(distance, first, count - frames)) })
    }
  }
  return seams
}

/** Returns a lower bound of the squared cost of each window's seam, longest window first, from left to right. */
function roughCosts(thumbnails: ThumbnailDistances, { minFrames, allows }: SeamSearch): Float32Array {
  const { count } = thumbnails
  const windows = Math.max(0, count - tapsBefore - minFrames + 1)
  const rough = new Float32Array(windows * (tapsBefore + 1) + (windows * (windows - 1)) / 2)
  const distances = new Float64Array(count)
  const distance = (first: number) => distances[first] ?? 0
  let at = 0
  for (let frames = count - tapsBefore; frames >= minFrames; frames -= 1) {
    for (let first = 0; first < count - frames; first += 1) {
      distances[first] = thumbnails.leastDistance(first, first + frames)
    }
    for (let first = 0; first <= count - frames; first += 1, at += 1) {
      rough[at] = allows(first, frames) ? seamAround(distance, first, count - frames) : Infinity
    }
  }
  return rough
}

/** Returns the weighted mean of the squared distances around a seam, over the frames that exist. */
function seamAround(distance: (first: number) => number, first: number, end: number): number {
  let sum = 0
  let weights = 0
  for (let tap = 0; tap < tapWeights.length; tap += 1) {
    const frame = first + tap - tapsBefore
    if (frame < 0 || frame >= end) continue
    const weight = tapWeights[tap] ?? 0
    sum += weight * distance(frame)
    weights += weight
  }
  return sum / weights
}

/** The fewest frames of a window for `stepCost`. */
export const minStepFrames = 3

/**
 * Returns the cost of a window's seam if the clip has no frames before or after it to compare with: the step from the
 * last frame to the first, and those over two frames, are compared with the steps on both sides. `frames` is at least
 * `minStepFrames`; the cost is in levels from 0 to 255, like that of other seams.
 */
export function stepCost(thumbnails: ThumbnailDistances, first: number, frames: number): number {
  const last = first + frames - 1
  const between = (one: number, other: number) => thumbnails.distance(one, other)
  const step = (between(last - 1, last) + between(first, first + 1)) / 2
  const twoSteps = (between(last - 2, last) + between(first, first + 2)) / 2
  const miss = Math.max(
    Math.abs(between(last, first) - step),
    Math.abs(between(last - 1, first) - twoSteps),
    Math.abs(between(last, first + 1) - twoSteps),
  )
  // If all steps are equally large (noise), their size says nothing about the motion.
  return Math.sqrt(twoSteps >= step * smoothGrowth ? miss : miss + step)
}

/** Returns a close upper bound of the n-th smallest of some non-negative numbers. */
function nthSmallest(numbers: Float32Array, n: number): number {
  // Read as integers, non-negative floats keep their order.
  const bits = new Uint32Array(numbers.buffer)
  const bins = new Uint32Array(2 ** 16)
  for (const number of bits) bins[number >>> 16] = (bins[number >>> 16] ?? 0) + 1
  let seen = 0
  const bin = bins.findIndex((count) => {
    seen += count
    return seen >= n
  })
  const [edge = Infinity] = new Float32Array(Uint32Array.of(bin * 2 ** 16 + 0xffff).buffer)
  return Number.isFinite(edge) ? edge : Number.MAX_VALUE
}
