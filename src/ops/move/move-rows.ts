import type { MoveRow, MoveTable, RowRange } from './move.ts'
import { columnList, type MoveDatabase } from './move-database.ts'

/** Reads the rows of one side of a move. */
export class MoveRows {
  protected readonly database: MoveDatabase
  #tables: Promise<MoveTable[]> | undefined

  constructor(database: MoveDatabase) {
    this.database = database
  }

  tables(): Promise<MoveTable[]> {
    this.#tables ??= this.database.tables()
    return this.#tables
  }

  async count(table: MoveTable): Promise<number> {
    const [row] = await this.database.query(`select count(*) from ${columnList([table.name])}`)
    return Number(row?.[0])
  }

  /** Reads rows in the order of their keys. */
  read(table: MoveTable, { after, upTo, limit }: RowRange): Promise<MoveRow[]> {
    const names = table.columns.map(({ name }) => name)
    const key = columnList(table.key)
    const marks = table.key.map(() => '?').join(', ')
    const bounds = [
      ...(after === null ? [] : [`(${key}) > (${marks})`]),
      ...(upTo === null ? [] : [`(${key}) <= (${marks})`]),
    ]
    const where = bounds.length === 0 ? '' : `where ${bounds.join(' and ')}`
    const order = table.key.length === 0 ? '' : `order by ${key}`
    return this.database.query(
      `select ${columnList(names)} from ${columnList([table.name])} ${where} ${order} limit ${limit}`,
      [...(after ?? []), ...(upTo ?? [])],
    )
  }

  /** Reads those of these rows that exist, in no order. */
  readByKey(table: MoveTable, keys: readonly MoveRow[]): Promise<MoveRow[]> {
    return this.database.readByKey(table, keys)
  }
}

/** Reads a table of names and values; undefined if it does not exist. */
export async function readNotes(
  database: MoveDatabase,
  table: string,
): Promise<Map<string, string> | undefined> {
  if (!(await database.hasTable(table))) return undefined
  const rows = await database.query(`select name, value from ${table}`)
  return new Map(rows.map(([name, value]) => [String(name), String(value)]))
}

/** Writes a value into such a table. */
export async function writeNote(
  database: MoveDatabase,
  table: string,
  [name, value]: readonly [name: string, value: string],
): Promise<void> {
  await database.query(
    `insert into ${table} (name, value) values (?, ?) on conflict (name) do update set value = excluded.value`,
    [name, value],
  )
}
