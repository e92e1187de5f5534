import type { MoveColumn, MoveRow, MoveTable, MoveValue } from './move.ts'

/**
 * A connection of a move to a database of either kind. Statements have `?` for their values. It goes past kysely, which
 * would give whole numbers as numbers, and several of which are too large.
 */
export interface MoveDatabase {
  query(text: string, values?: MoveRow): Promise<MoveRow[]>
  /** Runs `work` in a transaction that sees one moment of the database and writes nothing. */
  inSnapshot<T>(work: () => Promise<T>): Promise<T>
  /** Runs `work` in a transaction. */
  inTransaction<T>(work: () => Promise<T>): Promise<T>
  /** Runs `work` in a transaction while nobody else can write to the tables. */
  holdWriters<T>(tables: readonly MoveTable[], work: () => Promise<T>): Promise<T>
  /** Runs statements that change tables which others use. */
  changeInUse(statements: readonly string[]): Promise<void>

  /** The tables of the program: not those of a move, of migrations or of the database itself. */
  tables(): Promise<MoveTable[]>
  /** Whether there is a table of a move. */
  hasTable(name: string): Promise<boolean>
  insert(table: MoveTable, rows: readonly MoveRow[], conflicts: 'fail' | 'skip'): Promise<void>
  readByKey(table: MoveTable, keys: readonly MoveRow[]): Promise<MoveRow[]>
  removeByKey(table: MoveTable, keys: readonly MoveRow[]): Promise<void>

  /** The statements that make the table of changes and fill it from now on; see `changeTable`. */
  recordStatements(tables: readonly MoveTable[]): string[]
  /** The statements that have every write refused with a sentence. */
  refuseStatements(tables: readonly MoveTable[], sentence: string): string[]
  /** The statements that undo those, and remove the tables of a source. */
  undoStatements(): Promise<string[]>
  /** In a snapshot: every change that is not in it is recorded at this position or later. */
  position(): Promise<bigint>

  lastIds(): Promise<Map<string, bigint>>
  setLastIds(ids: ReadonlyMap<string, bigint>): Promise<void>
  /** In a transaction: removes what refuses rows in any order. Returns the statements that put it back. */
  setAside(): Promise<string[]>
  /** In a transaction, after all was put back: throws a sentence for a row that refers to one that is not there. */
  checkReferences(): Promise<void>
  /** Gathers what the planner of queries needs to know. */
  analyze(): Promise<void>
  close(): Promise<void>
}

/** Which rows were changed, each once with when last. The names are part of what a source that is in use has. */
export const changeTable = 'move_change'

/** Keys and values: what a source knows of its move. */
export const sourceTable = 'move_source'

/** The same of a target. A service does not start on a database that has it. */
export const targetTable = 'move_target'

/** Tables that are never moved. */
export const unmovedTables = [
  'kysely_migration',
  'kysely_migration_lock',
  // Counts of the last minutes: a new service begins anew, and they are changed until the last moment.
  'shared_count',
  changeTable,
  sourceTable,
  targetTable,
]

/** The names of columns for a statement. */
export function columnList(names: readonly string[]): string {
  return names.map(quoted).join(', ')
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** The columns of a table's key. */
export function keyColumns({ columns, key }: MoveTable): MoveColumn[] {
  return key.map((name) => {
    const found = columns.find((column) => column.name === name)
    if (found === undefined) throw new Error(`There is no column ${name}`)
    return found
  })
}

/** A key as JSON: an array of texts, bytes in hexadecimal. */
export function encodeKey(key: MoveRow): string {
  return JSON.stringify(
    key.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value))),
  )
}

/** The reverse, also for keys that triggers recorded. */
export function decodeKey(table: MoveTable, text: string): MoveRow {
  const texts = JSON.parse(text) as string[]
  return keyColumns(table).map(({ type }, index): MoveValue => {
    const value = texts[index] ?? ''
    if (type === 'integer') return BigInt(value)
    if (type === 'real') return Number(value)
    return type === 'bytes' ? new Uint8Array(Buffer.from(value, 'hex')) : value
  })
}
