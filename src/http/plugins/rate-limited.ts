import { AppError } from '../../lib/app-error.ts'

/** The error of a call beyond a limit. */
export function rateLimited(message: string, retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', `${message}; try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  })
}
