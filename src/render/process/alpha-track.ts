import type { FilterStep } from './step.ts'

/** Frames of an AVIF image sequence with the alpha of its other track; they begin with those of its color track. */
export const mergeAlphaTrack: FilterStep = ({ facts: { avif } }) => {
  if (avif === null) return []
  const { color, alpha, isPremultiplied } = avif
  const chosen = color === 0 ? [] : [`nullsink;[0:${color}]null`]
  if (alpha === null) return chosen
  const merged = [
    ...(color === 0 ? ['null'] : chosen),
    `[color];[0:${alpha}]format=gray[alpha];[color][alpha]alphamerge`,
  ]
  return [
    merged.join(''),
    ...(isPremultiplied ? ['scale=flags=bicubic', 'format=gbrap|yuva444p', 'unpremultiply=inplace=1'] : []),
  ]
}
