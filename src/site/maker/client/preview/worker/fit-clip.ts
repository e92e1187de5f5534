import { encodeWithinLimit } from '../../../../../gif/size-limit/encode-within-limit.ts'
import { doesNotFit, type SmallerFrames } from '../../../../../gif/size-limit/smaller-frames.ts'
import { PictureScaler } from '../../../../../gif/scale/picture-scaler.ts'
import type { GifPreset } from '../../../../../options/gif-options.ts'
import { type Clip, withEvenFrames } from './clip.ts'
import type { Encoded, Pause } from './encode-clip.ts'

/** Each try is smaller than the one before; what does not fit after so many never will. */
const maxTries = 8

/**
 * Encodes a clip as good as fits into `maxBytes`, of fewer pixels and frames where need be; null where it was stopped.
 * Throws SizeLimitError where nothing would be left to see.
 */
export async function fitClip(
  given: Clip,
  { preset, loops, maxBytes }: { preset: GifPreset; loops: number; maxBytes: number },
  pause: Pause,
  onProgress: (fraction: number) => void,
): Promise<(Encoded & { clip: Clip }) | null> {
  let clip = withEvenFrames(given)
  let encodeMs = 0
  for (let tries = 1; ; tries += 1) {
    if (!(await pause())) return null
    let parts: Uint8Array<ArrayBuffer>[] = []
    const began = performance.now()
    const { result } = encodeWithinLimit(
      { ...clip, durationMs: clip.frameMs },
      {
        preset,
        loops,
        maxBytes,
        write: (part) => void parts.push(new Uint8Array(part)),
        restart: () => (parts = []),
        onProgress,
      },
    )
    encodeMs += performance.now() - began
    if (result.fits) return { parts, bytes: result.bytes, encodeMs, clip }
    if (tries === maxTries) throw doesNotFit(result.tried, maxBytes)
    clip = shrink(clip, result.smaller)
  }
}

function shrink(clip: Clip, { width, height, keepEvery }: SmallerFrames): Clip {
  const area = { x: 0, y: 0, width: clip.width, height: clip.height }
  const scaler = new PictureScaler(area, { width, height })
  const shrunk = new Map<number, Uint8Array>()
  return {
    width,
    height,
    frameMs: clip.frameMs * keepEvery,
    framesMs: null,
    count: Math.ceil(clip.count / keepEvery),
    frameAt: (index) => {
      const known = shrunk.get(index)
      if (known !== undefined) return known
      const pixels = clip.frameAt(index * keepEvery)
      const frame = scaler.scale({
        kind: 'rgba',
        width: area.width,
        height: area.height,
        pixels,
        hasAlpha: true,
      })
      shrunk.set(index, frame)
      return frame
    },
  }
}
