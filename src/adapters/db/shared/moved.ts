import { AppError } from '../../../lib/app-error.ts'

/** The code that PostgreSQL gives for a write to an instance that has moved. */
export const movedSqlState = 'GWMVD'

/** How the sentence begins that the triggers of a source say, in both databases. */
export const movedBeginning = 'This instance was moved to '

/** The service stays up for those who only look; a person has to switch. */
const movedRetrySeconds = 60

/** The error of a write to an instance that has moved; `sentence` is what the operator had it say. */
export function movedError(sentence: string, cause: unknown): AppError {
  return new AppError('unavailable', sentence, {
    retry: true,
    retryAfterSeconds: movedRetrySeconds,
    cause,
  })
}

/** Whether it is such an error. */
export function isMovedError(error: unknown): boolean {
  return error instanceof AppError && error.message.startsWith(movedBeginning)
}
