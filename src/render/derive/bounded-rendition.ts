import { stat } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import type { DerivePlan } from '../../media/media-engine.ts'
import { type RenditionFile, type RenditionName, renditions, renditionShape } from '../../media/rendition.ts'
import { makeGifWithinLimit, type OrderedFrames } from '../encode/gif-within-limit.ts'
import { mp4Output, videoEncoderFilters } from '../encode/mp4.ts'
import { defaultQuality, makeAnimated, webpArgs } from '../encode/webp.ts'
import { type Job, renditionPath } from '../job.ts'
import { scaleFilters } from '../process/scale.ts'
import { readStoredFrames } from '../process/stored-frames.ts'
import { runFfmpeg, toolFaultError } from '../tools/ffmpeg.ts'
import { renditionFile } from '../tools/ffmpeg-args.ts'
import type { ScaledClips, StoredRendition } from './scaled-clips.ts'

type Shape = Omit<RenditionFile, 'bytes'>

/** A file that does not fit after this many tries never will. */
const maxTries = 10

/** Makes a file of limited size from stored frames; returns its shape, or null if it cannot fit. Throws AppError. */
export async function boundedRendition(
  name: RenditionName,
  clips: ScaledClips,
  plan: DerivePlan,
  job: Job,
): Promise<Shape | null> {
  const { codec } = renditions[name]
  if (codec === 'gif') return boundedGif(name, await clips.scaled(name), plan, job)
  const given = codec === 'webp' ? await clips.scaled(name) : clips.full(name)
  for (let step = firstStep(name, plan), tries = 1; tries <= maxTries; tries++) {
    const shape = await encode(name, given, plan, step, job)
    const { size } = await stat(renditionPath(job, name))
    const excess = size / (renditions[name].maxBytes ?? Infinity)
    if (excess <= 1) return shape
    step = nextStep(codec, step, excess)
    job.onProgress(tries / maxTries)
  }
  return null
}

async function boundedGif(
  name: RenditionName,
  given: OrderedFrames,
  { loops }: DerivePlan,
  job: Job,
): Promise<Shape | null> {
  try {
    const fitted = await makeGifWithinLimit(
      given,
      { preset: 'best', loops, maxBytes: renditions[name].maxBytes ?? Infinity, name, keepsClip: true },
      job,
    )
    const { source } = fitted.clip
    if (fitted.clip !== given.clip) await fitted.clip.file.close()
    return { width: source.width, height: source.height, frames: new Set(fitted.order).size }
  } catch (error) {
    if (error instanceof AppError && error.field === 'max_bytes') return null
    throw error
  }
}

/** A way to make a file smaller: a lower quality, fewer pixels (a share of each side), and one of every few frames. */
type Step = { quality: number; scale: number; keepEvery: number }

/** The fewest bits per pixel at which H.264 is worth watching; below, smaller frames look better. */
const leastBitsPerPixel = 0.035
const [bestCrf, worstCrf] = [22, 38]
const worstWebp = 12
const minSide = 16

function firstStep(name: RenditionName, { gif }: DerivePlan): Step {
  const { codec, maxBytes } = renditions[name]
  if (codec === 'webp') return { quality: defaultQuality, scale: 1, keepEvery: 1 }
  const { width, height, frames } = renditionShape(name, gif)
  const bitsPerPixel = ((maxBytes ?? Infinity) * 8) / (width * height * frames)
  const scale = Math.min(1, Math.sqrt(bitsPerPixel / leastBitsPerPixel))
  return { quality: bestCrf, scale, keepEvery: 1 }
}

/** Returns the next try after one that took `excess` times the bound. */
function nextStep(codec: string, { quality, scale, keepEvery }: Step, excess: number): Step {
  if (codec === 'h264') {
    // Six more halve the bytes.
    const wanted = quality + Math.ceil(6 * Math.log2(excess * 1.05))
    if (wanted <= worstCrf) return { quality: wanted, scale, keepEvery }
    return { quality: worstCrf, scale: quality === worstCrf ? shrink(scale, excess) : scale, keepEvery }
  }
  if (quality > worstWebp) {
    return { quality: Math.max(worstWebp, Math.round(quality / excess ** 1.3) - 2), scale, keepEvery }
  }
  // Half of the frames take more than half of the bytes.
  if (excess > 1.6 && keepEvery < 3) return { quality, scale, keepEvery: keepEvery + 1 }
  return { quality, scale: shrink(scale, excess), keepEvery }
}

function shrink(scale: number, excess: number): number {
  return Math.min(scale * 0.9, (scale / Math.sqrt(excess)) * 0.95)
}

async function encode(
  name: RenditionName,
  { clip, order: all, frameMs }: StoredRendition,
  { gif, loops }: DerivePlan,
  { quality, scale, keepEvery }: Step,
  job: Job,
): Promise<Shape> {
  const { codec } = renditions[name]
  const order = all.filter((_, index) => index % keepEvery === 0)
  const full = renditionShape(name, gif)
  const sideOf = (side: number) => {
    if (scale === 1) return side
    const scaled = Math.min(side, Math.max(minSide, Math.round(side * scale)))
    return codec === 'h264' ? scaled + (scaled % 2) : scaled
  }
  const size = { width: sideOf(full.width), height: sideOf(full.height) }
  const source = readStoredFrames(clip, order)
  const file = renditionFile(job, name)
  const rate = { over: 1000, under: frameMs * keepEvery }
  const isVideo = codec === 'h264'
  const isScaled = size.width !== source.width || size.height !== source.height
  const webpFilters = isScaled ? scaleFilters(size, source.hasAlpha) : 'null'
  const filters = isVideo ? videoEncoderFilters(source, size) : webpFilters
  const output = isVideo
    ? mp4Output(['-crf', String(quality)], file)
    : webpArgs({ loops, quality, ...(source.hasAlpha && { effort: 0 }) }, file)
  await runFfmpeg({
    args: [
      ...source.input,
      ...[
        '-filter_complex',
        `[0:v]settb=1/1000000,setpts=round(N*${rate.under}*1000000/${rate.over}),${filters}[out]`,
      ],
      ...['-map', '[out]', '-fps_mode', 'passthrough', ...output],
    ],
    maxCpuSeconds: job.maxCpuSeconds,
    onOutput: () => undefined,
    ...(source.feed !== undefined && { feed: source.feed }),
  }).catch((error: unknown) => {
    throw toolFaultError(error)
  })
  if (!isVideo) {
    const path = renditionPath(job, name)
    await makeAnimated(path, { frames: order.length, frameMs: frameMs * keepEvery, loops }, job)
  }
  return { ...size, frames: new Set(order).size }
}
