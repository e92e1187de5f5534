import { layerTexts } from '#texts/layers.ts'
import type { Item } from './layer-stack.ts'

const maxShown = 40

/** What a layer is called: "Text: Hello". */
export function layerName({ layer, sticker }: Item): string {
  if (layer.type === 'blur') return layer.style === 'blur' ? layerTexts.kinds.blur : layerTexts.kinds.pixelate
  if (layer.type === 'picture')
    return sticker?.file == null
      ? layerTexts.kinds.picture
      : layerTexts.named(layerTexts.kinds.picture, shorten(sticker.file.name))
  const text = layer.text.replace(/\s+/g, ' ').trim()
  return layerTexts.named(layerTexts.kinds.text, text === '' ? layerTexts.emptyText : shorten(text))
}

/** Where its middle is. */
export function placeOf({ layer }: Item): string {
  return layerTexts.place(Math.round(layer.x * 100), Math.round(layer.y * 100))
}

function shorten(text: string): string {
  const letters = [...text]
  return letters.length > maxShown ? `${letters.slice(0, maxShown - 1).join('')}…` : text
}
