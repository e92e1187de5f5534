import { AppError } from '../lib/app-error.ts'
import { inMegabytes } from '../lib/text/megabytes.ts'
import type { MediaLimits, RenderPlan } from '../media/media-engine.ts'
import { firstRenditions, maxRenditionBytes, renditionNames } from '../media/rendition.ts'
import { type FrameSource, frameBytes } from './job.ts'
import { needsAllFrames } from './steps.ts'

/** A high estimate of the bytes of a clip's renditions per pixel, together. */
const renditionBytesPerPixel = 0.35
const mostRenditionBytes = firstRenditions.length * maxRenditionBytes

/** To fit a GIF into `max_bytes`, a smaller copy of the frames may be needed in addition. */
const mostCopies = 2

/** The most compression of stored frames to a limit: with more, too little would be left of them. */
const mostCompression = 25

/**
 * Returns the approximate disk space for making the GIF of these frames; 0 if their number is unknown. A loop search or
 * a cross-fade leaves fewer frames than counted here. Throws AppError media_too_large if frames have to be stored and
 * would take far more than they may.
 */
export function diskNeed(
  source: FrameSource,
  plan: RenderPlan,
  limits: MediaLimits,
  hasRenditions: boolean,
): number {
  if (!Number.isFinite(source.frames)) return 0
  const frames = source.frames * (plan.gif.boomerang ? 2 : 1)
  const renditions = (source.decodedBytes ?? 0) + (hasRenditions ? renditionBytes({ ...source, frames }) : 0)
  if (!needsAllFrames(plan)) return renditions
  const raw = source.frames * frameBytes(source)
  if (raw > limits.maxFrameBytes * mostCompression) throw tooManyFrames(raw, plan, limits)
  const stored = Math.min(raw, limits.maxFrameBytes)
  return renditions + stored * (plan.gif.maxBytes === null ? 1 : mostCopies)
}

/** Returns the approximate disk space of the renditions made with a GIF of these frames. */
export function renditionBytes({
  width,
  height,
  frames,
}: Pick<FrameSource, 'width' | 'height' | 'frames'>): number {
  return Math.min(mostRenditionBytes, Math.ceil(frames * width * height * renditionBytesPerPixel))
}

/** The copies of a derivation: the source's frames if rearranged, those of the GIF, and smaller ones of these. */
const mostDerivedCopies = 3

/** Returns the most that any job reserves. */
export function mostDiskNeed({ maxFrameBytes }: MediaLimits): number {
  return renditionNames.length * maxRenditionBytes + maxFrameBytes * Math.max(mostCopies, mostDerivedCopies)
}

function tooManyFrames(bytes: number, { kind }: RenderPlan, { maxFrameBytes }: MediaLimits): AppError {
  const [needed, most] = [bytes, maxFrameBytes * mostCompression].map((size) => Math.ceil(inMegabytes(size)))
  const remedy =
    kind === 'video'
      ? 'Choose a shorter clip, a smaller width or fewer frames a second.'
      : 'Choose fewer or smaller pictures.'
  return new AppError(
    'media_too_large',
    `The frames take ${needed} MB together, and such a GIF may use ${most} MB. ${remedy}`,
  )
}
