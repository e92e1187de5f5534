import { type EncoderSettings, never, presetSettings } from '../encode/encoder-settings.ts'

export type Preset = Parameters<typeof presetSettings>[0]

/** As small as it gets before fewer pixels look better in as many bytes: measured on films and drawings. */
const strongest: EncoderSettings = {
  ...presetSettings('small'),
  hold: 6,
  stillHold: 14,
  stillMean: 64,
  steadyMean: 64,
  loss: 100,
  busyLoss: 200,
  lossOfError: 100,
}

/** From looks to size: each kind of settings, and where on the way it stands. */
const steps: readonly { at: number; settings: EncoderSettings }[] = [
  { at: 0, settings: presetSettings('quality') },
  { at: 0.2, settings: presetSettings('balanced') },
  { at: 0.4, settings: presetSettings('small') },
  { at: 1, settings: strongest },
]
const starts: Record<Preset, number> = { quality: 0, balanced: 0.2, small: 0.4 }

/**
 * Settings between those of a preset (level 0) and the strongest (1): the higher the level, the smaller the file and
 * the worse its looks. What `quality` alone does (painting again, short segments of what is hard) ends with the first
 * step, for `never` is far away.
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
  // Below `never` the encoder keeps what repainting needs, for levels that come back to it.
  if (starts[preset] === 0) settings.offFrom = Math.min(settings.offFrom, never - 1)
  return settings
}

/** Thresholds that end at `never`: their effect fades evenly only where they grow by factors. */
const thresholds: ReadonlySet<keyof EncoderSettings> = new Set(['offFrom', 'hardFrom'])

function between(name: keyof EncoderSettings, from: number, to: number, share: number): number {
  if (from === to) return from
  return thresholds.has(name) ? from ** (1 - share) * to ** share : from + (to - from) * share
}
