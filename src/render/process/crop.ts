import { isAligned } from '../../gif/scale/chroma-place.ts'
import { cropInFrames, uprightSize } from '../../options/rules/shown-size.ts'
import { cutWithColor, uprightSampling } from './chroma.ts'
import { exactFlags } from '../tools/ffmpeg-args.ts'
import type { DecodedClip, FilterStep } from './step.ts'

/** Cuts the crop, which is given in pixels as shown, out of upright frames in their own pixels. */
export const cropToArea: FilterStep = ({ crop, facts }) => {
  const own = uprightSize(facts)
  const area = areaOf({ crop, facts })
  const hasWholeColor = isAligned(area, uprightSampling(facts))
  if (crop === null && hasWholeColor) return []
  return [
    // A video may change its size on the way: what is cut then must be there. Costs nothing while it does not.
    `scale=${own.width}:${own.height}:flags=${exactFlags}`,
    ...(hasWholeColor
      ? [`crop=${area.width}:${area.height}:${area.x}:${area.y}:exact=1`]
      : cutWithColor(area, own, facts)),
  ]
}

/** Whether frames leave `cropToArea` with the samples of color that they were stored with. */
export function keepsSampling(clip: Pick<DecodedClip, 'crop' | 'facts'>): boolean {
  return isAligned(areaOf(clip), uprightSampling(clip.facts))
}

/** What is shown of upright frames, in their own pixels. */
function areaOf({ crop, facts }: Pick<DecodedClip, 'crop' | 'facts'>) {
  return crop === null ? { x: 0, y: 0, ...uprightSize(facts) } : cropInFrames(crop, facts)
}
