/** Browsers show a GIF frame with a shorter delay for 100 ms. */
const shortestMs = 20

/** Times that differ by no more than this count as equal, because they are rounded to hundredths of a second. */
const roundedMs = 10

/**
 * Converts frames with individual times to frames of one duration, some of them repeated, for formats encoded at a
 * fixed rate. `order` lists the frames by number.
 */
export function evenFrames(framesMs: readonly number[]): { order: number[]; frameMs: number } {
  const meanMs = framesMs.reduce((sum, ms) => sum + ms, 0) / framesMs.length
  if (framesMs.every((ms) => Math.abs(ms - meanMs) <= roundedMs))
    return { order: [...framesMs.keys()], frameMs: meanMs }
  const times = framesMs.map((ms) => Math.round(ms))
  const frameMs = Math.max(shortestMs, times.reduce(greatestCommonDivisor, 0))
  const order: number[] = []
  let endMs = 0
  for (const [frame, ms] of times.entries()) {
    endMs += ms
    // Each frame is shown at least once; the rounding error is carried over.
    const until = Math.max(order.length + 1, Math.round(endMs / frameMs))
    while (order.length < until) order.push(frame)
  }
  return { order, frameMs }
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other)
}
