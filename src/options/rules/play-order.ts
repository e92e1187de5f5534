/** Returns the order in which `count` frames play, by their indexes. */
export function playOrder(
  count: number,
  { reverse, boomerang }: { reverse: boolean; boomerang: boolean },
): number[] {
  const forward = Array.from({ length: count }, (_none, index) => index)
  const once = reverse ? forward.toReversed() : forward
  return boomerang ? playBoomerang(once) : once
}

/** Returns frames forward, then backward. The frames at the turning points are shown once. */
export function playBoomerang<Frame>(frames: readonly Frame[]): Frame[] {
  return [...frames, ...frames.slice(1, -1).toReversed()]
}

/** Returns the number of frames of a boomerang of this many pictures. */
export function boomerangFrames(pictures: number): number {
  return pictures + Math.max(0, pictures - 2)
}
