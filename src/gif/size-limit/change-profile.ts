import type { Frames } from '../encode/encode-frames.ts'

/** About how many pixels of a frame are sampled. */
const samplesPerFrame = 4096
/** Larger changes count as this. */
const maxChange = 63

/** How much each frame of a clip changes from the one before, from a sample of its pixels. */
export class ChangeProfile {
  /** For each frame: how many pixels change by 0, 1, … levels in the channel that changes most. */
  readonly #histograms: Uint16Array[]
  readonly #samples: number

  constructor({ width, height, count, frameAt }: Frames) {
    const step = Math.max(1, Math.floor((width * height) / samplesPerFrame))
    const samples = Math.floor((width * height - 1) / step) + 1
    this.#samples = samples
    const before = new Uint8Array(samples * 4)
    this.#histograms = Array.from({ length: count }, (_, frame) =>
      changes(before, frameAt(frame), step, samples),
    )
  }

  /**
   * The estimated share of the picture that is painted at a frame when pixels stay while they differ by at most `hold`
   * levels: smaller changes add up as noise does. The first frame is painted whole.
   */
  painted(frame: number, hold: number): number {
    if (frame === 0) return 1
    let sum = 0
    const histogram = this.#histograms[frame] ?? []
    for (let change = 1; change <= maxChange; change += 1) {
      sum += (histogram[change] ?? 0) * Math.min(1, (change / (hold + 1)) ** 2)
    }
    return sum / this.#samples
  }
}

/** Compares a frame with the sampled pixels of the one before, and keeps its own there. */
function changes(before: Uint8Array, rgba: Uint8Array, step: number, samples: number): Uint16Array {
  const histogram = new Uint16Array(maxChange + 1)
  for (let sample = 0; sample < samples; sample += 1) {
    let change = 0
    for (let channel = 0; channel < 4; channel += 1) {
      const level = rgba[sample * step * 4 + channel] ?? 0
      change = Math.max(change, Math.abs(level - (before[sample * 4 + channel] ?? 0)))
      before[sample * 4 + channel] = level
    }
    const bucket = Math.min(change, maxChange)
    histogram[bucket] = (histogram[bucket] ?? 0) + 1
  }
  return histogram
}
