import {
  blurDefaults,
  classicCaptions,
  pictureDefaults,
  textDefaults,
} from '../../../../layers/layer-defaults.ts'
import type { BlurLayer, Layer, PictureLayer, TextLayer } from '../../../../layers/layer.ts'
import { ranges } from './layer-geometry.ts'

/** How high a new sticker is at most, as a share of the GIF's height. */
const stickerHeight = 0.5

/** Text in the middle of the lower edge, from which it grows upwards. */
export function newText(): TextLayer {
  return { ...textDefaults, type: 'text', text: '', width: 0.8, y: 0.94, anchor: 'bottom' }
}

/** Empty captions at the upper and the lower edge. */
export function newCaptions(): TextLayer[] {
  return classicCaptions('top', 'bottom').map((caption) => ({ ...caption, text: '' }))
}

/** A picture in the middle, of which all is seen. `aspect` and `areaAspect` are widths by heights. */
export function newPicture(aspect: number, areaAspect: number): PictureLayer {
  const width = Math.min(pictureDefaults.width, (stickerHeight * aspect) / areaAspect)
  return { ...pictureDefaults, type: 'picture', picture: 0, width: Math.max(ranges.width.min, width) }
}

/** A blurred region in the middle. */
export function newBlur(): BlurLayer {
  return { ...blurDefaults, type: 'blur', width: 0.3, height: 0.3, style: 'blur' }
}

/** A layer as a draft has it, with defaults for what it lacks; null for what is no layer. */
export function layerOfDraft(value: unknown): Layer | null {
  const given = Object(value) as Partial<Layer>
  if (given.type === 'text') return { ...textDefaults, text: '', ...given, type: 'text' }
  if (given.type === 'picture') return { ...pictureDefaults, picture: 0, ...given, type: 'picture' }
  return given.type === 'blur' ? { ...blurDefaults, ...given, type: 'blur' } : null
}
