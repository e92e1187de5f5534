import { exactFlags } from '../tools/ffmpeg-args.ts'
import type { FilterStep } from './step.ts'

/** Frames of an AVIF image sequence with the alpha of its other track; they begin with those of its color track. */
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
