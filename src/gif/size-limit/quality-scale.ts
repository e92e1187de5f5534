import { type EncoderSettings, unreachableError, presetSettings } from '../encode/encoder-settings.ts'

export type Preset = Parameters<typeof presetSettings>[0]

/** The settings from the best quality to the smallest size, and their positions on the scale. */
const steps: readonly { at: number; settings: EncoderSettings }[] = [
  { at: 0, settings: presetSettings('best') },
  { at: 0.2, settings: presetSettings('balanced') },
  { at: 0.4, settings: presetSettings('small') },
  { at: 0.8, settings: presetSettings('tiny') },
  // The strongest settings that still look better than fewer pixels in as many bytes: measured on films and drawings.
  { at: 1, settings: presetSettings('tiny') },
]
const starts: Record<Preset, number> = { best: 0, balanced: 0.2, small: 0.4, tiny: 0.8 }

/**
 * Settings between those of a preset (level 0) and the strongest (1): the higher the level, the smaller the file and
 * the worse its looks. What only `best` does (repainting, short segments after poor palettes) ends with the first
 * step, since `unreachableError` is never exceeded.
 */
export function settingsAt(preset: Preset, level: number): EncoderSettings {
  const at = starts[preset] + level * (1 - starts[preset])
  const upper = steps.findIndex((step, index) => index > 0 && step.at >= at)
  const from = steps[upper - 1]
  const to = steps[upper]
  if (from === undefined || to === undefined) throw new RangeError(`no level: ${level}`)
  const share = (at - from.at) / (to.at - from.at)
  const names = Object.keys(from.settings) as (keyof EncoderSettings)[]
  const entries = names.map((name) => [name, between(name, from.settings[name], to.settings[name], share)])
  const settings = Object.fromEntries(entries) as EncoderSettings
  // Below `unreachableError` the encoder keeps the data for repainting, for a level that returns to it.
  if (starts[preset] === 0) settings.repaintError = Math.min(settings.repaintError, unreachableError - 1)
  return settings
}

/** Thresholds that end at `unreachableError`: their effect fades evenly only if they grow by factors. */
const thresholds: ReadonlySet<keyof EncoderSettings> = new Set(['repaintError', 'poorPaletteError'])

function between(name: keyof EncoderSettings, from: number, to: number, share: number): number {
  if (from === to) return from
  return thresholds.has(name) ? from ** (1 - share) * to ** share : from + (to - from) * share
}
