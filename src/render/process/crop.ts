import { cropInFrames, uprightSize } from '../../options/rules/shown-size.ts'
import type { FilterStep } from './step.ts'

/** Cuts the crop, which is given in pixels as shown, out of upright frames in their own pixels. */
export const cropToArea: FilterStep = ({ crop, facts }) => {
  if (crop === null) return []
  const own = uprightSize(facts)
  const { x, y, width, height } = cropInFrames(crop, facts)
  return [
    // A video may change its size on the way: what is cut then must be there. Costs nothing while it does not.
    `scale=${own.width}:${own.height}:flags=bicubic`,
    `crop=${width}:${height}:${x}:${y}:exact=1`,
  ]
}
