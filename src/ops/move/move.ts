/*
 * Moving an instance from one database or media store to another: the values exchanged by both sides, the same for
 * every kind of database. MoveSource and MoveTarget are the sides, each on a MoveDatabase of either kind; the steps are
 * in run-move.ts.
 */

export type MoveColumn = { name: string; type: 'integer' | 'real' | 'text' | 'bytes' }

/** A table as in both databases. `key` lists the columns of its primary key; empty for a table of one row. */
export type MoveTable = { name: string; columns: readonly MoveColumn[]; key: readonly string[] }

/** A value as returned by every database: whole numbers are bigint, since some are too large for a number. */
export type MoveValue = bigint | number | string | Uint8Array | null

/** The values of a row in the order of the table's columns, or of a key in the order of its columns. */
export type MoveRow = readonly MoveValue[]

/** The rows after one key, up to and including another; null stands for the first and the last. */
export type RowRange = { after: MoveRow | null; upTo: MoveRow | null; limit: number }

/** Rows of a table that changed. */
export type ChangedRows = { table: string; keys: MoveRow[] }

/** A move as recorded in its source. */
export type MoveState = {
  id: string
  /** The target; a move can only continue to the same one. */
  to: string
  phase: 'copying' | 'moved'
  /** The message for clients that write after the move. */
  sentence: string | null
}

/** The progress shown by the command. `of` is the expected total. */
export type MoveProgress = (
  step: 'rows' | 'changes' | 'comparing' | 'files',
  done: number,
  of: number,
  bytes?: { done: number; of: number },
) => void

export type MoveSummary = {
  /** Null if the database stays. */
  rows: { tables: number; rows: number } | null
  /** Null if the files stay. */
  files: FilesSummary | null
  /** The longest time that writers had to wait. */
  heldMs: number
}

export type FilesSummary = { files: number; bytes: number; copied: number; copiedBytes: number }

/** Thrown when a move is stopped. */
export class MoveStopped extends Error {
  constructor() {
    super('Stopped. Run the same command again to go on, or gifwright move --undo to give it up.')
  }
}
