/** The playing order of this many frames, by index. */
export function playOrder(
  count: number,
  { reverse, boomerang }: { reverse: boolean; boomerang: boolean },
): number[] {
  const forward = Array.from({ length: count }, (_none, index) => index)
  const once = reverse ? forward.toReversed() : forward
  return boomerang ? playBoomerang(once) : once
}

/** Frames forward, then backward. The frames at the turning points are shown once. */
export function playBoomerang<Frame>(frames: readonly Frame[]): Frame[] {
  return [...frames, ...frames.slice(1, -1).toReversed()]
}

/** The number of frames of a boomerang with this many pictures. */
export function boomerangFrames(pictures: number): number {
  return pictures + Math.max(0, pictures - 2)
}
