import type { AcceptedRequest } from '../../../creation/request.ts'
import type { ErrorView } from '../../../lib/app-error.ts'

/**
 * The states of a file in a drop. `exists`: it was here before, as a GIF that its owner may see, or as an import of its
 * owner; `gone`: the GIF does not exist (any more), or its task was deleted.
 */
export const dropStates = ['waiting', 'making', 'done', 'exists', 'refused', 'gone'] as const
export type DropState = (typeof dropStates)[number]

/** One file of a drop, which is a set of files brought to the import page at once. */
export type DroppedFile = {
  id: number
  /** The path of the file on its owner's machine. */
  name: string
  state: DropState
  /** The code of its GIF, or the one it will have; null if it was refused at once. */
  code: string | null
  /** Its own task; for a file that `exists`, the task that runs if the other import fails. */
  taskId: string | null
  /** Its GIF if it is listed or belongs to the file's owner; otherwise null. */
  gifId: number | null
  /** The reason for refusing it. */
  error: ErrorView | null
}

/**
 * A received file: with its GIF and the task that makes it; a copy of an earlier file, with the task that makes it if
 * the other import fails; or refused.
 */
export type NewDroppedFile = { name: string } & (
  | { code: string; taskId: string | null; isCopy: boolean; error: null }
  | { code: null; taskId: null; isCopy: false; error: ErrorView }
)

/** Limits of listed files without a GIF of their own: a small upload could otherwise fill the database. */
export type ListedLimits = {
  /** The number of listed refused files of a drop; further ones are only counted. */
  refusedOfDrop: number
  /** The number of refused files and copies of earlier files in all drops of an account. */
  ofAccount: number
}

export const listedLimits: ListedLimits = { refusedOfDrop: 500, ofAccount: 20_000 }

/** A short summary of a drop. */
export type DropSummary = { batch: string; createdAt: number; files: number }

export type DropPage = {
  total: number
  counts: Record<DropState, number>
  /** The number of refused files that are not listed. */
  moreRefused: number
  files: DroppedFile[]
}

/** Files received in drops, kept as long as tasks. A drop belongs to its owner: for others it does not exist. */
export type DropStore = {
  /**
   * Adds files in order, in one transaction, except duplicates with the same name and the same GIF or error. Refused
   * files beyond `refusedOfDrop` are only counted, if `isCounted`. `known` is the number sent before; `isFull` means
   * that some were left out because the account reached `ofAccount`.
   */
  add(
    drop: DropOf,
    files: readonly NewDroppedFile[],
    options: { limits: ListedLimits; isCounted: boolean },
  ): Promise<{ known: number; isFull: boolean }>
  /** Returns true if the drop has a file of this name with this GIF. */
  has(drop: DropOf, name: string, code: string): Promise<boolean>
  /** Reads a page of files in order of arrival. */
  page(drop: DropOf, page: { start: number; limit: number }): Promise<DropPage>
  files(drop: DropOf, ids: readonly number[]): Promise<DroppedFile[]>
  /** Reads the next files after this id. */
  filesAfter(drop: DropOf, after: number, limit: number): Promise<DroppedFile[]>
  /** Returns the requests of those of these tasks that are still waiting. */
  waiting(drop: DropOf, taskIds: readonly string[]): Promise<AcceptedRequest[]>
  /**
   * Changes the requests of those of these tasks that are still waiting, in one transaction; returns the number
   * changed.
   */
  changeWaiting(
    drop: DropOf,
    taskIds: readonly string[],
    change: (request: AcceptedRequest) => AcceptedRequest,
  ): Promise<number>
  remove(drop: DropOf, ids: readonly number[]): Promise<void>
  /** Lists the drops of an account, newest first. */
  ofOwner(ownerId: number, limit: number): Promise<DropSummary[]>
}

export type DropOf = { batch: string; ownerId: number }
