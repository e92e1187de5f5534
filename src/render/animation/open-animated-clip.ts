import type { AnimatedType } from '../../media/file-type.ts'
import type { VideoPlan } from '../../media/media-engine.ts'
import { planFrames, ratesOf } from '../../options/rules/frame-times.ts'
import { gifSize, startToleranceSeconds } from '../../options/rules/gif-frames.ts'
import type { FrameSource, Job } from '../job.ts'
import { evenSource, timedSource } from '../keep/timed-source.ts'
import { clipOutside } from '../probe/clip-plan.ts'
import { checkCrop } from '../probe/shown-size.ts'
import { needsEvenFrames } from '../steps.ts'
import type { AnimatedPicture } from './animated-picture.ts'
import { openAnimatedPicture } from './open-animated-picture.ts'
import { drawPossible } from './draw-frames.ts'
import { checkHeaders, checkWork, maxFramesRead } from './picture-limits.ts'

/** Opens the frames of a clip of an animated picture, with their times. Throws AppError as MediaEngine documents. */
export async function openAnimatedClip(plan: VideoPlan, type: AnimatedType, job: Job): Promise<FrameSource> {
  const { limits } = job
  const { crop, speed, fps, width } = plan.clip
  const maxSeconds = limits.maxClipSeconds * Math.min(1, speed)
  const endSeconds = Math.min(plan.endSeconds, plan.startSeconds + maxSeconds)
  const maxFrames = maxFramesRead(type, limits)
  const picture = await openAnimatedPicture(plan.input, type, { maxFrames, endMs: endSeconds * 1000, limits })
  checkHeaders(picture, maxFrames, limits)
  if (crop !== null) checkCrop(crop, { ...picture, pixelAspect: null, rotationDegrees: 0 })
  const { first, ...source } = clipTimes(picture, plan.startSeconds, endSeconds)
  const times = planFrames(source, {
    ...{ speed, fps },
    ...ratesOf(true, fps, limits.maxFps),
    mustBeEven: needsEvenFrames(plan),
  })
  const numbers = times.shown.map((index) => first + index)
  checkWork(picture, (numbers.at(-1) ?? 0) + 1, limits)
  const size = gifSize(crop ?? picture, width, limits.maxWidth)
  const feed = drawPossible(picture, numbers, { crop, ...size }, limits.maxDamagedShare)
  const shape = { ...size, hasAlpha: picture.hasAlpha, feed }
  const { rate, framesMs } = times
  const made =
    framesMs === null
      ? evenSource({ ...shape, frames: numbers.length, rate })
      : timedSource({ ...shape, framesMs })
  return { ...made, watermarkText: plan.watermarkText }
}

/** Returns the times of a clip's frames, in seconds, from the one on screen at its start; `first` is its number. */
function clipTimes({ endsMs }: AnimatedPicture, startSeconds: number, endSeconds: number) {
  const durationSeconds = (endsMs.at(-1) ?? 0) / 1000
  if (startSeconds >= durationSeconds) throw clipOutside(durationSeconds)
  const starts = endsMs.map((_, frame) => (endsMs[frame - 1] ?? 0) / 1000)
  const first = Math.max(
    0,
    starts.findLastIndex((seconds) => seconds <= startSeconds + startToleranceSeconds),
  )
  const stamps = starts.slice(first).filter((seconds, index) => index === 0 || seconds < endSeconds)
  return { first, stamps, durationSeconds, startSeconds, endSeconds: Math.min(endSeconds, durationSeconds) }
}
