import type { BlurLayer } from '../../../../../layers/layer.ts'
import { layerTexts } from '#texts/layers.ts'
import { choiceControl, type Control, type Edit, rangeControl } from '../controls.ts'
import { ranges } from '../layer-geometry.ts'
import { percentRange, widthControl } from './shared-properties.ts'

/** The fields of a blurred region. */
export function regionProperties(edit: Edit<BlurLayer>): Control<BlurLayer>[] {
  return [
    choiceControl(edit, {
      name: 'style',
      label: layerTexts.style,
      choices: (['blur', 'pixelate'] as const).map((value) => ({ value, label: layerTexts.styles[value] })),
      get: ({ style }) => style,
      set: (layer, style) => ({ ...layer, style }),
    }),
    rangeControl(edit, {
      ...percentRange({ min: 0, max: 1, step: 0.05 }),
      name: 'strength',
      label: layerTexts.strength,
      get: ({ strength }) => strength,
      set: (layer, strength) => ({ ...layer, strength }),
    }),
    widthControl(edit),
    rangeControl(edit, {
      ...percentRange({ ...ranges.height, step: 0.01 }),
      name: 'height',
      label: layerTexts.height,
      get: ({ height }) => height,
      set: (layer, height) => ({ ...layer, height }),
    }),
  ]
}
