import type { AcceptedRequest } from '../../creation/request.ts'
import type { ErrorView } from '../../lib/app-error.ts'

/**
 * How a file of a drop stands. `exists`: it was here before, as a GIF that its owner may be told of, or as an import of
 * its owner; `gone`: there is no such GIF (any more), or its task is forgotten.
 */
export const dropStates = ['waiting', 'making', 'done', 'exists', 'refused', 'gone'] as const
export type DropState = (typeof dropStates)[number]

/** One file of a drop: what a person brought at once to the page for importing. */
export type DroppedFile = {
  id: number
  /** With its folders, as it was on the machine of its owner. */
  name: string
  state: DropState
  /** The code of its GIF, or the one that it will have; null where it was refused at once. */
  code: string | null
  /** Its own; of one that `exists`, that which is made where the other import is not. */
  taskId: string | null
  /** Its GIF, where that is its owner's or listed; null where there is none. */
  gifId: number | null
  /** Why it was refused. */
  error: ErrorView | null
}

/**
 * A file that came in: with its GIF and the task that makes it, a copy of what was here before, with the task that makes it
 * where the other import is not made, or refused.
 */
export type NewDroppedFile = { name: string } & (
  | { code: string; taskId: string | null; isCopy: boolean; error: null }
  | { code: null; taskId: null; isCopy: false; error: ErrorView }
)

/** How many files are listed of which no GIF is made here: what one upload of a few bytes can fill the database with. */
export type ListedLimits = {
  /** The refused files of a drop that are listed; further ones are only counted. */
  refusedOfDrop: number
  /** Refused files, and copies of what was here before, on all drops of an account. */
  ofAccount: number
}

export const listedLimits: ListedLimits = { refusedOfDrop: 500, ofAccount: 20_000 }

/** A drop in short. */
export type DropSummary = { batch: string; createdAt: number; files: number }

export type DropPage = {
  total: number
  counts: Record<DropState, number>
  /** Refused files that are not listed. */
  moreRefused: number
  files: DroppedFile[]
}

/** What came in by drops; remembered for as long as tasks. A drop is of its owner: for others it does not exist. */
export interface DropStore {
  /**
   * Adds files in their order, in one transaction, but none twice that has the same name and the same GIF, or error. Of
   * refused files those beyond `refusedOfDrop` are only counted, if `isCounted`. `known`: how many were sent before;
   * `isFull`: some were left out since the account has `ofAccount` already.
   */
  add(
    drop: DropOf,
    files: readonly NewDroppedFile[],
    options: { limits: ListedLimits; isCounted: boolean },
  ): Promise<{ known: number; isFull: boolean }>
  /** Whether the drop has a file of this name with this GIF. */
  has(drop: DropOf, name: string, code: string): Promise<boolean>
  /** In the order in which they came. */
  page(drop: DropOf, page: { start: number; limit: number }): Promise<DropPage>
  files(drop: DropOf, ids: readonly number[]): Promise<DroppedFile[]>
  /** The next files after this id. */
  filesAfter(drop: DropOf, after: number, limit: number): Promise<DroppedFile[]>
  /** What is asked for by those of these tasks that still wait. */
  waiting(drop: DropOf, taskIds: readonly string[]): Promise<AcceptedRequest[]>
  /** Changes what is asked for of those tasks that still wait, in one transaction; gives how many. */
  changeWaiting(
    drop: DropOf,
    taskIds: readonly string[],
    change: (request: AcceptedRequest) => AcceptedRequest,
  ): Promise<number>
  remove(drop: DropOf, ids: readonly number[]): Promise<void>
  /** The newest first. */
  ofOwner(ownerId: number, limit: number): Promise<DropSummary[]>
}

export type DropOf = { batch: string; ownerId: number }
