/** How a clip plays in its GIF. */
export type Playing = { speed: number; reverse: boolean; boomerang: boolean }

export const speeds = { min: 0.25, max: 4 }

/** How long the GIF of so much video plays, in seconds. */
export function gifSecondsOf(clipSeconds: number, { speed, boomerang }: Playing): number {
  return (clipSeconds / speed) * (boomerang ? 2 : 1)
}

/** The longest clip whose GIF is no longer than that, to the millisecond. */
export function clipSecondsFor(maxGifSeconds: number, { speed, boomerang }: Playing): number {
  return Math.floor((maxGifSeconds * speed * 1000) / (boomerang ? 2 : 1) + 1e-6) / 1000
}

/** Which of so many pictures is shown when. There and back, the turning points are not shown twice. */
export function playOrder(count: number, { reverse, boomerang }: Omit<Playing, 'speed'>): number[] {
  const forwards = Array.from({ length: count }, (_none, index) => index)
  const first = reverse ? forwards.toReversed() : forwards
  return boomerang ? [...first, ...first.slice(1, -1).toReversed()] : first
}
