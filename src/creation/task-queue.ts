import type { CatalogueWriter } from '../catalogue/catalogue-store.ts'
import type { Visibility } from '../catalogue/gif.ts'
import type { SourceLimits } from './sources/prepared-source.ts'
import type { FoundSource, NewSource, SourceGif } from './sources/source-store.ts'
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

/** A GIF or an import of the same file. */
export type FoundCopy = {
  /** The code of the GIF, or the one it will have. */
  code: string
  /** Null: the GIF is published. */
  taskId: string | null
}

/**
 * Decides whether a file is a copy of another GIF or import: the same bytes and the same owner. Of other owners only
 * listed GIFs count, and only if the file would not be private: nobody learns what others keep private, and no file is
 * left out for a GIF that may never be made or that nobody sees.
 */
export type SourceIdentity = {
  /** The SHA-256 of the file. */
  sourceHash: Uint8Array
  ownerId: number | null
  visibility: Visibility
  /** A GIF or import of another code is no copy as long as this code is free: an export may have both. */
  distinctCode?: string | null
}

/** An import to add. Its `code` is used if it is free; null lets the queue choose one. */
export type NewImport = Omit<NewTask, 'code'> & {
  code: string | null
  sourceHash: Uint8Array
  /** See `SourceIdentity`. */
  distinctCode?: string | null
  /** The name of the group of imports that it belongs to. */
  batch: string | null
  /** If the copy is an import that has not ended, the new one follows it, and is made if that one is not. */
  mayFollow?: boolean
}

export type AddedImport = { code: string } | { copy: FoundCopy; follows?: true }

/**
 * The task rows: one store, its methods grouped by their users. Every write after a claim takes effect only while the
 * claim holds the task. Unless stated otherwise, a task is a creation or an import: only the worker handles derivations.
 */
export interface TaskQueue {
  /** Used by whoever requests GIFs. */
  readonly submissions: {
    /**
     * Durable when it resolves. Throws AppError as `checkCapacity` does, which it repeats in its transaction so that
     * concurrent requests cannot exceed the limits, and unauthorized when the owner is gone.
     */
    add(task: NewTask, maxWaiting: number, client?: Client): Promise<void>
    /**
     * Throws AppError queue_full when `maxWaiting` tasks wait, and rate_limited when the client has its share of them
     * waiting: the fuller the queue, the smaller the share. Lets a body be refused before it is read.
     */
    checkCapacity(maxWaiting: number, client?: Client): Promise<void>
    /** Ends a waiting or running task on request; returns false if it has already ended. */
    cancel(id: string): Promise<boolean>
    view(id: string): Promise<TaskView | undefined>
    /** Returns true while the GIF with this code waits to be made or is being made. */
    isUnderWay(code: string): Promise<boolean>
    read(id: string): Promise<TaskRecord | undefined>
  }

  /** The tasks of imports, which wait until no creation does. */
  readonly imports: {
    /** Finds the oldest existing copy. A GIF that was merged into another is represented by that one. */
    findCopy(identity: SourceIdentity): Promise<FoundCopy | undefined>
    /**
     * ONE transaction: adds nothing if there is a copy, unless the import follows it. Durable when it resolves. Throws
     * AppError rate_limited if the client has `maxWaiting` imports waiting, and unauthorized if the owner is gone.
     */
    add(task: NewImport, client: Client): Promise<AddedImport>
    /** Reads those of these tasks that exist. */
    read(ids: readonly string[]): Promise<TaskRecord[]>
    /** The tasks of a batch in the order in which they were added; of its owner only. */
    ofBatch(batch: string, ownerId: number): Promise<TaskRecord[]>
    /** Counts the imports that have not ended. */
    counts(): Promise<TaskCounts>
    /** The hash of the file that an address returned when it was imported. */
    fetchedHash(address: string): Promise<Uint8Array | undefined>
    rememberFetched(address: string, sourceHash: Uint8Array): Promise<void>
  }

  /** Used by the worker. */
  readonly claims: {
    /**
     * Claims a creation that is due or whose lease has expired, except those in `except`. Clients take turns, and each
     * client's oldest task goes first. One statement.
     */
    claim(worker: string, leaseMs: number, except?: readonly string[]): Promise<CreationClaim | undefined>
    /**
     * Claims an import if there is room for one: of `cores`, a creation that is due or running takes two and a running
     * import takes one, across all processes. Call it only when no creation is due.
     */
    claimImport(
      worker: string,
      leaseMs: number,
      cores: number,
      except?: readonly string[],
    ): Promise<CreationClaim | undefined>
    /** Returns how many more imports there is room for; negative if creations need the room of some. */
    importRoom(cores: number): Promise<number>
    /** Claims a derivation. Call it only when no creation and no import is due. */
    claimDerivation(
      worker: string,
      leaseMs: number,
      except?: readonly string[],
    ): Promise<DerivationClaim | undefined>
    /** Claims the preparation of a source, or a longer preview of one; neither is part of the turns of creations. */
    claimPreparation(
      kind: PreparationClaim['kind'],
      worker: string,
      leaseMs: number,
      except?: readonly string[],
    ): Promise<PreparationClaim | undefined>
    claimMeasurement(
      worker: string,
      leaseMs: number,
      except?: readonly string[],
    ): Promise<MeasurementClaim | undefined>
    /** Renews the lease and writes progress; returns false when the claim is lost. */
    renewLease(claim: Claim, leaseMs: number, progress: Progress): Promise<boolean>
    /** Puts the task back in the queue, due in `delayMs`. Only with `failed` does the run count as a failure. */
    releaseTask(claim: Claim, options: { delayMs: number; failed: boolean }): Promise<boolean>
    /** Ends the task in an error, and forgets the source of a derivation. */
    fail(claim: Claim, error: ErrorView): Promise<boolean>
    /** Postpones the client's waiting tasks of the same class by this many rounds, because this task took long. */
    penalize(claim: Claim, rounds: number): Promise<void>
    /**
     * Returns the milliseconds until the next task of these classes (default: any) is due or its lease expires;
     * undefined if none waits or runs.
     */
    nextDueInMs(kinds?: readonly Claim['kind'][]): Promise<number | undefined>
  }

