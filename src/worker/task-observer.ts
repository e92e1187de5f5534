import type { Step } from '../creation/task.ts'
import type { ErrorCode } from '../lib/app-error.ts'

/**
 * Observes the worker, for the metrics and for /readyz. A task is a creation unless stated otherwise. None of these
 * methods throws, and the worker works the same without an observer.
 */
export type TaskObserver = {
  /** The queue has answered, with or without a task: the worker's loop is alive. */
  turned(): void
  /** A task was claimed for the first time since it was accepted, or queued again by hand, this long ago. */
  claimed(waitedMs: number): void
  /** A stage of a run is over, even if the run failed in it. */
  stageEnded(stage: Step, tookMs: number): void
  /** The task has its final state, and this process wrote it. `reason` for `error` only. */
  ended(outcome: 'done' | 'error' | 'cancelled', reason?: ErrorCode): void
  /** An import has its final state; `reason` for `error` only. */
  importEnded(outcome: 'done' | 'error', reason?: ErrorCode): void
  /** A derivation has its final state; `reason` for `error` only. */
  derivationEnded(outcome: 'done' | 'error', reason?: ErrorCode): void
  /** The task is queued again: its run failed with `reason`, the worker lost the claim, or the service is stopping. */
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
