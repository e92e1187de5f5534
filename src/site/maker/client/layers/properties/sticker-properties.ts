import type { PictureLayer } from '../../../../../layers/layer.ts'
import { layerTexts } from '#texts/layers.ts'
import { type Control, type Edit, rangeControl } from '../controls.ts'
import { percentRange, rotationControl, widthControl } from './shared-properties.ts'

/** The fields of a sticker. */
export function stickerProperties(edit: Edit<PictureLayer>): Control<PictureLayer>[] {
  return [
    widthControl(edit),
    rangeControl(edit, {
      ...percentRange({ min: 0.05, max: 1, step: 0.05 }),
      name: 'opacity',
      label: layerTexts.opacity,
      get: ({ opacity }) => opacity,
      set: (layer, opacity) => ({ ...layer, opacity }),
    }),
    rotationControl(edit),
  ]
}
