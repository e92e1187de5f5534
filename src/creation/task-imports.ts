import type { Visibility } from '../catalogue/gif.ts'
import type { Client, NewTask, TaskCounts, TaskRecord } from './task.ts'

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

/** A GIF or an import of the same file. */
export type FoundCopy = {
  /** The code of the GIF, or the one it will have. */
  code: string
  /** Null: the GIF is published. */
  taskId: string | null
}

/** An import to be added; `code` is taken over where it is free, and null lets any be chosen. */
export type NewImport = Omit<NewTask, 'code'> & {
  code: string | null
  sourceHash: Uint8Array
  /** See `SourceIdentity`. */
  distinctCode?: string | null
  /** What the imports that belong together are called. */
  batch: string | null
  /** If the copy is an import that has not ended, the new one follows it, and is made if that one is not. */
  mayFollow?: boolean
}

export type AddedImport = { code: string } | { copy: FoundCopy; follows?: true }

/** The tasks of imports: they wait until no creation does. */
export interface TaskImports {
  /** A copy that is here already, the oldest first. A GIF that was merged into another stands for it. */
  findCopy(identity: SourceIdentity): Promise<FoundCopy | undefined>
  /**
   * ONE transaction: adds nothing if there is a copy, unless the import follows it. Durable when it resolves. Throws
   * AppError rate_limited if the client has `maxWaiting` imports waiting, and unauthorized if the owner is gone.
   */
  add(task: NewImport, client: Client): Promise<AddedImport>
  /** The tasks with these ids that are known. */
  read(ids: readonly string[]): Promise<TaskRecord[]>
  /** The tasks of a batch in the order in which they were added; of its owner only. */
  ofBatch(batch: string, ownerId: number): Promise<TaskRecord[]>
  /** The imports that have not ended. */
  counts(): Promise<TaskCounts>
  /** What an address gave when it was imported. */
  fetchedHash(address: string): Promise<Uint8Array | undefined>
  rememberFetched(address: string, sourceHash: Uint8Array): Promise<void>
}
