/** So far from where it belongs may a frame be shown that has no time of its own: a hundredth of a second, as in a GIF. */
const toleranceMs = 10

/** So many times as many frames there may be: each that is shown for long is there more than once. */
const mostRepeats = 4

/**
 * Frames with times of their own as frames that are all shown for as long, for what is encoded at a rate: which one is on
 * screen in the middle of each. Every frame is among them unless one is shown for far less than the others.
 */
export function sampleEvenly(framesMs: readonly number[]): number[] {
  const durationMs = framesMs.reduce((sum, ms) => sum + ms, 0)
  const mean = durationMs / framesMs.length
  let endMs = 0
  const endsMs = framesMs.map((ms) => (endMs += ms))
  if (endsMs.every((end, frame) => Math.abs(end - (frame + 1) * mean) <= toleranceMs)) {
    return framesMs.map((_, frame) => frame)
  }
  const shortest = framesMs.reduce((least, ms) => Math.min(least, ms), Infinity)
  const count = Math.min(Math.round(durationMs / shortest), mostRepeats * framesMs.length)
  let frame = 0
  return Array.from({ length: count }, (_, index) => {
    const middleMs = ((index + 0.5) * durationMs) / count
    while ((endsMs[frame] ?? Infinity) <= middleMs) frame += 1
    return frame
  })
}
