import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defaultLayerLimits } from '../../layers/layer-limits.ts'
import type { Layer, Overlay } from '../../layers/layer.ts'
import { parseLayers } from '../../layers/parse-layers.ts'
import { AppError } from '../../lib/app-error.ts'

/** What `make` is to draw over its GIF. */
export type OverlayRequest = {
  /** A file with layers as JSON; null for none. */
  layersFile: string | null
  /** The files of the pictures that its layers show. */
  stickers: string[]
  captions: Layer[]
}

/** One's own layers: their files bound them, and the memory that they would take. */
const ownLimits = { ...defaultLayerLimits, maxLayers: 1000, maxTextLength: 5000 }

/** Reads what is to be drawn; nothing where nothing is. Throws AppError, and the system's errors for files. */
export async function loadOverlay({
  layersFile,
  stickers,
  captions,
}: OverlayRequest): Promise<{ overlay?: Overlay<string> }> {
  const text = layersFile === null ? '[]' : await readFile(layersFile, 'utf8')
  const layers = parseLayers(text, { limits: ownLimits, stickers: stickers.length })
  const shown = new Set(layers.map((layer) => (layer.type === 'picture' ? layer.picture : null)))
  const unused = stickers.find((_, index) => !shown.has(index))
  if (unused !== undefined) throw new AppError('invalid_value', { detail: 'unusedSticker', file: unused })
  if (layers.length + captions.length === 0) return {}
  return {
    overlay: { layers: [...layers, ...captions], stickers: stickers.map((path) => resolve(path)) },
  }
}
