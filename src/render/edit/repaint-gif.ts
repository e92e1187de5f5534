import { AppError } from '../../lib/app-error.ts'
import type { EditPlan } from '../../media/media-engine.ts'
import { maxFormatSide } from '../../options/format-limits.ts'
import type { Crop } from '../../options/rules/crop.ts'
import { renditionBytes } from '../disk-need.ts'
import { encodeWithGif, type Encoded } from '../encode/encode-outputs.ts'
import type { GifMaker } from '../encode/gif-maker.ts'
import type { Outputs } from '../encode/outputs.ts'
import { encodeOutputsWithinLimit } from '../encode/outputs-within-limit.ts'
import { type FrameSource, frameBytes, type Job, partOfJob } from '../job.ts'
import { openKeptGif } from '../keep/kept-gif.ts'
import { evenClip } from '../process/even-clip.ts'
import { scaleFilters } from '../process/scale.ts'
import { storeFrames } from '../process/stored-frames.ts'

const storedShare = 0.3

/** Encodes the frames of a GIF again, cropped, scaled and limited as the plan requires, with their own times. */
export async function repaintGif(
  path: string,
  { gif, clip, watermarkText }: EditPlan,
  outputs: Outputs,
  maker: GifMaker,
  job: Job,
): Promise<Encoded> {
  const { source: whole } = await openKeptGif(path, job.limits)
  const source = { ...shapeFrames(whole, clip, job.limits.maxWidth), watermarkText }
  const renditions = outputs.openOthers === null ? 0 : renditionBytes(source)
  if (gif.maxBytes === null) {
    await job.reserve(renditions)
    return encodeWithGif(source, gif, outputs, maker, job)
  }
  const stored = Math.min(frameBytes(source) * source.frames, job.limits.maxFrameBytes)
  await job.reserve(renditions + 2 * stored)
  const clipOfSource = await storeFrames(source, false, partOfJob(job, 0, storedShare))
  return encodeOutputsWithinLimit(
    evenClip(clipOfSource, [...Array.from({ length: clipOfSource.file.count }).keys()]),
    { ...gif, maxBytes: gif.maxBytes },
    outputs,
    maker,
    partOfJob(job, storedShare, 1),
  )
}

/** Crops frames, and scales them down if they are wider than requested. Throws AppError invalid_value. */
export function shapeFrames(
  source: FrameSource,
  { crop, width: asked }: EditPlan['clip'],
  maxWidth: number,
): FrameSource {
  if (crop !== null) checkCrop(crop, source)
  const { width, height } = crop ?? source
  const most = Math.min(asked ?? width, maxWidth, maxFormatSide)
  const scale = Math.min(1, most / width)
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const filters = [
    ...(crop === null ? [] : [`crop=${crop.width}:${crop.height}:${crop.x}:${crop.y}:exact=1`]),
    ...(scale === 1 ? [] : [scaleFilters(size, source.hasAlpha)]),
  ]
  return filters.length === 0 ? source : { ...source, ...size, filters: filters.join(',') }
}

/** Throws AppError invalid_value if the crop extends beyond the picture. */
function checkCrop({ x, y, width, height }: Crop, frame: { width: number; height: number }): void {
  if (x + width <= frame.width && y + height <= frame.height) return
  throw new AppError(
    'invalid_value',
    { detail: 'cropOutside', width: frame.width, height: frame.height },
    { field: 'crop' },
  )
}
