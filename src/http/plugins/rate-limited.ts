import { AppError } from '../../lib/app-error.ts'

export type RateDetail =
  | 'callsOfAccount'
  | 'callsOfApp'
  | 'callsOfAddress'
  | 'wrongTokens'
  | 'wrongKeys'
  | 'eventsByHand'

/** The error of a call beyond a limit. */
export function rateLimited(detail: RateDetail, retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', { detail, seconds: retryAfterSeconds }, { retryAfterSeconds })
}
