import { readFile } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import type { Crop } from '../../options/rules/crop.ts'
import type { VideoPlan } from '../../media/media-engine.ts'
import { type Animation, animationError, drawFrames, framesAt, readAnimation } from './animated-webp.ts'
import { checkCrop } from '../probe/shown-size.ts'
import { toolFaultError, tooLarge } from '../tools/ffmpeg.ts'
import { rawInput } from '../tools/ffmpeg-args.ts'
import { type FrameSource, type Job, noFramesMade, type SourceLimits } from '../job.ts'
import type { ClipPackets } from '../probe/clip-packets.ts'
import type { PictureFacts } from '../probe/probe-video.ts'
import { cutClip, outputSize } from '../probe/clip-plan.ts'

/** So many of the largest frame may be decoded for one clip, however small the file. */
const largestFrames = 10

/** Beyond that each byte may stand for so many pixels: more than any animation, far less than a bomb. */
const pixelsPerByte = 1000

const name = 'The animated WebP'

/** The frames of a clip of an animated WebP, which ffmpeg does not read. Throws AppError as MediaEngine says. */
export async function openWebp(plan: VideoPlan, job: Job): Promise<FrameSource> {
  const bytes = await readFile(plan.input)
  const { limits } = job
  const animation = readAnimation(bytes, name, limits.maxAnimationFrames)
  const facts = factsOf(animation)
  if (facts.width * facts.height > limits.maxMegapixels * 1e6)
    throw tooLarge(`${facts.width}x${facts.height}`)
  const { speed } = plan.clip
  if (plan.clip.crop !== null) checkCrop(plan.clip.crop, facts)
  const maxSeconds = limits.maxClipSeconds * Math.min(1, speed)
  const { startSeconds, endSeconds } = cutClip(
    {
      startSeconds: plan.startSeconds,
      endSeconds: Math.min(plan.endSeconds, plan.startSeconds + maxSeconds),
    },
    facts,
    noPackets,
  )
  const rate = { over: 15, under: 1 }
  const frames = Math.max(1, Math.round(((endSeconds - startSeconds) / speed) * 15))
  const size = outputSize(facts, plan.clip, limits.maxWidth)
  const numbers = framesAt(
    animation,
    Array.from({ length: frames }, (_, index) => startSeconds + index / 15),
  )
  checkWork(animation, (numbers.at(-1) ?? 0) + 1, bytes.length, limits)
  async function* pictures() {
    try {
      yield* drawFrames(bytes, animation, numbers, { ...size, crop: within(plan.clip.crop, animation) })
    } catch (cause) {
      throw animationError(cause, name)
    }
  }
  return {
    input: rawInput(size, rate),
    decoding: null,
    filters: 'null',
    feed: pictures(),
    ...size,
    frames,
    rate,
    hasAlpha: facts.hasAlpha,
    watermarkText: plan.watermarkText,
    toError: toolFaultError,
    noFrames: noFramesMade,
  }
}

/** Its frames follow each other without a container between them. */
const noPackets: ClipPackets = { seekSeconds: 0, endSeconds: null, stamps: [], isTruncated: false }

function factsOf(animation: Animation): PictureFacts {
  const { width, height, hasAlpha, endsMs } = animation
  const shownMs = endsMs.map((end, index) => end - (endsMs[index - 1] ?? 0))
  const shortestMs = shownMs.reduce((one, other) => Math.min(one, other), Infinity)
  return {
    width,
    height,
    hasAlpha,
    pixelAspect: null,
    rotationDegrees: 0,
    isInterlaced: false,
    colorMatrix: null,
    transfer: null,
    startStamp: 0,
    durationSeconds: (endsMs.at(-1) ?? 0) / 1000,
    nominalRate: { over: 1000, under: shortestMs },
    averageRate: null,
  }
}

/** Throws AppError media_too_large where what has to be decoded is out of proportion to the file. */
function checkWork(
  { width, height }: Animation,
  frames: number,
  fileBytes: number,
  { maxMegapixels }: SourceLimits,
): void {
  const maxPixels = largestFrames * maxMegapixels * 1e6 + fileBytes * pixelsPerByte
  if (frames * width * height <= maxPixels) return
  const message = 'The clip has more frames than this service accepts for their size; choose a shorter one.'
  throw new AppError('media_too_large', message, { cause: `${frames} frames of ${width}x${height}` })
}

/** A crop may reach two pixels over the picture; what is cut out may not. */
function within(crop: Crop | null, { width, height }: Animation): Crop | null {
  if (crop === null) return null
  const [x, y] = [Math.min(crop.x, width - 1), Math.min(crop.y, height - 1)]
  return { x, y, width: Math.min(crop.width, width - x), height: Math.min(crop.height, height - y) }
}
