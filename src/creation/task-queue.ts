import type { CatalogueWriter } from '../catalogue/catalogue-store.ts'
import type { ClaimedSources } from './sources/source-store.ts'
import type { TaskImports } from './task-imports.ts'
import type { AcceptedRequest } from './request.ts'
import type {
  Claim,
  Client,
  CreationClaim,
  DerivationClaim,
  FoundInGif,
  MeasurementClaim,
  NewDerivation,
  NewTask,
  PreparationClaim,
  Progress,
  TaskCounts,
  TaskRecord,
  TaskView,
} from './task.ts'
import { AppError, type ErrorCode, type ErrorView, toErrorView } from '../lib/app-error.ts'

/*
 * The task rows, by who uses them. Every write after a claim holds only while the claim's token does. Unless it says
 * otherwise, a task is a creation or an import here: only the worker handles derivations.
 */

/** For who asks for GIFs. */
export interface TaskSubmissions {
  /**
   * Durable when it resolves. Throws AppError as `checkCapacity` does, counted as it is added so that many at once are
   * no more, and unauthorized when the owner is gone.
   */
  add(task: NewTask, maxWaiting: number, client?: Client): Promise<void>
  /**
   * Throws AppError queue_full when `maxWaiting` tasks wait, and rate_limited when the client has its share of them
   * waiting: the fuller the queue, the smaller the share. For refusing a body before it is read.
   */
  checkCapacity(maxWaiting: number, client?: Client): Promise<void>
  /** Ends a task on request, whether it waits or runs; false when it has ended. */
  cancel(id: string): Promise<boolean>
  view(id: string): Promise<TaskView | undefined>
  /** Whether a GIF that will have this code waits to be made, or is being made. */
  isUnderWay(code: string): Promise<boolean>
  read(id: string): Promise<TaskRecord | undefined>
}

/** For the worker. */
export interface TaskClaims {
  /**
   * A creation that is due, or whose lease ran out, but none of those in `except`: clients take turns, and each has its
   * oldest first. One statement.
   */
  claim(worker: string, leaseMs: number, except?: readonly string[]): Promise<CreationClaim | undefined>
  /**
   * The same for an import, where there is room for one: of `cores`, a creation that is due or made takes two, and an
   * import that is made takes one, in all processes together. To be asked for only where no creation is due.
   */
  claimImport(
    worker: string,
    leaseMs: number,
    cores: number,
    except?: readonly string[],
  ): Promise<CreationClaim | undefined>
  /** How many more imports there is room for; negative where creations need the room of some. */
  importRoom(cores: number): Promise<number>
  /** The same for a derivation. To be asked for only where no creation and no import is due. */
  claimDerivation(
    worker: string,
    leaseMs: number,
    except?: readonly string[],
  ): Promise<DerivationClaim | undefined>
  /** The same for the preparation of a source, or for a longer preview of one; neither is in the turns of creations. */
  claimPreparation(
    kind: PreparationClaim['kind'],
    worker: string,
    leaseMs: number,
    except?: readonly string[],
  ): Promise<PreparationClaim | undefined>
  /** The same for a measurement. */
  claimMeasurement(
    worker: string,
    leaseMs: number,
    except?: readonly string[],
  ): Promise<MeasurementClaim | undefined>
  /** Renews the lease and writes progress; false when the claim is lost. */
  renewLease(claim: Claim, leaseMs: number, progress: Progress): Promise<boolean>
  /** Back to waiting, due in `delayMs`. `failed` counts a failure; otherwise it is as if it had not been claimed. */
  releaseTask(claim: Claim, options: { delayMs: number; failed: boolean }): Promise<boolean>
  /** Ends the task in an error, and forgets the source of a derivation. */
  fail(claim: Claim, error: ErrorView): Promise<boolean>
  /** Postpones what the client has waiting of the same class by so many rounds: this task of it took long. */
  penalize(claim: Claim, rounds: number): Promise<void>
  /** Milliseconds until a task of these classes, or of any, is due or its lease ends; undefined when none waits or runs. */
  nextDueInMs(kinds?: readonly Claim['kind'][]): Promise<number | undefined>
}

