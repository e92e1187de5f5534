import { AppError, type ErrorCode, type UnavailableReason } from '../lib/app-error.ts'
import type { MeasuredGif, MediaLimits, MediaPlan, PreviewMade, Rendered } from '../media/media-engine.ts'
import type { RenditionFile, RenditionName } from '../media/rendition.ts'

/**
 * The protocol between the pool and a render process: lines of JSON, jobs on its standard input, replies on a separate
 * pipe. Messages stay small: files and frames are never sent this way.
 */
export const replyDescriptor = 3

/** The shortest interval between two reports of progress. */
export const progressMs = 50

/** Limits for reporting characters that no font covers: their number, and the UTF-16 units of each. */
export const maxMissing = 100
export const maxCharacterLength = 16

const maxCauseLength = 8000

/** The pool's message that starts a job; it sends no other before the job ends. */
export type JobMessage = { plan: MediaPlan; folder: string; limits: MediaLimits }

/** The pool's answer while a job runs: whether the disk has the space that the process asked for. */
export type SpaceMessage = { granted: boolean }

/** A render process's report on the GIF that it made. Byte sizes are read from the files. */
export type MadeGif = Omit<Rendered, 'files' | 'look'> & { look: string | null }

/** Its report on the renditions that it derived. */
export type DerivedShapes = Partial<Record<RenditionName, Omit<RenditionFile, 'bytes'>>>

export type JobResult =
  | { type: 'done'; made: MadeGif }
  | { type: 'derived'; shapes: DerivedShapes; look?: string | null }
  | { type: 'previewed'; preview: PreviewMade }
  | { type: 'measured'; measured: MeasuredGif }

/**
 * The messages of a render process: once, the disk space that it needs, after which it waits for the answer; progress
 * while it works; then the result or the failure.
 */
export type ReplyMessage =
  | { type: 'space'; bytes: number }
  | { type: 'progress'; fraction: number }
  | JobResult
  | { type: 'failed'; failure: Failure }

/** Encodes bytes for sending between processes: base64. */
export function packBytes(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('base64')
}

/** An AppError as it is sent between processes. */
export type Failure = {
  code: ErrorCode
  message: string
  field?: string
  retry: boolean
  reason?: UnavailableReason
  cause: string
}

/** Packs any error; one that is not an AppError becomes `internal`, with its text as the cause for the log. */
export function packError(error: unknown): Failure {
  if (!(error instanceof AppError)) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : textOf(error)
    return {
      code: 'internal',
      message: 'The GIF could not be made.',
      retry: true,
      cause: cause.slice(0, maxCauseLength),
    }
  }
  const { code, message, field, retry, reason, cause } = error
  return {
    code,
    message,
    retry,
    cause: textOf(cause).slice(0, maxCauseLength),
    ...(field !== undefined && { field }),
    ...(reason !== undefined && { reason }),
  }
}

/** Restores a packed AppError; its cause is now text. */
export function unpackError({ code, message, field, retry, reason, cause }: Failure): AppError {
  return new AppError(code, message, {
    retry,
    ...(field !== undefined && { field }),
    ...(reason !== undefined && { reason }),
    ...(cause !== '' && { cause }),
  })
}

function textOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message
  return typeof cause === 'string' ? cause : (JSON.stringify(cause) ?? '')
}
