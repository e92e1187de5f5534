import { exactFlags } from '../tools/ffmpeg-args.ts'
import type { FilterStep } from './step.ts'

/** Adds the alpha of its other track to the frames of an AVIF image sequence; both begin together. */
export const mergeAlphaTrack: FilterStep = ({ facts: { avif } }) => {
  if (avif === null) return []
  const { alpha, isPremultiplied } = avif
  if (alpha === null) return []
  return [
    `null[color];[0:${alpha}]format=gray[alpha];[color][alpha]alphamerge`,
    ...(isPremultiplied
      ? [`scale=flags=${exactFlags}`, 'format=gbrap|yuva444p', 'unpremultiply=inplace=1']
      : []),
  ]
}
