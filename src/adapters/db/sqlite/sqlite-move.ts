import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { MoveColumn, MoveRow, MoveTable } from '../../../ops/move/move.ts'
import {
  changeTable,
  columnList,
  keyColumns,
  type MoveDatabase,
  quoted,
  sourceTable,
  textLiteral,
  unmovedTables,
} from '../../../ops/move/move-database.ts'
import { toStatementError } from './faults.ts'
import { whenUnlocked } from './lock-wait.ts'

/** The time it waits for another process that is writing: it is in no hurry. */
const maxWaitMs = 60_000

const writes = ['insert', 'update', 'delete'] as const

const types: Readonly<Record<string, MoveColumn['type']>> = {
  INTEGER: 'integer',
  REAL: 'real',
  TEXT: 'text',
  BLOB: 'bytes',
}

/** A move's connection to an existing database file. It does not enforce references. */
export class SqliteMove implements MoveDatabase {
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(file: string) {
    this.#connection = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: false })
    // A chunk lost in a power cut is copied again, because the record of its progress is lost with it.
    this.#connection.exec(
      'PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY',
    )
  }

  async query(text: string, values: MoveRow = []): Promise<MoveRow[]> {
    return whenUnlocked(() => this.#run(text, values), maxWaitMs)
  }

  inSnapshot<T>(work: () => Promise<T>): Promise<T> {
    return this.#transact('begin', work)
  }

  inTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#transact('begin immediate', work)
  }

  holdWriters<T>(_tables: readonly MoveTable[], work: () => Promise<T>): Promise<T> {
    return this.#transact('begin immediate', work)
  }

  async changeInUse(statements: readonly string[]): Promise<void> {
    await this.inTransaction(async () => {
      for (const statement of statements) this.#connection.exec(statement)
    })
  }

  async tables(): Promise<MoveTable[]> {
    const rows = await this.query(
      `select m.name, c.name, c.type, c.pk from sqlite_schema m join pragma_table_info(m.name) c
       where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\' order by m.name, c.cid`,
    )
    const tables = new Map<string, { name: string; columns: MoveColumn[]; key: string[] }>()
    for (const [table, column, type, place] of rows) {
      const name = String(table)
      if (unmovedTables.includes(name)) continue
      const found = tables.get(name) ?? { name, columns: [], key: [] }
      tables.set(name, found)
      const known = types[String(type).toUpperCase()]
      if (known === undefined)
        throw new Error(`The column ${name}.${String(column)} has a type that is not known.`)
      found.columns.push({ name: String(column), type: known })
      if (Number(place) > 0) found.key[Number(place) - 1] = String(column)
    }
    return [...tables.values()]
  }

  async hasTable(name: string): Promise<boolean> {
    return (
      (await this.query(`select 1 from sqlite_schema where type = 'table' and name = ?`, [name])).length > 0
    )
  }

  async insert(table: MoveTable, rows: readonly MoveRow[], conflicts: 'fail' | 'skip'): Promise<void> {
    const names = table.columns.map(({ name }) => name)
    const marks = names.map(() => '?').join(', ')
    const skip = conflicts === 'skip' ? 'on conflict do nothing' : ''
    const text = `insert into ${quoted(table.name)} (${columnList(names)}) values (${marks}) ${skip}`
    for (const row of rows) this.#run(text, row)
  }

  async readByKey(table: MoveTable, keys: readonly MoveRow[]): Promise<MoveRow[]> {
    const names = columnList(table.columns.map(({ name }) => name))
    return keys.flatMap((key) =>
      this.#run(`select ${names} from ${quoted(table.name)} ${whereKey(table)}`, key),
    )
  }

  async removeByKey(table: MoveTable, keys: readonly MoveRow[]): Promise<void> {
    for (const key of keys) this.#run(`delete from ${quoted(table.name)} ${whereKey(table)}`, key)
  }

  recordStatements(tables: readonly MoveTable[]): string[] {
    return [
      `create table if not exists ${changeTable} (
        table_name text not null, key text not null, seq integer not null, primary key (table_name, key)
      ) without rowid, strict`,
      `create index if not exists ${changeTable}_seq on ${changeTable} (seq)`,
      ...tables.flatMap((table) =>
        writes.map((write) => {
          const rows = write === 'insert' ? ['new'] : write === 'delete' ? ['old'] : ['old', 'new']
          return `create trigger if not exists move_record_${table.name}_${write}
            after ${write} on ${quoted(table.name)} begin ${rows.map((row) => recordRow(table, row)).join(' ')} end`
        }),
      ),
    ]
  }

  refuseStatements(tables: readonly MoveTable[], sentence: string): string[] {
    return tables.flatMap(({ name }) =>
      writes.flatMap((write) => [
        `drop trigger if exists move_record_${name}_${write}`,
        `create trigger if not exists move_refuse_${name}_${write}
          before ${write} on ${quoted(name)} begin select raise(abort, ${textLiteral(sentence)}); end`,
      ]),
    )
  }

  async undoStatements(): Promise<string[]> {
    const triggers = await this.query(
      `select name from sqlite_schema where type = 'trigger' and (name like 'move\\_record\\_%' escape '\\'
         or name like 'move\\_refuse\\_%' escape '\\')`,
    )
    const drops = triggers.map(([name]) => `drop trigger ${quoted(String(name))}`)
    for (const table of [changeTable, sourceTable])
      if (await this.hasTable(table)) drops.push(`drop table ${table}`)
    return drops
  }

  async position(): Promise<bigint> {
    const [row] = await this.query(`select coalesce(max(seq), 0) + 1 from ${changeTable}`)
    return BigInt(String(row?.[0]))
  }

  async lastIds(): Promise<Map<string, bigint>> {
    const rows = await this.query('select name, seq from sqlite_sequence')
    return new Map(rows.map(([name, last]) => [String(name), BigInt(String(last))]))
  }

  async setLastIds(ids: ReadonlyMap<string, bigint>): Promise<void> {
    for (const [name, last] of ids) {
      await this.query('delete from sqlite_sequence where name = ?', [name])
      await this.query('insert into sqlite_sequence (name, seq) values (?, ?)', [name, last])
    }
  }

  async setAside(): Promise<string[]> {
    const triggers = await this.query(`select name, sql from sqlite_schema where type = 'trigger'`)
    for (const [name] of triggers) await this.query(`drop trigger ${quoted(String(name))}`)
    return triggers.map(([, text]) => String(text))
  }

  async checkReferences(): Promise<void> {
    const [row] = await this.query('pragma foreign_key_check')
    if (row === undefined) return
    throw new Error(
      `A row of ${String(row[0])} refers to a row of ${String(row[2])} that is not there. Nothing was switched.`,
    )
  }

  async analyze(): Promise<void> {
    this.#connection.exec('PRAGMA optimize = 0x10002; PRAGMA wal_checkpoint(TRUNCATE)')
  }

  async close(): Promise<void> {
    this.#connection.close()
  }

  #run(text: string, values: MoveRow): MoveRow[] {
    try {
      let statement = this.#statements.get(text)
      if (statement === undefined) {
        statement = this.#connection.prepare(text)
        statement.setReadBigInts(true)
        statement.setReturnArrays(true)
        this.#statements.set(text, statement)
      }
      return statement.all(...(values as SQLInputValue[])) as unknown as MoveRow[]
    } catch (error) {
      throw toStatementError(error)
    }
  }

  async #transact<T>(begin: string, work: () => Promise<T>): Promise<T> {
    await whenUnlocked(() => this.#connection.exec(begin), maxWaitMs)
    try {
      const result = await work()
      this.#connection.exec('commit')
      return result
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('rollback')
      throw error
    }
  }
}

function whereKey(table: MoveTable): string {
  return table.key.length === 0 ? '' : `where ${table.key.map((name) => `${quoted(name)} = ?`).join(' and ')}`
}

function recordRow(table: MoveTable, row: string): string {
  const values = keyColumns(table).map(({ name, type }) =>
    type === 'bytes' ? `lower(hex(${row}.${quoted(name)}))` : `cast(${row}.${quoted(name)} as text)`,
  )
  return `insert into ${changeTable} (table_name, key, seq)
    values (${textLiteral(table.name)}, json_array(${values.join(', ')}), (select coalesce(max(seq), 0) + 1 from ${changeTable}))
    on conflict (table_name, key) do update set seq = excluded.seq;`
}
