import { encodeFrameRange } from '../../../../../gif/encode/encode-frames.ts'
import { presetSettings } from '../../../../../gif/encode/encoder-settings.ts'
import type { GifPreset } from '../../../../../options/gif-options.ts'
import type { Clip } from './clip.ts'

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

/** The bytes of the first frame of a run, which is painted whole, and the mean of those after it. */
export function bytesInRun(
  clip: Pick<Clip, 'width' | 'height' | 'frameMs' | 'count' | 'frameAt'>,
  first: number,
  frames: number,
  preset: GifPreset,
): { whole: number; mean: number } {
  const sizes = encodeFrameRange(
    { ...clip, durationMs: clip.frameMs },
    {
      first,
      end: first + frames,
      loops: 0,
      settings: presetSettings(preset),
      write: () => undefined,
      onFrame: () => true,
    },
  )
  const [whole = 0, ...rest] = sizes ?? []
  return { whole, mean: rest.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, rest.length) }
}
