/** What the encoder may trade for size. */
export type EncoderSettings = {
  /** A pixel stays while no channel differs by more from the source when it was last painted. */
  hold: number
  /** `hold` in blocks of 4 x 4 pixels that stay the same in the mean: noise. */
  stillHold: number
  /** By how much the mean of such a block may differ, in 16ths. */
  stillMean: number
  /** The same for the coming frames of which a pixel gets the mean. */
  steadyMean: number
  /** Dots of dither, where the place is not busy: 0 as many as the mean asks for, 1 none. */
  dither: number
  /** A colour whose nearest entry is within this squared distance gets no dots. */
  flat: number
  /** A pixel that differs by more from one of its neighbours is in a busy place. */
  busy: number
  /** How much a pixel that stays counts for the palette, of 8. */
  heldWeight: number
  /** How many of an entry's nearest others are tried as the other half of a mixture. */
  neighbours: number
  /**
   * A pixel may be painted with an entry whose squared distance from it is greater by this than that of the entry that
   * was chosen, where that makes the file smaller. 0: only with one that is as near.
   */
  loss: number
  /** `loss` in busy places. */
  busyLoss: number
  /** Neither is more than so many times what the palette is off by, squared: fine palettes are for fine differences. */
  lossOfError: number
  /** A pixel in a busy place that stays, but shows what is off by more than this, squared, may be painted again. */
  offFrom: number
  /** It is where the palette leaves no more than this part of its error, in 16ths. */
  offPart: number
  /** How many times as much as others such a pixel counts for the palette. */
  offWeight: number
  /** A palette that is off by more than this, squared, is far off. */
  hardFrom: number
  /** Where it is, `busy` is at least so many times the root of what it is off. */
  busyScale: number
  /** The most time that one palette is chosen for, in milliseconds. */
  segmentMs: number
  /** The same after a palette that is far off. */
  hardSegmentMs: number
  /** A new palette is taken when its error is below this part of the error of the one before. */
  keepPalette: number
}

/** No two colours are so far apart, squared. */
export const never = 200_000

const common = {
  heldWeight: 1,
  neighbours: 8,
  lossOfError: 8,
  segmentMs: 540,
  keepPalette: 0.9,
  offFrom: never,
  offPart: 12,
  offWeight: 5,
  hardFrom: never,
  busyScale: 2,
  hardSegmentMs: 260,
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
    offFrom: 24,
    hardFrom: 24,
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
