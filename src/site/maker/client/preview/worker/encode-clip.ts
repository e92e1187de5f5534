import { GifEncoder } from '../../../../../gif/encode/encoder.ts'
import { presetSettings } from '../../../../../gif/encode/encoder-settings.ts'
import type { GifPreset } from '../../../../../options/gif-options.ts'
import type { Clip } from './clip.ts'

/** So long the encoder works before the worker looks for a newer job, in milliseconds. */
export const turnMs = 16

export type Encoded = { parts: Uint8Array<ArrayBuffer>[]; bytes: number; encodeMs: number }

/** Between turns: resolves to whether to go on. */
export type Pause = () => Promise<boolean>

/**
 * Encodes a clip; null where it was stopped. `before` is called with the number of each frame that is asked for next, and
 * resolves to whether to go on. Throws what GifEncoder throws.
 */
export async function encodeClip(
  clip: Clip,
  { preset, loops }: { preset: GifPreset; loops: number },
  pause: Pause,
  onProgress: (fraction: number) => void,
  before?: (index: number) => Promise<boolean>,
): Promise<Encoded | null> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let encodeMs = 0
  const encoder = new GifEncoder({ ...clip, loops }, presetSettings(preset), (part) => {
    parts.push(new Uint8Array(part))
    bytes += part.length
  })
  let turn = performance.now()
  for (let index = 0; index < clip.count; index += 1) {
    if (before !== undefined && !(await before(index))) return null
    encoder.add(clip.frameAt(index), clip.framesMs?.[index] ?? clip.frameMs)
    const now = performance.now()
    if (now - turn < turnMs) continue
    encodeMs += now - turn
    onProgress((index + 1) / clip.count)
    if (!(await pause())) return null
    turn = performance.now()
  }
  encoder.finish()
  encodeMs += performance.now() - turn
  return { parts, bytes, encodeMs }
}
