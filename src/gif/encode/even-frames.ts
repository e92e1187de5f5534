/** Browsers show a frame of a GIF that has less time for 100 ms. */
const shortestMs = 20

/** Times that differ by no more are even ones that were rounded to hundredths of a second. */
const roundedMs = 10

/**
 * Frames with times of their own as frames that are all shown for as long, for what is encoded at a rate: some of them
 * several times. `order` has the frames by number.
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
    // Each is shown once at least; what is rounded is not lost.
    const until = Math.max(order.length + 1, Math.round(endMs / frameMs))
    while (order.length < until) order.push(frame)
  }
  return { order, frameMs }
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other)
}
