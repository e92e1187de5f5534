/*
 * Moving an instance from one database or media store to another: the values that both sides exchange, the same for every
 * kind of database. MoveSource and MoveTarget are the sides, on a MoveDatabase of either kind; the steps are in run-move.ts.
 */

export type MoveColumn = { name: string; type: 'integer' | 'real' | 'text' | 'bytes' }

/** A table as both databases have it. `key` are the columns of its primary key; none for a table of one row. */
export type MoveTable = { name: string; columns: readonly MoveColumn[]; key: readonly string[] }

/** A value as every database gives it: whole numbers as bigint, since some are too large for a number. */
export type MoveValue = bigint | number | string | Uint8Array | null

/** The values of a row in the order of the table's columns, or of a key in the order of its columns. */
export type MoveRow = readonly MoveValue[]

/** The rows after one key, up to another one: null stands for the first and the last. */
export type RowRange = { after: MoveRow | null; upTo: MoveRow | null; limit: number }

/** Rows of a table that changed. */
export type ChangedRows = { table: string; keys: MoveRow[] }

/** A move as its source knows it. */
export type MoveState = {
  id: string
  /** What it goes to; a move is continued to the same target only. */
  to: string
  phase: 'copying' | 'moved'
  /** What is told to whoever writes, when it has moved. */
  sentence: string | null
}

/** What the command shows. `of` is what is expected to be done in the end. */
export type MoveProgress = (
  step: 'rows' | 'changes' | 'comparing' | 'files',
  done: number,
  of: number,
  bytes?: { done: number; of: number },
) => void

export type MoveSummary = {
  /** Null where the database stays. */
  rows: { tables: number; rows: number } | null
  /** Null where the files stay. */
  files: FilesSummary | null
  /** How long writers had to wait at most. */
  heldMs: number
}

export type FilesSummary = { files: number; bytes: number; copied: number; copiedBytes: number }

/** Thrown when a move is stopped. */
export class MoveStopped extends Error {
  constructor() {
    super('Stopped. Run the same command again to go on, or gifwright move --undo to give it up.')
  }
}
