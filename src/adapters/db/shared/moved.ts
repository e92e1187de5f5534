import { AppError } from '../../../lib/app-error.ts'

/** The code that PostgreSQL gives for a write to an instance that has moved. */
export const movedSqlState = 'GWMVD'

/** How the sentence begins that the triggers of a source say, in both databases. */
export const movedBeginning = 'This instance was moved to '

/** The service stays up for those who only look; a person has to switch. */
const movedRetrySeconds = 60

/**
 * The error of a write to an instance that has moved. `sentence` tells the operator what to do: as the cause it is in the
 * log, and no client reads it.
 */
export function movedError(sentence: string, cause: unknown): AppError {
  return new AppError(
    'unavailable',
    { detail: 'serviceMoved' },
    { retry: true, retryAfterSeconds: movedRetrySeconds, cause: new Error(sentence, { cause }) },
  )
}

/** The sentence for the operator of an instance that has moved; undefined for any other error. */
export function movedSentenceOf(error: unknown): string | undefined {
  const cause = error instanceof AppError ? error.cause : undefined
  return cause instanceof Error && cause.message.startsWith(movedBeginning) ? cause.message : undefined
}
