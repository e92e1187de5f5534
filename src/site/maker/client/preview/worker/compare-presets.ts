import { type GifPreset, gifPresets } from '../../../../../options/gif-options.ts'
import type { PresetRatios } from '../messages.ts'
import type { Clip } from './clip.ts'
import type { Pause } from './encode-clip.ts'
import { bytesInRun } from './estimate-size.ts'

/** So many runs of frames, spread evenly over the clip, are encoded with every preset. */
const runs = 4
const runFrames = 5

/**
 * About what a clip takes with each preset, relative to `made`, from a sample of its frames; null where it was stopped. The
 * first frame, which is painted whole, counts once, as in the clip.
 */
export async function comparePresets(
  clip: Clip,
  made: GifPreset,
  pause: Pause,
): Promise<PresetRatios | null> {
  const bytes = Object.fromEntries(gifPresets.map((preset) => [preset, 0])) as PresetRatios
  const starts = runStarts(clip.count)
  for (const first of starts) {
    for (const preset of gifPresets) {
      if (!(await pause())) return null
      const { whole, mean } = bytesInRun(clip, first, Math.min(runFrames, clip.count), preset)
      bytes[preset] += (whole + mean * (clip.count - 1)) / starts.length
    }
  }
  return relativeTo(made, bytes)
}

/** The bytes of each preset relative to those of one. */
export function relativeTo(one: GifPreset, bytes: PresetRatios): PresetRatios {
  const ratios = gifPresets.map((preset) => [preset, bytes[preset] / bytes[one]])
  return Object.fromEntries(ratios) as PresetRatios
}

/** The first frame of each run. */
function runStarts(count: number): number[] {
  const last = Math.max(0, count - runFrames)
  return [...new Set(Array.from({ length: runs }, (_, run) => Math.round((run * last) / (runs - 1))))]
}
