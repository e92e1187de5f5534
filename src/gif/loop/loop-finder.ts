import { minStepFrames, type Seam, seamCosts, stepCost } from './seam-costs.ts'
import type { Size } from './luma-thumbnail.ts'
import { ThumbnailDistances } from './thumbnail-distances.ts'

/** The shortest loop: `minLoopSeconds`, and at least a quarter of the clip, up to `usefulLoopSeconds`. */
const minLoopSeconds = 0.5
const usefulLoopSeconds = 2
/** Frames that differ by no more than this, in levels from 0 to 255, look the same. */
const stillLevels = 0.75
/** A loop has at least this share of the clip's mean motion: a still moment of a moving clip is not a loop. */
const minActivity = 0.5
/** The most that a cut adds to the activity, in median steps: no more than a quick movement. */
const maxStepActivity = 4
/**
 * Seams up to this much above the best cost count as equally good: a share of the median step plus a share of that
 * cost.
 */
const similarSteps = 0.25
const similarShare = 0.2
/** Among good windows that are at most this much shorter than the longest, the best seam wins. */
const similarSeconds = 0.25

export type LoopWindow = {
  firstFrame: number
  frameCount: number
  /**
   * The distance of the frame after the window's last, and those around it, from its first and those around that,
   * relative to the clip's median step between frames: 0 is invisible, 1 looks like a dropped frame, 5 is a cut.
   */
  distance: number
}

/**
 * Finds the part of a clip that loops most seamlessly, from small pictures of its frames. After "Video Textures"
 * (Schödl, Szeliski, Salesin, Essa; SIGGRAPH 2000): a jump is invisible if the frames on both sides look alike,
 * including those before and after, which show whether the motion continues. Of windows with seams about equally good,
 * the longest is taken.
 */
export class LoopFinder {
  readonly #thumbnails: ThumbnailDistances
  readonly #framesPerSecond: number

  /** `size` is the size of the thumbnails; all frames are shown for the same time. */
  constructor(size: Size, framesPerSecond: number) {
    this.#thumbnails = new ThumbnailDistances(size)
    this.#framesPerSecond = framesPerSecond
  }

  /** Copies the thumbnail of the next frame (`makeThumbnail`), about 3 KB. */
  add(thumbnail: Uint8Array): void {
    this.#thumbnails.add(thumbnail)
  }

  /**
   * Returns the best window of the frames so far; all of them if they are too few or still. Throws an Error without
   * frames.
   */
  find(): LoopWindow {
    const thumbnails = this.#thumbnails
    const { count } = thumbnails
    if (count === 0) throw new Error('a loop needs frames')
    const whole = { firstFrame: 0, frameCount: count, distance: 0 }
    const minFrames = this.#minFrames(count)
    if (count <= minFrames || isStill(thumbnails)) return whole

    const steps = stepsOf(thumbnails)
    const medianStep = medianVisibleStep(steps)
    const activity = activityOf(steps, medianStep)
    const maxSimilarCost = (cost: number) => cost * (1 + similarShare) + medianStep * similarSteps
    const seams = seamCosts(thumbnails, {
      minFrames,
      allows: (first, frames) => activity(first, frames) >= minActivity,
      maxSimilarCost,
    })
    for (const [first, frames] of [
      [0, count],
      [0, count - 1],
      [1, count - 1],
    ] as const) {
      // `stepCost` compares steps over two frames.
      if (frames < minStepFrames) continue
      seams.push({ first, frames, cost: stepCost(thumbnails, first, frames) })
    }
    const best = choose(seams, maxSimilarCost, similarSeconds * this.#framesPerSecond)
    return { firstFrame: best.first, frameCount: best.frames, distance: best.cost / medianStep }
  }

  /** Returns the fewest frames of a loop in a clip of `count` frames. */
  #minFrames(count: number): number {
    const seconds = Math.max(minLoopSeconds, Math.min(usefulLoopSeconds, count / this.#framesPerSecond / 4))
    return Math.max(2, Math.ceil(seconds * this.#framesPerSecond))
  }
}

/** Returns the best seam of the longest windows (to within `similarFrames`) among those that count as equally good. */
function choose(seams: Seam[], maxSimilarCost: (cost: number) => number, similarFrames: number): Seam {
  const least = seams.reduce((least, { cost }) => Math.min(least, cost), Infinity)
  const good = seams.filter(({ cost }) => cost <= maxSimilarCost(least))
  const longest = good.reduce((longest, { frames }) => Math.max(longest, frames), 0)
  return good
    .filter(({ frames }) => frames >= longest - similarFrames)
    .reduce((best, seam) => (seam.cost < best.cost ? seam : best))
}

/** Returns true if no frame differs visibly from the first. */
function isStill(thumbnails: ThumbnailDistances): boolean {
  for (let frame = 1; frame < thumbnails.count; frame += 1) {
    if (thumbnails.distance(0, frame) > stillLevels ** 2) return false
  }
  return true
}

/** Returns the distance of each frame from the next, in levels. */
function stepsOf(thumbnails: ThumbnailDistances): Float64Array {
  return Float64Array.from({ length: thumbnails.count - 1 }, (_, frame) =>
    Math.sqrt(thumbnails.distance(frame, frame + 1)),
  )
}

/** Returns the median of the visible steps, in levels; the visibility threshold if no step is visible. */
function medianVisibleStep(steps: Float64Array): number {
  const seen = steps.filter((step) => step > stillLevels).toSorted()
  return seen[seen.length >> 1] ?? stillLevels
}

/** Returns a function that measures the motion of a window's frames, relative to the mean of the clip. */
function activityOf(steps: Float64Array, medianStep: number): (first: number, frames: number) => number {
  const sums = new Float64Array(steps.length + 1)
  for (const [index, step] of steps.entries()) {
    sums[index + 1] = (sums[index] ?? 0) + Math.min(step, medianStep * maxStepActivity)
  }
  const mean = (sums[steps.length] ?? 0) / steps.length
  return (first, frames) => {
    const last = first + frames - 1
    const moved = (sums[last] ?? 0) - (sums[first] ?? 0)
    return mean === 0 ? 1 : moved / (frames - 1) / mean
  }
}
