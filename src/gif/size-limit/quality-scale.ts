import {
  type EncoderSettings,
  type PresetName,
  presetSettings,
  settingsOfCost,
} from '../encode/encoder-settings.ts'

export type Preset = PresetName

/**
 * The bit costs of levels above 0 begin here, and end at `highestCost`: beyond that, fewer pixels look better in the
 * same number of bytes. They grow geometrically, so that the bytes fall evenly.
 */
const lowestCosts: Record<Preset, number> = { best: 0.5, balanced: 6, small: 90, tiny: 800 }
const highestCost = 4000
/** Below this bit cost, which is that of `best`, noise is painted too, and palettes are used for a shorter time. */
const finerBelow = 3
const finestSegmentMs = 200

/**
 * Returns settings between those of a preset (level 0) and the coarsest (1): the higher the level, the smaller the file
 * and the worse its looks. Level 0 of `best` is better than the preset, which omits what few people see: with a limit,
 * all of its bytes may be used. Throws RangeError for a level that is not from 0 to 1.
 */
export function settingsAt(preset: Preset, level: number): EncoderSettings {
  if (!(level >= 0 && level <= 1)) throw new RangeError(`no level: ${level}`)
  if (level === 0 && preset !== 'best') return presetSettings(preset)
  const lowest = lowestCosts[preset]
  const bitCost = lowest * (highestCost / lowest) ** level
  const settings = settingsOfCost(bitCost)
  if (bitCost >= finerBelow) return settings
  const { stillHold, stillMean, segmentMs } = settings
  const share = Math.log(bitCost / lowest) / Math.log(finerBelow / lowest)
  return {
    ...settings,
    stillHold: Math.round(stillHold * share),
    stillMean: stillMean * share,
    segmentMs: finestSegmentMs + (segmentMs - finestSegmentMs) * share,
  }
}
