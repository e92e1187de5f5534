/** The operator's limits on layers. */
export type LayerLimits = {
  maxLayers: number
  /** The characters of one text. */
  maxTextLength: number
  maxStickers: number
}

export const defaultLayerLimits: LayerLimits = { maxLayers: 50, maxTextLength: 500, maxStickers: 20 }

/** The bytes of `layers` as JSON. The default number of layers with the longest texts takes less. */
export const maxLayersBytes = 192 * 1024

/** A layer is an object in an array, and an outline an object in it. */
export const maxLayersDepth = 3

/** The ranges of the numbers of a layer. */
export const layerRanges = {
  x: { min: -0.5, max: 1.5 },
  y: { min: -0.5, max: 1.5 },
  width: { min: 0.01, max: 2 },
  height: { min: 0.01, max: 2 },
  rotation: { min: -360, max: 360 },
  start: { min: 0, max: 1_000_000 },
  end: { min: 0, max: 1_000_000 },
  size: { min: 0.01, max: 1 },
  'outline.width': { min: 0, max: 0.3 },
  opacity: { min: 0, max: 1 },
  strength: { min: 0, max: 1 },
} as const
