import { AppError } from '../../../lib/app-error.ts'

/** PostgreSQL's code for a refused write to an instance that has moved. */
export const movedSqlState = 'GWMVD'

/** The beginning of the sentence that the triggers of a moved source raise, in both databases. */
export const movedBeginning = 'This instance was moved to '

/** The retry delay: the service still answers reads, and a person has to switch. */
const movedRetrySeconds = 60

/**
 * The error of a write to an instance that has moved. `sentence`, the advice for the operator, becomes the cause, which
 * is logged but not shown to clients.
 */
export function movedError(sentence: string, cause: unknown): AppError {
  return new AppError(
    'unavailable',
    { detail: 'serviceMoved' },
    { retry: true, retryAfterSeconds: movedRetrySeconds, cause: new Error(sentence, { cause }) },
  )
}

/** The advice for the operator of an instance that has moved; undefined for any other error. */
export function movedSentenceOf(error: unknown): string | undefined {
  const cause = error instanceof AppError ? error.cause : undefined
  return cause instanceof Error && cause.message.startsWith(movedBeginning) ? cause.message : undefined
}
