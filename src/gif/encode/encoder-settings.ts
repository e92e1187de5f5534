/** What the encoder may trade for size. Colour distances are squared, summed over red, green and blue (0 to 255). */
export type EncoderSettings = {
  /** A pixel stays while no channel differs by more than this, in levels, from the source when it was last painted. */
  hold: number
  /** `hold` in blocks of 4 x 4 pixels whose mean stays the same: they change by noise only. */
  stillHold: number
  /** How much the mean of such a block may differ, in 16ths of a level. */
  stillMean: number
  /** The same for the upcoming frames that a block is averaged over. */
  steadyMean: number
  /** Dithering outside busy places: 0 keeps the mean colour exact, 1 dithers nothing. */
  dither: number
  /** A colour whose nearest palette entry is within this distance is not dithered. */
  flat: number
  /** A pixel that differs by more than this, in levels, from one of its neighbours is in a busy place. */
  busy: number
  /** How much a pixel that stays counts for the palette; a painted one counts 8. */
  heldWeight: number
  /** How many of an entry's nearest neighbours are tried for dithering between the two. */
  neighbours: number
  /**
   * Lossy LZW: a pixel may be painted with an entry whose distance is greater by this than that of the chosen entry,
   * where that makes the file smaller. 0 allows only entries that are as near.
   */
  loss: number
  /** `loss` in busy places. */
  busyLoss: number
  /** `loss` and `busyLoss` are at most this many times the palette's mean error: fine palettes keep fine differences. */
  lossOfError: number
  /** A pixel in a busy place that stays, but whose shown colour is off by more than this distance, may be repainted. */
  repaintError: number
  /** It is repainted where the palette leaves at most this share of the error, in 16ths. */
  repaintShare: number
  /** How many times as much as a painted pixel such a pixel counts for the palette. */
  repaintWeight: number
  /** A palette whose mean error is above this is poor. */
  poorPaletteError: number
  /** With a poor palette, `busy` is at least this many times the root of its mean error. */
  busyScale: number
  /** The longest time that one palette is used for, in milliseconds. */
  segmentMs: number
  /** The same after a poor palette. */
  poorSegmentMs: number
  /** A new palette replaces the one before when its error is below this share of that one's. */
  keepPalette: number
}

/** A distance that no two colours have: as a threshold, it is never exceeded. */
export const unreachableError = 200_000

const common = {
  heldWeight: 1,
  neighbours: 8,
  lossOfError: 8,
  segmentMs: 540,
  keepPalette: 0.9,
  repaintError: unreachableError,
  repaintShare: 12,
  repaintWeight: 5,
  poorPaletteError: unreachableError,
  busyScale: 2,
  poorSegmentMs: 260,
}

const presets = {
  quality: {
    ...common,
    hold: 1,
    stillHold: 4,
    stillMean: 14,
    steadyMean: 32,
    loss: 3,
    busyLoss: 22,
    dither: 0.15,
    flat: 1,
    busy: 6,
    repaintError: 24,
    poorPaletteError: 24,
  },
  balanced: {
    ...common,
    hold: 1,
    stillHold: 4,
    stillMean: 20,
    steadyMean: 32,
    loss: 20,
    busyLoss: 32,
    dither: 0.4,
    flat: 6,
    busy: 6,
  },
  small: {
    ...common,
    hold: 2,
    stillHold: 8,
    stillMean: 40,
    steadyMean: 40,
    loss: 14,
    busyLoss: 110,
    lossOfError: 12,
    dither: 0.6,
    flat: 12,
    busy: 8,
  },
}

/** The settings of a preset. */
export function presetSettings(preset: keyof typeof presets): EncoderSettings {
  return { ...presets[preset] }
}

/** A preset, by the name that people know. */
export type PresetName = keyof typeof presets

/** All presets, from the best quality to the smallest file. */
export const presetNames = Object.keys(presets) as PresetName[]
