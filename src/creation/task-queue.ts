import type { NewGif } from '../catalogue/gif.ts'
import { AppError, type ErrorCode, type ErrorView } from '../lib/app-error.ts'
import type { Claim, Client, NewTask, Step, TakenLoop, TaskRecord, TaskView } from './task.ts'

/** The task rows. Every write after the claim holds only while the claim's token does. */
export interface TaskQueue {
  /** Durable when it resolves. Throws AppError as `checkRoom` does, and unauthorized when the owner is gone. */
  add(task: NewTask, maxWaiting: number, client?: Client): Promise<void>
  /**
   * A task that is due, or whose lease ran out, but none of those in `except`: clients take turns, and each has its
   * oldest first. One statement.
   */
  claim(worker: string, leaseMs: number, except?: readonly string[]): Promise<Claim | undefined>
  /** Renews the lease and tells progress; false when the claim is lost. */
  extend(claim: Claim, leaseMs: number, progress: { fraction: number; step: Step }): Promise<boolean>
  /**
   * ONE transaction: the GIF, and the task done, with the loop that was taken where one was looked for. False, and
   * nothing written, when the claim is lost.
   */
  publish(claim: Claim, gif: NewGif, loop?: TakenLoop | null): Promise<boolean>
  /** Back to waiting, due in `delayMs`. `failed` counts a failure; otherwise it is as if it had not been claimed. */
  giveBack(claim: Claim, options: { delayMs: number; failed: boolean }): Promise<boolean>
  fail(claim: Claim, error: ErrorView): Promise<boolean>
  /** Puts what the client has waiting off by so many rounds: what was made for it took long. */
  charge(client: string, rounds: number): Promise<void>
  /** Ends a task by wish of who asked for it, whether it waits or runs; false when it has ended. */
  cancel(id: string): Promise<boolean>
  view(id: string): Promise<TaskView | undefined>
  /** Milliseconds until some task is due or its lease ends; undefined when none waits or runs. */
  nextDueInMs(): Promise<number | undefined>
  counts(): Promise<{ waiting: number; processing: number }>
  /**
   * Throws AppError queue_full when `maxWaiting` tasks wait, and rate_limited when the client has its share of them
   * waiting: the fuller the queue, the smaller the share.
   */
  checkRoom(maxWaiting: number, client?: Client): Promise<void>
  /** How long the task has waited that waits longest, since it was last made to wait; 0 when none does. */
  oldestWaitMs(): Promise<number>
  /**
   * How many tasks have ended in error since then, in milliseconds since 1970: with `codes`, in one of these errors, else
   * in any, but those that were cancelled.
   */
  failedSince(timeMs: number, codes?: readonly ErrorCode[]): Promise<number>
  read(id: string): Promise<TaskRecord | undefined>
  /** The newest first, of one status or all. `total` is exact. */
  list(query: {
    status: TaskView['status'] | null
    start: number
    limit: number
  }): Promise<{ total: number; tasks: TaskRecord[] }>
  /** Lets a task that ended in error wait again, as if it were new; false where `mayRetry` is. */
  retry(id: string): Promise<boolean>
  /** Which of these task ids still need their uploads: those that have not ended, and those that may be retried. */
  needingUploads(ids: string[]): Promise<Set<string>>
  /** Which of these names of files belong to a claim that may still publish them. */
  claimedMedia(mediaIds: string[]): Promise<Set<string>>
  /** Forgets tasks that ended more than `olderThanMs` ago; returns how many. */
  forget(olderThanMs: number): Promise<number>
}

/** The refusal of a creation when too many wait already. */
export function queueFull(): AppError {
  return new AppError('queue_full', 'Too many GIFs are waiting to be made; try again in a moment.', {
    retryAfterSeconds: 30,
  })
}

/** The refusal of a creation when too many of the same client wait. */
export function tooManyOfClient(waiting: number): AppError {
  return new AppError(
    'rate_limited',
    `You have ${waiting} GIFs waiting to be made, and more cannot be; let some of them end first.`,
    { retryAfterSeconds: 30 },
  )
}

/** How a task ends that was cancelled. */
export const cancelled: ErrorView = { code: 'cancelled', message: 'Making this GIF was cancelled.' }
