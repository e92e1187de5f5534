import { AppError, type ErrorCode, type ErrorView, serviceFault, toErrorView } from '../lib/app-error.ts'
import { toDiskError } from '../lib/disk/disk-faults.ts'
import type { CreationRequest } from './request.ts'

/** Claims of one task. Workers die for reasons of their own far more often than for a task's. */
export const maxAttempts = 20

/**
 * A fault of the source that may pass gets three tries; one of ours about three minutes; too little disk space five tries,
 * in each of which the task waits for its turn; a disk that is out of reach about an hour.
 */
const maxFailures = { ofSource: 3, ofService: 8, ofSpace: 5, ofMachine: 120 }

const delaysMs = [2_000, 8_000, 30_000]
/** The longest that a task is put off. */
export const lastDelayMs = 30_000

export type RetryDecision =
  | { kind: 'retry'; delayMs: number; code: ErrorCode }
  | { kind: 'end'; error: ErrorView }

/**
 * The one place that decides whether a run is tried again that failed for the `failures`th time. Faults that may
 * pass are tried again a few times; what is wrong with the request or its source ends the task.
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

/** Who is at fault for a task that failed. */
export const faultClasses = ['input', 'service'] as const
export type FaultClass = (typeof faultClasses)[number]

/** The codes of errors that are a fault of this service. Every other one is the fault of what was sent or asked for. */
export const serviceFaultCodes: readonly ErrorCode[] = ['internal', 'unavailable']

/** Whether the service or the input is at fault for an error. */
export function faultClassOf(code: ErrorCode): FaultClass {
  return serviceFaultCodes.includes(code) ? 'service' : 'input'
}

/** The end of a task whose worker died each time it was tried. */
export const diedTooOften = toErrorView(new AppError('internal', { detail: 'makingFailedAlways' }))

/** How long the uploads of a task are kept that ended for a fault of ours. */
export const keepUploadsMs = 24 * 60 * 60_000

/**
 * Whether a task that ended so keeps its uploads for a while: what failed was the service, not what was sent, or a GIF can
 * still be made of it.
 */
export function keepsUploads(error: ErrorView): boolean {
  return faultClassOf(error.code) === 'service' || error.code === 'keep_refused'
}

/**
 * Whether a task that ended in error may be tried again at the time `now`: an address always, uploads while they are
 * kept. Never one that ended because its account was removed.
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
