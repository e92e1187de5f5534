/**
 * Quality that the encoder may trade for size. Color distances are squared, summed over red, green and blue (0 to 255).
 */
export type EncoderSettings = {
  /** A pixel stays while no channel differs by more than this many levels from the source when it was last painted. */
  hold: number
  /** The same as `hold`, for blocks of 4 x 4 pixels whose mean stays the same: only noise changes them. */
  stillHold: number
  /** The most that the mean of such a block may differ, in 16ths of a level. */
  stillMean: number
  /** The same as `stillMean`, for the upcoming frames that a block is averaged over. */
  steadyMean: number
  /** Dithering outside busy areas: 0 keeps the mean color exact, 1 turns dithering off. */
  dither: number
  /** A color is not dithered if its nearest palette entry is within this distance. */
  flat: number
  /** A pixel is in a busy area if it differs by more than this many levels from one of its neighbors. */
  busy: number
  /** The weight in the palette of a pixel that stays; a painted pixel has weight 8. */
  heldWeight: number
  /** The number of an entry's nearest neighbors to try for dithering between the two. */
  neighbors: number
  /**
   * The price of a bit, in squared errors: how much quality may be given up for bytes. At 0, `encodeBox` paints each
   * pixel by `loss` and `busyLoss`, which is fast; above 0, `encodeBoxBySearch` paints what costs least, and dithers
   * nothing.
   */
  bitCost: number
  /**
   * Lossy LZW: a pixel may be painted with an entry whose distance is this much greater than that of the chosen entry,
   * if that makes the file smaller. 0 allows only entries that are equally near.
   */
  loss: number
  /** `loss` in busy areas. */
  busyLoss: number
  /** The cap on `loss` and `busyLoss`, as a multiple of the palette's mean error, so that fine palettes stay fine. */
  lossOfError: number
  /** The longest time to use one palette, in milliseconds. */
  segmentMs: number
  /** With a `bitCost` of 0, a new palette is used if its error is below this share of the current palette's. */
  keepPalette: number
}

const common = {
  heldWeight: 1,
  steadyMean: 32,
  dither: 0.4,
  flat: 6,
  busy: 6,
  neighbors: 8,
  loss: 20,
  busyLoss: 32,
  lossOfError: 8,
  segmentMs: 540,
  keepPalette: 0.9,
}

/** Settings for a bit cost above 0. The price decides what is painted; `stillHold` only hides noise in still areas. */
export function settingsOfCost(bitCost: number): EncoderSettings {
  return { ...common, bitCost, hold: 0, stillHold: 4, stillMean: 14 }
}

const presets = {
  best: settingsOfCost(3),
  balanced: { ...common, bitCost: 0, hold: 1, stillHold: 4, stillMean: 20 },
  small: settingsOfCost(90),
  tiny: settingsOfCost(800),
}

/** Returns the settings of a preset. */
export function presetSettings(preset: PresetName): EncoderSettings {
  return { ...presets[preset] }
}

/** The public name of a preset. */
export type PresetName = keyof typeof presets

/** All presets, from the best quality to the smallest file. */
export const presetNames = Object.keys(presets) as PresetName[]
