import { GifEncoder } from '#src/gif/encode/encoder.ts'
import { type EncoderSettings, presetSettings } from '#src/gif/encode/encoder-settings.ts'
import type { GifPreset } from '#src/options/gif-options.ts'
import type { Frames } from './frames.ts'

/** Trial settings of the encoder: fields that replace those of a preset. */
export type Overrides = Record<string, number | boolean>

/** The settings of a preset with some of its fields replaced. Throws for an unknown field. */
export function settingsWith(preset: GifPreset, overrides: Overrides): EncoderSettings {
  const settings = presetSettings(preset)
  for (const key of Object.keys(overrides))
    if (!(key in settings))
      throw new Error(`The settings have no ${key}, only ${Object.keys(settings).join(', ')}`)
  return { ...settings, ...overrides }
}

/** Encodes frames by our encoder, in this process. */
export function encodeOurs(
  { width, height, fps }: Pick<Frames, 'width' | 'height' | 'fps'>,
  rgba: Uint8Array[],
  settings: EncoderSettings,
): Buffer {
  const parts: Uint8Array[] = []
  const encoder = new GifEncoder({ width, height, loops: 0 }, settings, (bytes) => {
    parts.push(bytes.slice())
  })
  for (const frame of rgba) encoder.add(frame, 1000 / fps)
  encoder.finish()
  return Buffer.concat(parts)
}

/** The CPU seconds of some work in this process, in all its threads. */
export function workCpu(work: () => void): number {
  const before = process.cpuUsage()
  work()
  return usedSince(before)
}

/** The CPU seconds of this process since an earlier reading. */
export function usedSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
