import type { Viewer } from '../accounts/account.ts'
import type { Visibility } from '../catalogue/gif.ts'
import { AppError } from '../lib/app-error.ts'
import { optionProblem } from '../options/check-options.ts'
import { clipOptions } from '../options/clip-options.ts'
import { gifOptions } from '../options/gif-options.ts'
import type { LengthLimits, Problem } from '../options/option.ts'
import { windowProblem } from '../options/rules/gif-length.ts'
import type { CreationLimits } from './limits.ts'
import type { CreationRequest } from './request.ts'

/**
 * Checks the part of a video, and the rules that options have together. Throws AppError invalid_value, saying what would
 * be right. `pictures` is how many there are.
 */
export function checkOptions(
  request: CreationRequest,
  limits: LengthLimits,
  pictures = request.uploads.length,
): void {
  // What an edited animation has is known once it is read.
  if (request.kind === 'keep' || request.kind === 'edit') return
  const problem =
    request.kind === 'pictures'
      ? optionProblem(gifOptions, request.gif, { clip: null, pictures, limits })
      : (windowProblem(request, limits.maxClipSeconds) ?? clipProblem(request, limits))
  if (problem !== null) throw new AppError('invalid_value', problem.text, { field: problem.field })
}

function clipProblem(
  { startSeconds, endSeconds, clip, gif }: Extract<CreationRequest, { kind: 'url' | 'video' }>,
  limits: LengthLimits,
): Problem | null {
  const seconds = endSeconds - startSeconds
  const context = { clip: { seconds, speed: clip.speed }, pictures: null, limits }
  return optionProblem(clipOptions, clip, context) ?? optionProblem(gifOptions, gif, context)
}

/** Throws AppError invalid_value where more clips are to follow an animation than may. */
export function checkAppended(clips: number, { maxAppended }: CreationLimits): void {
  if (clips <= maxAppended) return
  throw new AppError('invalid_value', { detail: 'tooManyAppended', max: maxAppended }, { field: 'append' })
}

/**
 * Private GIFs need an account, to leave the watermark out needs Premium. Throws AppError unauthorized or forbidden.
 */
export function checkPermissions(
  viewer: Viewer,
  asked: { visibility: Visibility; leavesWatermarkOut: boolean },
): void {
  if (asked.visibility === 'private' && viewer.account === null) {
    throw new AppError('unauthorized', { detail: 'privateNeedsToken' }, { field: 'private' })
  }
  if (asked.leavesWatermarkOut && viewer.account === null) {
    throw new AppError('unauthorized', { detail: 'watermarkNeedsToken' }, { field: 'watermark_type' })
  }
  if (asked.leavesWatermarkOut && viewer.account?.premium !== true) {
    throw new AppError('forbidden', { detail: 'watermarkNeedsPremium' }, { field: 'watermark_type' })
  }
}
