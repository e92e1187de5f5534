import { AppError, type ErrorCode, type UnavailableReason } from '../lib/app-error.ts'
import type { MeasuredGif, MediaLimits, MediaPlan, PreviewMade, Rendered } from '../media/media-engine.ts'
import type { RenditionFile, RenditionName } from '../media/rendition.ts'

/**
 * How the pool and a render process talk: lines of JSON, jobs on its standard input, replies by a pipe of their own.
 * They stay small: files and frames never come this way.
 */
export const replyDescriptor = 3

/** Progress is told at most so often. */
export const progressMs = 50

/** So many characters without a font are reported, each of so many UTF-16 units at most. */
export const maxMissing = 100
export const maxCharacterLength = 16

const maxCauseLength = 8000

/** What the pool sends to a render process: one job, and no other before its end. */
export type JobMessage = { plan: MediaPlan; folder: string; limits: MediaLimits }

/** What it sends while a job runs: whether the disk has the space that the process asked for. */
export type SpaceMessage = { granted: boolean }

/** What a render process reports of the GIF that it made. Byte sizes are read from the files. */
export type MadeGif = Omit<Rendered, 'files' | 'look'> & { look: string | null }

/** What it reports of the renditions that it derived. */
export type DerivedShapes = Partial<Record<RenditionName, Omit<RenditionFile, 'bytes'>>>

export type JobResult =
  | { type: 'done'; made: MadeGif }
  | { type: 'derived'; shapes: DerivedShapes; look?: string | null }
  | { type: 'previewed'; preview: PreviewMade }
  | { type: 'measured'; measured: MeasuredGif }

/**
 * What a render process sends back: once, how much disk space it needs, and then it waits for the answer; progress while
 * it works; then one of the ends.
 */
export type ReplyMessage =
  | { type: 'space'; bytes: number }
  | { type: 'progress'; fraction: number }
  | JobResult
  | { type: 'failed'; failure: Failure }

/** Bytes as they cross between processes: base64. */
export function packBytes(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('base64')
}

/** An AppError as it crosses between processes. */
export type Failure = {
  code: ErrorCode
  message: string
  field?: string
  retry: boolean
  reason?: UnavailableReason
  cause: string
}

/** Packs any error up; one that is not an AppError becomes `internal`, its text the cause for the log. */
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

/** The AppError again that was packed up; its cause is text now. */
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
