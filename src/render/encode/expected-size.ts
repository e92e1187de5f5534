import { encodeFrameRange } from '../../gif/encode/encode-frames.ts'
import { presetSettings } from '../../gif/encode/encoder-settings.ts'
import { AppError } from '../../lib/app-error.ts'
import { inMegabytes } from '../../lib/text/megabytes.ts'
import type { RenderPlan } from '../../media/media-engine.ts'
import { valueOf } from '../probe/ratio.ts'
import type { StoredClip } from '../process/stored-frames.ts'
import type { ShownFrame } from '../process/step.ts'

/** No GIF takes more: a clip of fewer pixels is not sampled. */
const mostBytesPerPixel = 1.5

/** So many runs of frames are encoded, which are spread evenly over the clip. */
const runs = 12
const runFrames = 3

/** A sample says up to 5 % more than the whole GIF takes: its runs do not share what the frames of a clip share. */
const certainly = 1.1

/** What is recommended stays this far below the limit. */
const margin = 0.95

/** About how many bytes a GIF takes, and how many it takes at least, as far as a sample can say. */
type ExpectedSize = { bytes: number; leastBytes: number }

/**
 * Encodes a sample of the frames where the GIF could take more than `maxBytes`, and gives what all of it will take; 0 where
 * it is certain to fit. Throws AppError media_too_large, with what would fit, where the GIF is certain to take more: minutes
 * before the encoder would find out.
 */
export async function expectGifSize(
  stored: StoredClip,
  frames: ShownFrame[],
  plan: RenderPlan,
  maxBytes: number,
): Promise<number> {
  const { width, height } = stored.source
  if (frames.length * width * height * mostBytesPerPixel <= maxBytes) return 0
  if (frames.length < runs * runFrames) return 0
  const { bytes, leastBytes } = await sampleSize(stored, frames, plan)
  if (leastBytes > maxBytes * certainly) throw tooLargeGif(bytes, maxBytes, stored, plan)
  return bytes
}

async function sampleSize(
  { source, file }: StoredClip,
  frames: ShownFrame[],
  { gif }: RenderPlan,
): Promise<ExpectedSize> {
  const { width, height, rate } = source
  const means: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const first = Math.round((run * (frames.length - runFrames)) / (runs - 1))
    const pixels: Uint8Array[] = []
    for await (const frame of file.read(frames.slice(first, first + runFrames))) pixels.push(frame)
    const sizes = encodeFrameRange(
      {
        width,
        height,
        count: runFrames,
        durationMs: 1000 / valueOf(rate),
        frameAt: (index) => pixels[index] ?? new Uint8Array(file.frameBytes),
      },
      {
        first: 0,
        end: runFrames,
        loops: gif.loops,
        settings: presetSettings(gif.preset),
        write: () => undefined,
        onFrame: () => true,
      },
    )
    // The first frame of a run is painted whole, as only the first of the clip is.
    means.push(mean((sizes ?? []).slice(1)))
  }
  const bytes = mean(means)
  const variance = mean(means.map((value) => (value - bytes) ** 2)) * (runs / (runs - 1))
  const standardError = Math.sqrt(variance / runs)
  return { bytes: bytes * frames.length, leastBytes: (bytes - 2 * standardError) * frames.length }
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function tooLargeGif(
  bytes: number,
  maxBytes: number,
  { source }: StoredClip,
  { kind, ...plan }: RenderPlan,
): AppError {
  const part = (maxBytes / bytes) * margin
  const width = Math.floor(source.width * Math.sqrt(part))
  const speed = 'clip' in plan ? plan.clip.speed : 1
  const seconds = Math.floor(((source.frames * speed) / valueOf(source.rate)) * part * 10) / 10
  const remedy =
    kind === 'video'
      ? `Choose a clip of at most ${seconds} seconds, a width of at most ${width} pixels or a \`max_bytes\`.`
      : `Choose fewer pictures, a width of at most ${width} pixels or a \`max_bytes\`.`
  const [about, most] = [bytes, maxBytes].map((size) => Math.round(inMegabytes(size)))
  return new AppError(
    'media_too_large',
    `The GIF would take about ${about} MB, and ${most} MB is the most. ${remedy}`,
  )
}
