/*
 * Moving an instance from one database or media store to another. The ports of both sides, the same for every kind of
 * database; the steps are in run-move.ts.
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

/** Reads the rows of either side. */
export interface MoveRows {
  tables(): Promise<MoveTable[]>
  count(table: MoveTable): Promise<number>
  /** Rows in the order of their keys. */
  read(table: MoveTable, range: RowRange): Promise<MoveRow[]>
  /** Those rows that are there, in no order. */
  readByKey(table: MoveTable, keys: readonly MoveRow[]): Promise<MoveRow[]>
}

/** The source as it is at one moment. */
export interface MoveSnapshot extends MoveRows {
  /** Every change that is not in this snapshot is recorded at this position or after it. */
  readonly position: bigint
  /** The rows that were changed at this position or after it, each once, some hundreds at a time. */
  changes(from: bigint): AsyncIterable<ChangedRows>
  changeCount(from: bigint): Promise<number>
}

/** The source while nobody else can write to it. */
export interface HeldSource extends MoveSnapshot {
  /** The last id that was given in each table that gives ids. */
  lastIds(): Promise<ReadonlyMap<string, bigint>>
  /** Has every later write refused with this sentence, from the end of the hold on. */
  refuseWrites(sentence: string): Promise<void>
}

/** A move as its source knows it. */
export type MoveState = {
  id: string
  /** What it goes to; a move is continued to the same target only. */
  to: string
  phase: 'copying' | 'moved'
  /** What is told to whoever writes, when it has moved. */
  sentence: string | null
}

export interface MoveSource extends MoveRows {
  state(): Promise<MoveState | undefined>
  /** Records every change from now on, also by other processes. May be repeated. */
  begin(state: Pick<MoveState, 'id' | 'to'>): Promise<void>
  /** Runs `work` on a snapshot; others can write meanwhile. */
  inSnapshot<T>(work: (snapshot: MoveSnapshot) => Promise<T>): Promise<T>
  /** Runs `work` while others wait who want to write. What it does to the source is kept only if it succeeds. */
  hold<T>(work: (source: HeldSource) => Promise<T>): Promise<T>
  /** Removes everything of a move: writes are taken again. Returns whether there was any. */
  undo(): Promise<boolean>
}

/** Writes rows within one transaction of the target. */
export interface RowWriter {
  remove(table: MoveTable, keys: readonly MoveRow[]): Promise<void>
  add(table: MoveTable, rows: readonly MoveRow[]): Promise<void>
}

export interface MoveTarget extends MoveRows {
  /** The id of the move whose target this is; undefined for a database that no move writes to. */
  moveId(): Promise<string | undefined>
  /** Empties the tables and sets what would refuse rows in any order aside. May be repeated. */
  begin(moveId: string): Promise<void>
  /** How far a table was copied: the last key; `done` when it is whole. */
  progress(table: MoveTable): Promise<{ after: MoveRow | null; rows: number; done: boolean }>
  /** Adds rows that are not there, and notes the progress, in one transaction. A row that conflicts with another is left out. */
  addCopied(
    table: MoveTable,
    rows: readonly MoveRow[],
    progress: { after: MoveRow | null; rows: number; done: boolean },
  ): Promise<void>
  /** The position up to which changes of the source were applied. */
  position(): Promise<bigint>
  /** Runs `work` in one transaction that ends at this position. */
  apply(position: bigint, work: (writer: RowWriter) => Promise<void>): Promise<void>
  /** Puts back what `begin` set aside, which checks the rows, and sets the last ids. */
  finish(lastIds: ReadonlyMap<string, bigint>): Promise<void>
  /** Opens the database for the service. */
  release(): Promise<void>
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
