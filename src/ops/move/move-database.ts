import type { MoveColumn, MoveRow, MoveTable, MoveValue } from './move.ts'

/**
 * A move's connection to a database of either kind. Statements have `?` for their values. It does not use kysely, which
 * would convert whole numbers to JavaScript numbers: some are too large for that.
 */
export interface MoveDatabase {
  query(text: string, values?: MoveRow): Promise<MoveRow[]>
  /** Runs `work` in a transaction that sees one moment of the database and does not write. */
  inSnapshot<T>(work: () => Promise<T>): Promise<T>
  /** Runs `work` in a transaction. */
  inTransaction<T>(work: () => Promise<T>): Promise<T>
  /** Runs `work` in a transaction while no one else can write to the tables. */
  holdWriters<T>(tables: readonly MoveTable[], work: () => Promise<T>): Promise<T>
  /** Runs statements that alter tables in use. */
  changeInUse(statements: readonly string[]): Promise<void>

  /** The tables of the program, without those of moves, of migrations or of the database itself. */
  tables(): Promise<MoveTable[]>
  /** Returns true if a move has a table with this name. */
  hasTable(name: string): Promise<boolean>
  insert(table: MoveTable, rows: readonly MoveRow[], conflicts: 'fail' | 'skip'): Promise<void>
  readByKey(table: MoveTable, keys: readonly MoveRow[]): Promise<MoveRow[]>
  removeByKey(table: MoveTable, keys: readonly MoveRow[]): Promise<void>

  /** The statements that create the table of changes and record changes from then on; see `changeTable`. */
  recordStatements(tables: readonly MoveTable[]): string[]
  /** The statements that make every write fail with a sentence. */
  refuseStatements(tables: readonly MoveTable[], sentence: string): string[]
  /** The statements that undo both, and remove the tables of a source. */
  undoStatements(): Promise<string[]>
  /** Call in a snapshot: every change that is not in it is recorded at this position or later. */
  position(): Promise<bigint>

  lastIds(): Promise<Map<string, bigint>>
  setLastIds(ids: ReadonlyMap<string, bigint>): Promise<void>
  /**
   * Call in a transaction: removes the constraints that refuse rows in any order. Returns the statements that restore
   * them.
   */
  setAside(): Promise<string[]>
  /** Call in a transaction after everything was restored: throws a sentence if a row refers to a missing one. */
  checkReferences(): Promise<void>
  /** Collects statistics for the query planner. */
  analyze(): Promise<void>
  close(): Promise<void>
}

/**
 * The table of changed rows, each once with its last change. A source in use may have this table, so its name is fixed.
 */
export const changeTable = 'move_change'

/** The table of keys and values about a source's move. */
export const sourceTable = 'move_source'

/** The same table of a target. A service does not start on a database with it. */
export const targetTable = 'move_target'

/** The tables that are never moved. */
export const unmovedTables = [
  'kysely_migration',
  'kysely_migration_lock',
  // Counts of the last minutes: they change until the last moment, and a new service starts without them.
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

/** Encodes a key as JSON: an array of texts, with bytes in hexadecimal. */
export function encodeKey(key: MoveRow): string {
  return JSON.stringify(
    key.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value))),
  )
}

/** Decodes a key, including those recorded by triggers. */
export function decodeKey(table: MoveTable, text: string): MoveRow {
  const texts = JSON.parse(text) as string[]
  return keyColumns(table).map(({ type }, index): MoveValue => {
    const value = texts[index] ?? ''
    if (type === 'integer') return BigInt(value)
    if (type === 'real') return Number(value)
    return type === 'bytes' ? new Uint8Array(Buffer.from(value, 'hex')) : value
  })
}