/** For operators. */
export interface TaskRecords {
  /** Creations, the newest first, of one status or all. `total` is exact. */
  list(query: {
    status: TaskView['status'] | null
    start: number
    limit: number
  }): Promise<{ total: number; tasks: TaskRecord[] }>
  /** Lets a task that ended in error wait again, as if it were new; false where `mayRetry` is. */
  retry(id: string): Promise<boolean>
  /** The same for one that could not be kept as it is, with another request; false where what was sent is gone. */
  remake(id: string, request: AcceptedRequest): Promise<boolean>
  /** The creations that have not ended. */
  counts(): Promise<TaskCounts>
  /** The derivations that have not ended. */
  derivationCounts(): Promise<TaskCounts>
  /** What all kept sources take together. */
  keptSourceBytes(): Promise<number>
  /** How long the task has waited that waits longest, since it was last made to wait; 0 when none does. */
  oldestWaitMs(): Promise<number>
  /**
   * How many tasks have ended in error since then, in milliseconds since 1970: with `codes`, in one of these errors, else
   * in any, but those that were canceled.
   */
  failedSince(timeMs: number, codes?: readonly ErrorCode[]): Promise<number>
}

/** For the sweeper. */
export interface TaskRetention {
  /** Which of these task ids still need their uploads: those that have not ended, and those that may be retried. */
  needingUploads(ids: string[]): Promise<Set<string>>
  /** Which of these names of files belong to a claim, of any class, that may still publish them. */
  claimedMedia(mediaIds: string[]): Promise<Set<string>>
  /** Which of these names of files have a source that is still needed: of a creation, or kept for a derivation. */
  neededSources(mediaIds: string[]): Promise<Set<string>>
  /** Forgets tasks of any class that ended more than `olderThanMs` ago; returns how many. */
  forget(olderThanMs: number): Promise<number>
}

/** All of it, for the composition root. */
export type TaskStores = {
  submissions: TaskSubmissions
  imports: TaskImports
  claims: TaskClaims
  records: TaskRecords
  retention: TaskRetention
}

/** What a transaction can do with the task of a claim. */
export interface ClaimedTasks {
  /**
   * Where the claim stands: it holds its task, or it has completed it already, whose answer may have been lost; lost
   * otherwise. The owner may have been removed since the claim.
   */
  standing(claim: Claim): Promise<{ standing: 'held' | 'completed' | 'lost'; ownerId: number | null }>
  /** Ends the task as done, and forgets the source of a derivation and the request of a measurement; to be called where the claim holds it. */
  complete(claim: Claim, found?: FoundInGif): Promise<void>
  /** It takes its turn among the derivations. */
  addDerivation(task: NewDerivation): Promise<void>
  /** The bytes of all kept sources, and of those of a client; null means no client. */
  keptSourceBytes(client: string | null): Promise<{ all: number; ofClient: number }>
}

/** The refusal of a creation when too many wait already. */
export function queueFull(): AppError {
  return new AppError(
    'queue_full',
    { detail: 'queueFull' },
    {
      retryAfterSeconds: 30,
    },
  )
}

/** The refusal of what the account of a token asks for that was removed meanwhile. */
export function ownerGone(): AppError {
  return new AppError('unauthorized', { detail: 'tokenAccountGone' })
}

/** The refusal of a creation when too many of the same client wait. */
export function tooManyOfClient(waiting: number): AppError {
  return new AppError('rate_limited', { detail: 'waitingGifs', waiting }, { retryAfterSeconds: 30 })
}

/** How a task ends that was canceled. */
export const canceled = toErrorView(new AppError('cancelled', { detail: 'makingCanceled' }))

export type TransactionStores = {
  catalogue: CatalogueWriter
  tasks: ClaimedTasks
  sources: ClaimedSources
}

/** What is written in one transaction: all of it or, where `work` throws, nothing. */
export interface UnitOfWork {
  inTransaction<T>(work: (stores: TransactionStores) => Promise<T>): Promise<T>
}
