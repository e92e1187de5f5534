import type { Frames } from '../encode/encode-frames.ts'

/** The approximate number of pixels of a frame to sample. */
const samplesPerFrame = 4096
/** Larger changes are counted as this. */
const maxChange = 63

/** The changes of each frame of a clip from the one before, from a sample of its pixels. */
export class ChangeProfile {
  /** For each frame, the number of pixels that change by 0, 1, … levels in the channel that changes most. */
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
   * Estimates the share of the picture painted at a frame if pixels stay while they differ by at most `hold` levels:
   * smaller changes add up like noise. The first frame is painted completely.
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

/** Compares a frame with the sampled pixels of the one before, and replaces them with its own. */
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
