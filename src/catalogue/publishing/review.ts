import { AppError } from '../../lib/app-error.ts'
import type { VisitorGifStore } from './visitor-gif-store.ts'

/** The longest reason why a GIF is declined. */
export const maxReasonLength = 500

/** A GIF as the operator saw it: since when it waited then. */
export type SeenGif = { code: string; since: number }

/** The result of a review. `changed`: GIFs that were changed, decided or removed since they were seen. */
export type ReviewOutcome = { decided: string[]; changed: string[] }

/**
 * Publishes GIFs that wait, or declines them with a reason. One that its maker has changed since it was seen stays as it
 * is. Throws AppError invalid_value for a reason that is too long.
 */
export async function review(
  visitorGifs: VisitorGifStore,
  gifs: readonly SeenGif[],
  decision: 'approve' | 'decline',
  reason = '',
): Promise<ReviewOutcome> {
  const trimmed = reason.trim()
  if (trimmed.length > maxReasonLength) {
    throw new AppError('invalid_value', { detail: 'reasonLength', max: maxReasonLength }, { field: 'reason' })
  }
  const to =
    decision === 'approve'
      ? ({ state: 'published' } as const)
      : ({ state: 'declined', reason: trimmed === '' ? null : trimmed } as const)
  const outcome: ReviewOutcome = { decided: [], changed: [] }
  for (const { code, since } of gifs) {
    const gif = await visitorGifs.change(code, to, since).catch((error: unknown) => {
      // The operator has hidden it in the meantime.
      if (error instanceof AppError && error.code === 'forbidden') return undefined
      throw error
    })
    ;(gif === undefined ? outcome.changed : outcome.decided).push(code)
  }
  return outcome
}
