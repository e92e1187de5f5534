import type { BlurLayer, PictureLayer, TextLayer } from './layer.ts'

/** Defaults for what a request omits of a layer. */
export const textDefaults: Omit<TextLayer, 'type' | 'text'> = {
  x: 0.5,
  y: 0.5,
  width: 0.9,
  rotation: 0,
  start: null,
  end: null,
  font: 'impact',
  size: 0.12,
  color: '#ffffff',
  outline: { color: '#000000', width: 0.06 },
  box: null,
  align: 'center',
  anchor: 'middle',
}

export const pictureDefaults: Omit<PictureLayer, 'type' | 'picture'> = {
  x: 0.5,
  y: 0.5,
  width: 0.3,
  rotation: 0,
  start: null,
  end: null,
  opacity: 1,
}

export const blurDefaults: Omit<BlurLayer, 'type'> = {
  x: 0.5,
  y: 0.5,
  width: 0.25,
  height: 0.25,
  start: null,
  end: null,
  style: 'pixelate',
  strength: 0.5,
}

/** The distance of captions of the classic style from the edges, as a share of the height. */
const captionMargin = 0.03

/** Returns the layers of the classic style: one text at the top, one at the bottom; either may be empty. */
export function classicCaptions(top: string, bottom: string): TextLayer[] {
  const caption = (text: string, y: number, anchor: TextLayer['anchor']): TextLayer[] =>
    text.trim() === '' ? [] : [{ type: 'text', text, ...textDefaults, width: 0.94, y, anchor }]
  return [...caption(top, captionMargin, 'top'), ...caption(bottom, 1 - captionMargin, 'bottom')]
}
