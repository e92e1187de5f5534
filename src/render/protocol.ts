import { AppError, type ErrorCode, errorCodes } from '../lib/app-error.ts'
import type { MediaLimits, Rendered, RenderPlan } from '../media/media-engine.ts'

const maxMessageLength = 500

/** What the pool sends to a render process: one job, and no other before its end. */
export type JobMessage = { plan: RenderPlan; folder: string; limits: MediaLimits }

/** What a render process sends back: progress while it works, then one of the two ends. */
export type ReplyMessage =
  | { type: 'progress'; fraction: number }
  | { type: 'done'; rendered: Rendered }
  | { type: 'failed'; failure: Failure }

/** An AppError as it crosses between processes. */
type Failure = { code: ErrorCode; message: string; field?: string; retry: boolean; cause: string }

/** Packs any error up; one that is not an AppError becomes `internal`, its text the cause for the log. */
export function packError(error: unknown): Failure {
  if (!(error instanceof AppError)) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : textOf(error)
    return { code: 'internal', message: 'The GIF could not be made.', retry: true, cause }
  }
  const { code, message, field, retry, cause } = error
  const packed = { code, message, retry, cause: textOf(cause) }
  return field === undefined ? packed : { ...packed, field }
}

/** The AppError again that was packed up; its cause is text now. */
export function unpackError(failure: Failure): AppError {
  const { code, message, field, retry, cause } = failure
  // Whoever took over a render process may say anything.
  if (!Object.hasOwn(errorCodes, code) || typeof message !== 'string' || message.length > maxMessageLength) {
    return new AppError('internal', 'The GIF could not be made.', { cause: 'an error of an unknown kind' })
  }
  return new AppError(code, message, {
    retry,
    ...(field !== undefined && { field }),
    ...(cause !== '' && { cause }),
  })
}

function textOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message
  return typeof cause === 'string' ? cause : (JSON.stringify(cause) ?? '')
}
