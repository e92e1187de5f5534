import type { Step } from '../creation/task.ts'
import type { ErrorCode } from '../lib/app-error.ts'

/**
 * Who watches the worker: it is told what happens, for the metrics and for /readyz, and changes nothing. None of
 * these throws. A worker without one works the same.
 */
export type TaskObserver = {
  /** The queue has answered, whether or not there was a task or a free place: the worker's loop goes round. */
  turned(): void
  /** A task was claimed for the first time, so long after it was accepted or was made to wait again by hand. */
  claimed(waitedMs: number): void
  /** A stage of a run is over, also where the run failed in it. */
  stageEnded(stage: Step, tookMs: number): void
  /** The task has its last state, and this program wrote it. `reason` for `error` only. */
  ended(outcome: 'done' | 'error' | 'cancelled', reason?: ErrorCode): void
  /** The task waits again: its run failed with `reason`, or the worker lost the claim, or the service stops. */
  triedAgain(reason: ErrorCode | 'claim_lost' | 'stopping'): void
}

/** Watches nothing. */
export const nobody: TaskObserver = {
  turned: () => {},
  claimed: () => {},
  stageEnded: () => {},
  ended: () => {},
  triedAgain: () => {},
}
