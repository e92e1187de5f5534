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

/** `code` and `taskId` are null for a file that was refused at once. */
export type NewDroppedFile = {
  batch: string
  ownerId: number
  name: string
  code: string | null
  taskId: string | null
  isCopy: boolean
  error: ErrorView | null
}

/** A drop in short. */
export type DropSummary = { batch: string; createdAt: number; files: number }

export type DropPage = {
  total: number
  counts: Record<DropState, number>
  files: DroppedFile[]
}

/** What came in by drops; remembered for as long as tasks. A drop is of its owner: for others it does not exist. */
export interface DropStore {
  /** Adds nothing where the drop has a file of this name with the same GIF, or error, already: it was sent twice. */
  add(file: NewDroppedFile): Promise<void>
  /** Whether the drop has a file of this name with this GIF. */
  has(drop: DropOf, name: string, code: string): Promise<boolean>
  /** In the order in which they came. */
  page(drop: DropOf, page: { start: number; limit: number }): Promise<DropPage>
  /** The files with these ids; null: all. */
  files(drop: DropOf, ids: readonly number[] | null): Promise<DroppedFile[]>
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
