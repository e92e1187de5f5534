import { type EncoderSettings, presetSettings } from '../encode/encoder-settings.ts'

export type Preset = Parameters<typeof presetSettings>[0]

/** As small as it gets before fewer pixels look better in as many bytes: measured on films and drawings. */
const strongest: EncoderSettings = {
  ...presetSettings('small'),
  ...{ hold: 6, stillHold: 14, stillMean: 64, steadyMean: 64, loss: 100, busyLoss: 200, lossOfError: 100 },
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
  const entries = Object.entries(from.settings).map(([name, value]): [string, number] => [
    name,
    value + (to.settings[name as keyof EncoderSettings] - value) * share,
  ])
  return Object.fromEntries(entries) as EncoderSettings
}