  /** Used by operators. */
  readonly records: {
    /** Lists creations, newest first, of one status or all. `total` is exact. */
    list(query: {
      status: TaskView['status'] | null
      start: number
      limit: number
    }): Promise<{ total: number; tasks: TaskRecord[] }>
    /** Puts a task that ended in an error back in the queue, as if it were new; returns false unless `mayRetry` is set. */
    retry(id: string): Promise<boolean>
    /** Requeues a kept animation that was refused, with another request; returns false if its upload is gone. */
    remake(id: string, request: AcceptedRequest): Promise<boolean>
    /** Counts the creations that have not ended. */
    counts(): Promise<TaskCounts>
    /** Counts the derivations that have not ended. */
    derivationCounts(): Promise<TaskCounts>
    /** Returns the total size of all kept sources. */
    keptSourceBytes(): Promise<number>
    /** Returns how long the longest-waiting task has waited since it was last queued; 0 if none waits. */
    oldestWaitMs(): Promise<number>
    /**
     * Counts the tasks that have ended in an error since `timeMs`, in milliseconds since 1970: in one of `codes`, or by
     * default in any error except cancellation.
     */
    failedSince(timeMs: number, codes?: readonly ErrorCode[]): Promise<number>
  }

  /** Used by the sweeper and by whoever fills in missing renditions. */
  readonly retention: {
    /** Returns those of these task ids that still need their uploads: not ended yet, or possibly retried. */
    needingUploads(ids: string[]): Promise<Set<string>>
    /** Returns those of these media ids whose claim, of any class, may still publish them. */
    claimedMedia(mediaIds: string[]): Promise<Set<string>>
    /** Returns those of these media ids whose source is still needed by a creation or kept for a derivation. */
    neededSources(mediaIds: string[]): Promise<Set<string>>
    /** Forgets tasks of any class that ended more than `olderThanMs` ago; returns how many. */
    forget(olderThanMs: number): Promise<number>
  }
}

/** The error for a creation when too many already wait. */
export function queueFull(): AppError {
  return new AppError('queue_full', { detail: 'queueFull' }, { retryAfterSeconds: 30 })
}

/** The error for a request whose token belongs to an account that has since been deleted. */
export function ownerGone(): AppError {
  return new AppError('unauthorized', { detail: 'tokenAccountGone' })
}

/** The error for a creation when too many of the same client already wait. */
export function tooManyOfClient(waiting: number): AppError {
  return new AppError('rate_limited', { detail: 'waitingGifs', waiting }, { retryAfterSeconds: 30 })
}

/** The error of a canceled task. */
export const canceled = toErrorView(new AppError('cancelled', { detail: 'makingCanceled' }))

/** What one transaction can write. */
export type TransactionStores = {
  catalogue: CatalogueWriter
  tasks: {
    /**
     * Whether the claim holds its task, has already completed it (the answer may have been lost), or has lost it. The
     * owner may have been removed since the claim.
     */
    standing(claim: Claim): Promise<{ standing: 'held' | 'completed' | 'lost'; ownerId: number | null }>
    /** Ends the task as done, and forgets the source of a derivation and the request of a measurement. Call it only while the claim holds the task. */
    complete(claim: Claim, found?: FoundInGif): Promise<void>
    /** Adds a derivation, which takes its turn among the others. */
    addDerivation(task: NewDerivation): Promise<void>
    /** Returns the size of all kept sources, and of a client's; null means no client. */
    keptSourceBytes(client: string | null): Promise<{ all: number; ofClient: number }>
  }
  sources: {
    /**
     * Records the results about a source and counts the bytes stored for it. Returns false if the source is gone. The
     * client's oldest sources are dropped as in `PreparedSourceStore.add`; throws AppError media_too_large if that is not
     * enough, and unavailable.
     */
    record(
      id: string,
      found: FoundSource,
      limits: SourceLimits,
    ): Promise<{ isThere: boolean; dropped: string[] }>
    /** Adds as `PreparedSourceStore.add` does, and nothing if the source exists; returns null if there is no room: a GIF does not fail for that. */
    keep(source: NewSource, limits: SourceLimits): Promise<{ dropped: string[] } | null>
    /** Counts more bytes for files added to a source; returns null if there is no room, or no such source. */
    grow(id: string, bytes: number, limits: SourceLimits): Promise<{ dropped: string[] } | null>
    /** Records the source of a GIF; does nothing if the source is gone. */
    noteGif(id: string, gif: Omit<SourceGif, 'createdAt'>): Promise<void>
  }
}

/** A transaction: everything that `work` writes takes effect, or nothing if it throws. */
export interface UnitOfWork {
  inTransaction<T>(work: (stores: TransactionStores) => Promise<T>): Promise<T>
}
