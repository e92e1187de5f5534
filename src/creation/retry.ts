import { AppError, type ErrorCode, type ErrorView, serviceFault, toErrorView } from '../lib/app-error.ts'
import { toDiskError } from '../lib/disk/disk-faults.ts'
import type { CreationRequest } from './request.ts'

/** The maximum number of claims of a task. Workers die for their own reasons far more often than because of a task. */
export const maxAttempts = 20

/**
 * A temporary fault of the source gets three tries; a fault of the service, about three minutes; too little disk space,
 * five tries, each waiting for its turn; and an unreachable disk, about an hour.
 */
const maxFailures = { ofSource: 3, ofService: 8, ofSpace: 5, ofMachine: 120 }

const delaysMs = [2_000, 8_000, 30_000]
/** The longest delay before a retry. */
export const lastDelayMs = 30_000

export type RetryDecision =
  | { kind: 'retry'; delayMs: number; code: ErrorCode }
  | { kind: 'end'; error: ErrorView }

/**
 * Decides whether to retry a run after its `failures`-th failure; nothing else decides this. Temporary faults are
 * retried a few times; a fault of the request or its source ends the task.
 */
export function decideRetry(error: unknown, failures: number): RetryDecision {
  const known = error instanceof AppError ? error : unknownFault(error)
  if (known.retry && failures < maxFailuresOf(known)) {
    return { kind: 'retry', delayMs: delaysMs[failures - 1] ?? lastDelayMs, code: known.code }
  }
  return { kind: 'end', error: toErrorView(known) }
}

function maxFailuresOf({ code, reason }: AppError): number {
  if (reason === 'no_space') return maxFailures.ofSpace
  if (code === 'unavailable') return maxFailures.ofMachine
  return code === 'internal' ? maxFailures.ofService : maxFailures.ofSource
}

/** The side at fault for a failed task. */
export const faultClasses = ['input', 'service'] as const
export type FaultClass = (typeof faultClasses)[number]

/** The error codes for faults of this service. Every other code is a fault of the input or the request. */
export const serviceFaultCodes: readonly ErrorCode[] = ['internal', 'unavailable']

/** Returns whether the service or the input is at fault for an error. */
export function faultClassOf(code: ErrorCode): FaultClass {
  return serviceFaultCodes.includes(code) ? 'service' : 'input'
}

/** The error of a task whose worker died on every attempt. */
export const diedTooOften = toErrorView(new AppError('internal', { detail: 'makingFailedAlways' }))

/** The time for which a task's uploads are kept after a fault of the service. */
export const keepUploadsMs = 24 * 60 * 60_000

/**
 * Returns true if a task that ended in this error keeps its uploads for a while: the service failed, not the input, or
 * a GIF can still be made of the input.
 */
export function keepsUploads(error: ErrorView): boolean {
  return faultClassOf(error.code) === 'service' || error.code === 'keep_refused'
}

/**
 * Returns true if a failed task may be retried at the time `now`: tasks with an address always, tasks with uploads as
 * long as those are kept. Tasks that ended because their account was removed are never retried.
 */
export function mayRetry(
  task: {
    request: Pick<CreationRequest, 'kind'> & { url?: string | null }
    error: ErrorView | null
    endedAt: number | null
  },
  now: number,
): boolean {
  const { request, error, endedAt } = task
  if (error === null || endedAt === null || error.code === 'forbidden') return false
  return (
    request.kind === 'url' ||
    typeof request.url === 'string' ||
    (keepsUploads(error) && now - endedAt < keepUploadsMs)
  )
}

function unknownFault(cause: unknown): AppError {
  const known = toDiskError(cause)
  return known instanceof AppError ? known : serviceFault(cause)
}
