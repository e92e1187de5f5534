import type { Step } from '../creation/task.ts'
import type { ErrorCode } from '../lib/app-error.ts'

/**
 * Observes the worker, for the metrics and for /readyz. A task is a creation, unless it says otherwise. None of these throws, and the worker works the same without an
 * observer.
 */
export type TaskObserver = {
  /** The queue has answered, with or without a task: the worker's loop is alive. */
  turned(): void
  /** A task was claimed for the first time, so long after it was accepted or was made to wait again by hand. */
  claimed(waitedMs: number): void
  /** A stage of a run is over, also where the run failed in it. */
  stageEnded(stage: Step, tookMs: number): void
  /** The task has its last state, and this program wrote it. `reason` for `error` only. */
  ended(outcome: 'done' | 'error' | 'cancelled', reason?: ErrorCode): void
  /** An import has its last state; `reason` for `error` only. */
  importEnded(outcome: 'done' | 'error', reason?: ErrorCode): void
  /** A derivation has its last state; `reason` for `error` only. */
  derivationEnded(outcome: 'done' | 'error', reason?: ErrorCode): void
  /** The task waits again: its run failed with `reason`, or the worker lost the claim, or the service stops. */
  triedAgain(reason: ErrorCode | 'claim_lost' | 'stopping'): void
}

/** Ignores everything. */
export const noObserver: TaskObserver = {
  turned: () => {},
  claimed: () => {},
  stageEnded: () => {},
  ended: () => {},
  importEnded: () => {},
  derivationEnded: () => {},
  triedAgain: () => {},
}
