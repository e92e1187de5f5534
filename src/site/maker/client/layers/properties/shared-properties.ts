import type { BlurLayer, PictureLayer, TextLayer } from '../../../../../layers/layer.ts'
import { layerTexts } from '#texts/layers.ts'
import { type Control, type Edit, numberControl, rangeControl, type RangeLimits } from '../controls.ts'
import { normalizeDegrees, ranges } from '../layer-geometry.ts'

/** A slider of shares, whose value is shown as a percentage. */
export function percentRange(limits: { min: number; max: number; step: number }): RangeLimits {
  return { ...limits, format: (value) => layerTexts.percent(Math.round(value * 100)) }
}

/** The width of a sticker or a region, as a share of the GIF's. */
export function widthControl<L extends PictureLayer | BlurLayer>(edit: Edit<L>): Control<L> {
  return rangeControl(edit, {
    ...percentRange({ ...ranges.width, step: 0.01 }),
    name: 'width',
    label: layerTexts.width,
    get: ({ width }) => width,
    set: (layer, width) => ({ ...layer, width }),
  })
}

/** The angle of a text or a sticker. */
export function rotationControl<L extends TextLayer | PictureLayer>(edit: Edit<L>): Control<L> {
  return numberControl(edit, {
    name: 'rotation',
    label: layerTexts.rotation,
    min: -360,
    max: 360,
    step: 5,
    get: ({ rotation }) => rotation,
    set: (layer, degrees) => ({ ...layer, rotation: normalizeDegrees(degrees ?? 0) }),
  })
}
