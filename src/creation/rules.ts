import type { Viewer } from '../accounts/account.ts'
import type { Visibility } from '../catalogue/gif.ts'
import { AppError } from '../lib/app-error.ts'

/** Half a millisecond of room: 60.1 - 0.1 is more than 60 in floating point. */
const roomSeconds = 0.0005

/** The window of a video. Throws AppError invalid_value. */
export function checkClip(startSeconds: number, endSeconds: number, maxClipSeconds: number): void {
  if (endSeconds <= startSeconds) {
    throw new AppError('invalid_value', '`end` must be greater than `start`.', { field: 'end' })
  }
  if (endSeconds - startSeconds > maxClipSeconds + roomSeconds) {
    throw new AppError(
      'invalid_value',
      `The clip may be at most ${maxClipSeconds} seconds long; choose an earlier \`end\`.`,
      {
        field: 'end',
      },
    )
  }
}

/** How long the GIF of a clip becomes. Throws AppError invalid_value, saying what would fit. */
export function checkGifLength(
  clipSeconds: number,
  { speed, boomerang }: { speed: number; boomerang: boolean },
  maxClipSeconds: number,
): void {
  const onceSeconds = clipSeconds / speed
  if (onceSeconds > maxClipSeconds + roomSeconds) {
    const enough = Math.ceil((clipSeconds / maxClipSeconds) * 100) / 100
    const message =
      `At this speed the GIF would be ${writeSeconds(onceSeconds)} seconds long, and it may be ${maxClipSeconds}; ` +
      `choose a \`speed\` of at least ${enough}, or an earlier \`end\`.`
    throw new AppError('invalid_value', message, { field: 'speed' })
  }
  if (boomerang && 2 * onceSeconds > maxClipSeconds + roomSeconds) {
    const fits = Math.floor(maxClipSeconds * speed * 50) / 100
    const message =
      `Forwards and backwards the GIF would be ${writeSeconds(2 * onceSeconds)} seconds long, and it may be ` +
      `${maxClipSeconds}; choose a clip of at most ${fits} seconds, or leave \`boomerang\` out.`
    throw new AppError('invalid_value', message, { field: 'boomerang' })
  }
}

/** How many frames pictures become. Throws AppError invalid_value, saying what would fit. */
export function checkFrameCount(pictures: number, boomerang: boolean, maxPictures: number): void {
  // The turning points are shown once.
  const frames = 2 * pictures - 2
  if (!boomerang || frames <= maxPictures) return
  const fits = Math.floor((maxPictures + 2) / 2)
  const message =
    `Forwards and backwards these are ${frames} frames, and a GIF may have ${maxPictures}; ` +
    `send at most ${fits} pictures, or leave \`boomerang\` out.`
  throw new AppError('invalid_value', message, { field: 'boomerang' })
}

function writeSeconds(seconds: number): number {
  return Math.round(seconds * 100) / 100
}

/** Private GIFs need an account, no watermark needs Premium. Throws AppError unauthorized or forbidden. */
export function checkPermissions(
  viewer: Viewer,
  asked: { visibility: Visibility; watermark: boolean },
): void {
  if (asked.visibility === 'private' && viewer.account === null) {
    throw new AppError('unauthorized', 'A private GIF needs an account: send its API token.', {
      field: 'private',
    })
  }
  if (!asked.watermark && viewer.account === null) {
    throw new AppError(
      'unauthorized',
      'A GIF without the watermark needs a Premium account: send its API token.',
      {
        field: 'watermark_type',
      },
    )
  }
  if (!asked.watermark && viewer.account?.premium !== true) {
    throw new AppError('forbidden', 'A GIF without the watermark needs a Premium account.', {
      field: 'watermark_type',
    })
  }
}
