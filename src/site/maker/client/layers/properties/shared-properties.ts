import type { PictureLayer, TextLayer } from '../../../../../layers/layer.ts'
import { layerTexts } from '#texts/layers.ts'
import { type Control, type Edit, numberControl, type RangeLimits } from '../controls.ts'
import { normalizeDegrees } from '../layer-geometry.ts'

/** A slider of shares, whose value is shown as a percentage. */
export function percentRange(limits: { min: number; max: number; step: number }): RangeLimits {
  return { ...limits, format: (value) => layerTexts.percent(Math.round(value * 100)) }
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
