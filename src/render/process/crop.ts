import { isTurned, shownSize } from '../probe/shown-size.ts'
import type { FilterStep } from './step.ts'

/** Cuts the crop, which is given in pixels as shown, out of upright frames in their own pixels. */
export const cropToArea: FilterStep = ({ crop, facts }) => {
  if (crop === null) return []
  const own = isTurned(facts)
    ? { width: facts.height, height: facts.width }
    : { width: facts.width, height: facts.height }
  const shown = shownSize(facts)
  const [x, width] = span(crop.x, crop.width, own.width / shown.width, own.width)
  const [y, height] = span(crop.y, crop.height, own.height / shown.height, own.height)
  return [
    // A video may change its size on the way: what is cut then must be there. Costs nothing while it does not.
    `scale=${own.width}:${own.height}:flags=bicubic`,
    `crop=${width}:${height}:${x}:${y}:exact=1`,
  ]
}

function span(start: number, length: number, scale: number, end: number): [start: number, length: number] {
  const first = Math.min(end - 1, Math.round(start * scale))
  const last = Math.min(end, Math.round((start + length) * scale))
  return [first, Math.max(1, last - first)]
}
