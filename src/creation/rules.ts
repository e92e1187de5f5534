import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'

/** The window of a video. Throws AppError invalid_value. */
export function checkClip(startSeconds: number, endSeconds: number, maxClipSeconds: number): void {
  if (endSeconds <= startSeconds) {
    throw new AppError('invalid_value', '`end` must be greater than `start`.', { field: 'end' })
  }
  // Half a millisecond of room: 60.1 - 0.1 is more than 60 in floating point.
  if (endSeconds - startSeconds > maxClipSeconds + 0.0005) {
    throw new AppError(
      'invalid_value',
      `The clip may be at most ${maxClipSeconds} seconds long; choose an earlier \`end\`.`,
      {
        field: 'end',
      },
    )
  }
}

/** Private GIFs need an account, no watermark needs Premium. Throws AppError unauthorized or forbidden. */
export function checkPermissions(viewer: Viewer, wishes: { private: boolean; watermark: boolean }): void {
  if (wishes.private && viewer.account === null) {
    throw new AppError('unauthorized', 'A private GIF needs an account: send its API token.', {
      field: 'private',
    })
  }
  if (!wishes.watermark && viewer.account === null) {
    throw new AppError(
      'unauthorized',
      'A GIF without the watermark needs a Premium account: send its API token.',
      {
        field: 'watermark_type',
      },
    )
  }
  if (!wishes.watermark && viewer.account?.premium !== true) {
    throw new AppError('forbidden', 'A GIF without the watermark needs a Premium account.', {
      field: 'watermark_type',
    })
  }
}
