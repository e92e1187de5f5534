import { isAligned } from '../../gif/scale/chroma-place.ts'
import { cropInFrames, uprightSize } from '../../options/rules/shown-size.ts'
import { cutWithColor, uprightSampling } from './chroma.ts'
import { exactFlags } from '../tools/ffmpeg-args.ts'
import type { DecodedClip, FilterStep } from './step.ts'

/** Cuts the crop, given in displayed pixels, out of upright frames in their own pixels. */
export const cropToArea: FilterStep = ({ crop, facts }) => {
  const own = uprightSize(facts)
  const area = areaOf({ crop, facts })
  const hasWholeColor = isAligned(area, uprightSampling(facts))
  if (crop === null && hasWholeColor) return []
  return [
    // A video may change its size midway: the area to cut must exist. Costs nothing while the size stays the same.
    `scale=${own.width}:${own.height}:flags=${exactFlags}`,
    ...(hasWholeColor
      ? [`crop=${area.width}:${area.height}:${area.x}:${area.y}:exact=1`]
      : cutWithColor(area, own, facts)),
  ]
}

/** Returns true if frames leave `cropToArea` with their original chroma sampling. */
export function keepsSampling(clip: Pick<DecodedClip, 'crop' | 'facts'>): boolean {
  return isAligned(areaOf(clip), uprightSampling(clip.facts))
}

/** Returns the visible area of upright frames, in their own pixels. */
function areaOf({ crop, facts }: Pick<DecodedClip, 'crop' | 'facts'>) {
  return crop === null ? { x: 0, y: 0, ...uprightSize(facts) } : cropInFrames(crop, facts)
}
