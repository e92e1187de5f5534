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

/** The number of runs of frames to encode, spread evenly over the clip, and the frames of a run. */
const runs = 12
const runFrames = 3

/** A sample estimates up to 5 % more than the whole GIF takes: its runs share less than consecutive frames do. */
const certainly = 1.1

/** Recommended sizes stay this far below the limit. */
const margin = 0.95

/** The approximate and the least bytes of a GIF, as far as a sample can tell. */
type ExpectedSize = { bytes: number; leastBytes: number }

/**
 * Encodes a sample of the frames if the GIF could take more than `maxBytes`, and returns the estimated bytes of all of
 * it; 0 if it is certain to fit. Throws AppError media_too_large, with a size that would fit, if the GIF is certain to
 * take more: minutes before the encoder would find out.
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
    // The first frame of a run is painted completely, like only the first of the clip.
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
