import { openEngine } from '../../../../../layers/browser/open-engine.ts'
import { createCompositor } from '../../../../../layers/compositor.ts'
import type { Layer } from '../../../../../layers/layer.ts'
import { classicCaptions } from '../../../../../layers/layer-defaults.ts'
import { parseLayers } from '../../../../../layers/parse-layers.ts'
import type { Edit } from '../edit.ts'
import type { Drawing } from './drawings.ts'

type Size = { width: number; height: number }

/** The service checks its limits when a GIF is made. */
const noLimits = { maxLayers: Infinity, maxTextLength: Infinity, maxStickers: Infinity }

/** The layers of the field `layers`. Throws AppError for what is no layer. */
export function readLayers(layers: string, stickers = Infinity): Layer[] {
  return parseLayers(layers, { limits: noLimits, stickers })
}

/**
 * The layers of an edit, drawn as the service draws them; null where there are none. `folder` has the engine and its fonts.
 * Throws AppError for layers that cannot be drawn, and an Error where the engine does not load.
 */
export async function openLayers(
  { layers, captionTop, captionBottom }: Edit,
  stickers: readonly Blob[],
  size: Size,
  folder: string,
): Promise<(Drawing & { close: () => void }) | null> {
  const asked = [...readLayers(layers, stickers.length), ...classicCaptions(captionTop, captionBottom)]
  if (asked.length === 0) return null
  const pictures: Uint8Array[] = []
  for (const sticker of stickers) pictures.push(new Uint8Array(await sticker.arrayBuffer()))
  return createCompositor(asked, {
    width: size.width,
    height: size.height,
    pictures,
    openEngine: () => openEngine(folder),
  })
}
