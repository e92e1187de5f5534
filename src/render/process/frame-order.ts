import type { GifOptions } from '../../media/gif-options.ts'

/** In which order the frames of a window are shown, by their numbers. */
export function frameOrder(
  { firstFrame, frameCount }: { firstFrame: number; frameCount: number },
  { reverse, boomerang }: Pick<GifOptions, 'reverse' | 'boomerang'>,
): number[] {
  const forwards = Array.from({ length: frameCount }, (_, index) => firstFrame + index)
  const once = reverse ? forwards.toReversed() : forwards
  return boomerang ? [...once, ...once.slice(1, -1).toReversed()] : once
}
