/** What the encoder may trade for size. Color distances are squared, summed over red, green and blue (0 to 255). */
export type EncoderSettings = {
  /** A pixel stays while no channel differs by more than this, in levels, from the source when it was last painted. */
  hold: number
  /** `hold` in blocks of 4 x 4 pixels whose mean stays the same: they change by noise only. */
  stillHold: number
  /** How much the mean of such a block may differ, in 16ths of a level. */
  stillMean: number
  /** The same for the upcoming frames that a block is averaged over. */
  steadyMean: number
  /** Dithering outside busy places: 0 keeps the mean color exact, 1 dithers nothing. */
  dither: number
  /** A color whose nearest palette entry is within this distance is not dithered. */
  flat: number
  /** A pixel that differs by more than this, in levels, from one of its neighbors is in a busy place. */
  busy: number
  /** How much a pixel that stays counts for the palette; a painted one counts 8. */
  heldWeight: number
  /** How many of an entry's nearest neighbors are tried for dithering between the two. */
  neighbors: number
  /**
   * What a bit may cost, in squared errors: how much quality goes for bytes. Where it is 0, `encodeBox` paints each pixel as
   * `loss` and `busyLoss` say, which is quick; else `encodeBoxBySearch` paints what costs least, and dithers nothing.
   */
  bitCost: number
  /**
   * Lossy LZW: a pixel may be painted with an entry whose distance is greater by this than that of the chosen entry,
   * where that makes the file smaller. 0 allows only entries that are as near.
   */
  loss: number
  /** `loss` in busy places. */
  busyLoss: number
  /** `loss` and `busyLoss` are at most this many times the palette's mean error: fine palettes keep fine differences. */
  lossOfError: number
  /** The longest time that one palette is used for, in milliseconds. */
  segmentMs: number
  /** Where `bitCost` is 0, a new palette replaces the one before when its error is below this share of that one's. */
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

/** The settings for a bit cost above 0: the price decides what is painted, so that only noise in what is still stays unseen. */
export function settingsOfCost(bitCost: number): EncoderSettings {
  return { ...common, bitCost, hold: 0, stillHold: 4, stillMean: 14 }
}

const presets = {
  best: settingsOfCost(3),
  balanced: { ...common, bitCost: 0, hold: 1, stillHold: 4, stillMean: 20 },
  small: settingsOfCost(90),
  tiny: settingsOfCost(800),
}

/** The settings of a preset. */
export function presetSettings(preset: PresetName): EncoderSettings {
  return { ...presets[preset] }
}

/** A preset, by the name that people know. */
export type PresetName = keyof typeof presets

/** All presets, from the best quality to the smallest file. */
export const presetNames = Object.keys(presets) as PresetName[]
