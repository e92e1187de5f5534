import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defaultLayerLimits } from '../../layers/layer-limits.ts'
import type { Layer, Overlay } from '../../layers/layer.ts'
import { parseLayers } from '../../layers/parse-layers.ts'
import { AppError } from '../../lib/app-error.ts'

/** The layers that `make` draws on its GIF. */
export type OverlayRequest = {
  /** A file with layers as JSON, or null. */
  layersFile: string | null
  /** The files of the pictures in its layers. */
  stickers: string[]
  captions: Layer[]
}

/** Limits for the user's own layers: only their files, and the memory they need, bound them. */
const ownLimits = { ...defaultLayerLimits, maxLayers: 1000, maxTextLength: 5000 }

/** Reads the layers, if any. Throws AppError, and the system's errors for files. */
export async function loadOverlay({
  layersFile,
  stickers,
  captions,
}: OverlayRequest): Promise<{ overlay?: Overlay<string> }> {
  const text = layersFile === null ? '[]' : await readFile(layersFile, 'utf8')
  const layers = parseLayers(text, { limits: ownLimits, stickers: stickers.length })
  const shown = new Set(layers.map((layer) => (layer.type === 'picture' ? layer.picture : null)))
  const unused = stickers.find((_, index) => !shown.has(index))
  if (unused !== undefined)
    throw new AppError('invalid_value', `No layer of --layers shows ${unused}, the picture of --sticker.`)
  if (layers.length + captions.length === 0) return {}
  return {
    overlay: { layers: [...layers, ...captions], stickers: stickers.map((path) => resolve(path)) },
  }
}
