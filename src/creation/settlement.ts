import { AppError, type ErrorView, toErrorView } from '../lib/app-error.ts'

/** Claims of one task. Workers die for reasons of their own far more often than for a task's. */
export const maxAttempts = 20

const maxFailures = 3

const delaysMs = [2_000, 8_000, 30_000]

export type Settlement = { kind: 'retry'; delayMs: number } | { kind: 'end'; error: ErrorView }

/**
 * The one place that decides whether a run is tried again that failed for the `failures`th time. Faults that may
 * pass, and faults of our own, are tried three times; what is wrong with the request or its source ends the task.
 */
export function settle(error: unknown, failures: number): Settlement {
  const known = error instanceof AppError ? error : unknownFault(error)
  if (known.retry && failures < maxFailures) {
    return { kind: 'retry', delayMs: delaysMs[failures - 1] ?? 30_000 }
  }
  return { kind: 'end', error: toErrorView(known) }
}

/** The end of a task whose worker died each time it was tried. */
export const diedTooOften: ErrorView = {
  code: 'internal',
  message: 'Making this GIF failed each time it was tried. Please try another source.',
}

function unknownFault(cause: unknown): AppError {
  return new AppError(
    'internal',
    'Something went wrong on our side while making this GIF. Please try again.',
    {
      retry: true,
      cause,
    },
  )
}
