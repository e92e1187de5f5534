import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import { tagCount, tagLength, titleLength } from './limits.ts'

/** Nothing that cannot be seen, or that turns the direction of what follows. */
const unseen = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

/** Text as it is kept: composed letters, without control characters, single spaces. */
function clean(text: string): string {
  return text.normalize('NFC').replace(unseen, ' ').replace(/\s+/g, ' ').trim()
}

/** A title as it is kept: trimmed. Throws AppError invalid_value unless 1 to 200 characters are left. */
export function checkTitle(title: string): string {
  const trimmed = clean(title)
  const length = [...trimmed].length
  if (length < 1 || length > titleLength) {
    throw new AppError('invalid_value', `\`title\` must have 1 to ${titleLength} characters.`, {
      field: 'title',
    })
  }
  return trimmed
}

/** A stranger's title for a GIF, cut to fit; null when nothing is left of it. */
export function fitTitle(title: string): string | null {
  const fitted = [...clean(title)].slice(0, titleLength).join('').trim()
  return fitted === '' ? null : fitted
}

/** Tags as they are kept: trimmed, lower case, none empty or twice. Throws AppError invalid_value. */
export function checkTags(tags: string[]): string[] {
  const kept = [...new Set(tags.map((tag) => clean(tag).toLowerCase()))].filter((tag) => tag !== '')
  if (kept.length > tagCount) {
    throw new AppError('invalid_value', `\`tags[]\` must be at most ${tagCount} tags.`, { field: 'tags[]' })
  }
  if (kept.some((tag) => [...tag].length > tagLength)) {
    throw new AppError('invalid_value', `Each of \`tags[]\` must have at most ${tagLength} characters.`, {
      field: 'tags[]',
    })
  }
  return kept
}

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
