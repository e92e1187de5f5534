/** One frame of the result: a frame of the clip, by its number, or a blend of two. */
export type ShownFrame = number | { frame: number; over: number; opacity: number }

/**
 * Blends the last frames into the first ones, which are then not shown on their own: the clip becomes shorter by the
 * fade, and its first frame follows the last one as it does in the source.
 */
export function fadeEnd(
  frames: readonly ShownFrame[],
  fadeSeconds: number,
  framesPerSecond: number,
): ShownFrame[] {
  // A clip may be shorter than requested: the video ends earlier, or a loop was found in it.
  const count = Math.min(Math.round(fadeSeconds * framesPerSecond), Math.floor(frames.length / 2))
  const blends = frames.slice(frames.length - count).map((ending, index): ShownFrame => {
    const start = frames[index]
    // Only earlier steps could have blended, and none of them does.
    if (typeof ending !== 'number' || typeof start !== 'number') return ending
    return { frame: ending, over: start, opacity: (index + 1) / (count + 1) }
  })
  return [...frames.slice(count, frames.length - count), ...blends]
}
