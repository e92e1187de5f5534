import { AppError, type ErrorView, toErrorView } from '../lib/app-error.ts'

/** Claims of one task. Workers die for reasons of their own far more often than for a task's. */
export const maxAttempts = 20

/** A fault of the source that may pass gets three tries; one of the machine (no room, no ffmpeg) some minutes. */
const maxFailures = { ofSource: 3, ofMachine: 15 }

const delaysMs = [2_000, 8_000, 30_000]
const lastDelayMs = 30_000

export type Settlement = { kind: 'retry'; delayMs: number } | { kind: 'end'; error: ErrorView }

/**
 * The one place that decides whether a run is tried again that failed for the `failures`th time. Faults that may
 * pass are tried again a few times; what is wrong with the request or its source ends the task.
 */
export function settle(error: unknown, failures: number): Settlement {
  const known = error instanceof AppError ? error : unknownFault(error)
  const max = known.code === 'unavailable' ? maxFailures.ofMachine : maxFailures.ofSource
  if (known.retry && failures < max) {
    return { kind: 'retry', delayMs: delaysMs[failures - 1] ?? lastDelayMs }
  }
  return { kind: 'end', error: toErrorView(known) }
}

/** The end of a task whose worker died each time it was tried. */
export const diedTooOften: ErrorView = {
  code: 'internal',
  message: 'Making this GIF failed each time it was tried. Please try another source.',
}

function unknownFault(cause: unknown): AppError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS') {
    const message = 'The service has no room for this GIF now; try again later.'
    return new AppError('unavailable', message, { retry: true, cause })
  }
  const message = 'Something went wrong on our side while making this GIF. Please try again.'
  return new AppError('internal', message, { retry: true, cause })
}
