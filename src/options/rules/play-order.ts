/** The order in which so many frames play, by their indexes. A boomerang does not show its turning points twice. */
export function playOrder(
  count: number,
  { reverse, boomerang }: { reverse: boolean; boomerang: boolean },
): number[] {
  const forward = Array.from({ length: count }, (_none, index) => index)
  const once = reverse ? forward.toReversed() : forward
  return boomerang ? [...once, ...once.slice(1, -1).toReversed()] : once
}

/** How many frames a boomerang of so many pictures has. */
export function boomerangFrames(pictures: number): number {
  return pictures + Math.max(0, pictures - 2)
}
