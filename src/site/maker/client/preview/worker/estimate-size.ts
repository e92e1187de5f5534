import { encodeFrameRange } from '../../../../../gif/encode/encode-frames.ts'
import { presetSettings } from '../../../../../gif/encode/encoder-settings.ts'
import type { GifPreset } from '../../../../../options/gif-options.ts'
import type { ClipPlan } from './clip-source.ts'

/** So many runs of frames are encoded, which are spread evenly over the clip. */
const runs = 12
const runFrames = 3

/** The frames that a sample needs of a clip, in runs. */
export function sampledRuns(count: number): number[][] {
  return Array.from({ length: runs }, (_, run) => {
    const first = Math.round((run * (count - runFrames)) / (runs - 1))
    return Array.from({ length: runFrames }, (_, index) => first + index)
  })
}

/** The mean bytes of a frame in a run: without its first one, which is painted whole as only that of the clip is. */
export function bytesInRun(
  { width, height, frameMs }: ClipPlan,
  frames: readonly Uint8Array[],
  preset: GifPreset,
): number {
  const sizes = encodeFrameRange(
    {
      width,
      height,
      count: frames.length,
      durationMs: frameMs,
      frameAt: (index) => {
        const frame = frames[index]
        if (frame === undefined) throw new Error('a run is too short')
        return frame
      },
    },
    {
      first: 0,
      end: frames.length,
      loops: 0,
      settings: presetSettings(preset),
      write: () => undefined,
      onFrame: () => true,
    },
  )
  const rest = (sizes ?? []).slice(1)
  return rest.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, rest.length)
}
