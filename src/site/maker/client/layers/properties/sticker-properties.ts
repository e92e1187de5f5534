import type { PictureLayer } from '../../../../../layers/layer.ts'
import { layerTexts } from '#texts/layers.ts'
import { type Control, type Edit, rangeControl } from '../controls.ts'
import { ranges } from '../layer-geometry.ts'
import { percentRange, rotationControl } from './shared-properties.ts'

/** The fields of a sticker. */
export function stickerProperties(edit: Edit<PictureLayer>): Control<PictureLayer>[] {
  return [
    rangeControl(edit, {
      ...percentRange({ ...ranges.width, step: 0.01 }),
      name: 'width',
      label: layerTexts.width,
      get: ({ width }) => width,
      set: (layer, width) => ({ ...layer, width }),
    }),
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
