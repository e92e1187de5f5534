import { setTimeout as delay } from 'node:timers/promises'
import { Client, types as pgTypes } from 'pg'
import type { MoveColumn, MoveRow, MoveTable, MoveValue } from '../../../ops/move/move.ts'
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
import { movedSqlState } from '../shared/moved.ts'
import { toPostgresError } from './faults.ts'
import { withoutNul } from './pool-driver.ts'
import { connectionConfig, type PostgresOptions } from './postgres.ts'

const types: Readonly<Record<string, MoveColumn['type']>> = {
  bigint: 'integer',
  integer: 'integer',
  'double precision': 'real',
  text: 'text',
  bytea: 'bytes',
}

const typeNames = { integer: 'bigint', real: 'double precision', text: 'text', bytes: 'bytea' } as const

/** PostgreSQL's type numbers. */
const oids = { bytea: 17, int8: 20, int2: 21, int4: 23, float8: 701, numeric: 1700 }

const parsers = new Map<number, (text: string) => MoveValue>([
  [oids.bytea, (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))],
  [oids.int8, BigInt],
  [oids.int4, BigInt],
  [oids.int2, BigInt],
  [oids.float8, Number],
  [oids.numeric, Number],
])

/** The maximum wait for a lock before others may pass and it is tried again. */
const lockTimeoutMs = 5000
const lockTries = 20

const lockNotAvailable = '55P03'
const deadlock = '40P01'

/** A connection of a move to PostgreSQL. */
export class PostgresMove implements MoveDatabase {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  /** Connects. Throws what `pg` throws; see `toPostgresOpeningError`. */
  static async open(options: PostgresOptions): Promise<PostgresMove> {
    const client = new Client({
      ...connectionConfig(options),
      // Whole tables are read, and the other side can be slow.
      statement_timeout: 0,
      query_timeout: 0,
      idle_in_transaction_session_timeout: 0,
      types: {
        getTypeParser: (oid: number, format?: 'text' | 'binary') =>
          (format !== 'binary' && parsers.get(oid)) || pgTypes.getTypeParser(oid, format),
      },
    })
    // The pending statement rejects too.
    client.on('error', () => undefined)
    await client.connect()
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    return new PostgresMove(client)
  }

  async query(text: string, values: readonly unknown[] = []): Promise<MoveRow[]> {
    let place = 0
    try {
      const { rows } = await this.#client.query({
        // A text without values may contain question marks.
        text: values.length === 0 ? text : text.replaceAll('?', () => `$${++place}`),
        values: withoutNul(values),
        rowMode: 'array',
      })
      return rows as MoveRow[]
    } catch (error) {
      throw toPostgresError(error)
    }
  }

  inSnapshot<T>(work: () => Promise<T>): Promise<T> {
    return this.#transact('begin isolation level repeatable read read only', work)
  }

  inTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#transact('begin', work)
  }

  async holdWriters<T>(tables: readonly MoveTable[], work: () => Promise<T>): Promise<T> {
    const names = columnList(tables.map(({ name }) => name))
    return this.#transact('begin', async () => {
      await retryLocks(async () => {
        await this.query('savepoint unlocked')
        try {
          await this.query(`lock table ${names} in exclusive mode`)
        } catch (error) {
          await this.query('rollback to savepoint unlocked')
          throw error
        }
      })
      return work()
    })
  }

  async changeInUse(statements: readonly string[]): Promise<void> {
    // Separately, so that no table is locked for longer than its own statement takes.
    for (const statement of statements) await retryLocks(() => this.query(statement))
  }

  async tables(): Promise<MoveTable[]> {
    const rows = await this.query(
      `select c.relname::text, a.attname::text, format_type(a.atttypid, null), array_position(i.indkey::int2[], a.attnum)
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_index i on i.indrelid = c.oid and i.indisprimary
       where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') order by c.relname, a.attnum`,
    )
    const tables = new Map<string, { name: string; columns: MoveColumn[]; key: string[] }>()
    for (const [table, column, type, place] of rows) {
      const name = String(table)
      if (unmovedTables.includes(name)) continue
      const found = tables.get(name) ?? { name, columns: [], key: [] }
      tables.set(name, found)
      const known = types[String(type)]
      if (known === undefined)
        throw new Error(`The column ${name}.${String(column)} has a type that is not known.`)
      found.columns.push({ name: String(column), type: known })
      if (place !== null && place !== undefined) found.key[Number(place)] = String(column)
    }
    return [...tables.values()]
  }

  async hasTable(name: string): Promise<boolean> {
    const [row] = await this.query(
      `select to_regclass(quote_ident(current_schema()) || '.' || quote_ident(?))::text`,
      [name],
    )
    return row?.[0] !== null && row !== undefined
  }

  async insert(table: MoveTable, rows: readonly MoveRow[], conflicts: 'fail' | 'skip'): Promise<void> {
    if (rows.length === 0) return
    const names = columnList(table.columns.map(({ name }) => name))
    const skip = conflicts === 'skip' ? 'on conflict do nothing' : ''
    const columns = table.columns.map((_, index) => rows.map((row) => row[index] ?? null))
    await this.query(
      `insert into ${quoted(table.name)} (${names}) select * from ${unnest(table.columns)} ${skip}`,
      columns.map(withoutNul),
    )
  }

  readByKey(table: MoveTable, keys: readonly MoveRow[]): Promise<MoveRow[]> {
    const names = columnList(table.columns.map(({ name }) => name))
    return this.#byKey(`select ${names} from ${quoted(table.name)}`, table, keys)
  }

  async removeByKey(table: MoveTable, keys: readonly MoveRow[]): Promise<void> {
    await this.#byKey(`delete from ${quoted(table.name)}`, table, keys)
  }

  recordStatements(tables: readonly MoveTable[]): string[] {
    return [
      `create table if not exists ${changeTable} (
        table_name text collate "C" not null, key text collate "C" not null, seq bigint not null,
        primary key (table_name, key)
      )`,
      `create index if not exists ${changeTable}_seq on ${changeTable} (seq)`,
      ...tables.flatMap((table) => [
        `create or replace function move_record_${table.name}() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then ${recordRow(table, 'old')} end if;
          if tg_op <> 'DELETE' then ${recordRow(table, 'new')} end if;
          return null;
        end $$`,
        `create or replace trigger move_record_${table.name} after insert or update or delete on ${quoted(table.name)}
          for each row execute function move_record_${table.name}()`,
      ]),
    ]
  }

  refuseStatements(tables: readonly MoveTable[], sentence: string): string[] {
    return [
      `create or replace function move_refuse() returns trigger language plpgsql as $$
      begin raise exception using errcode = '${movedSqlState}', message = ${textLiteral(sentence)}; end $$`,
      ...tables.flatMap(({ name }) => [
        `drop trigger if exists move_record_${name} on ${quoted(name)}`,
        `create or replace trigger move_refuse_${name} before insert or update or delete on ${quoted(name)}
          for each row execute function move_refuse()`,
      ]),
    ]
  }

  async undoStatements(): Promise<string[]> {
    const triggers = await this.query(
      `select t.tgname::text, c.relname::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace = current_schema()::regnamespace
         and (starts_with(t.tgname::text, 'move_record_') or starts_with(t.tgname::text, 'move_refuse_'))`,
    )
    const functions = await this.query(
      `select proname::text from pg_proc where pronamespace = current_schema()::regnamespace
         and (starts_with(proname::text, 'move_record_') or proname = 'move_refuse')`,
    )
    const drops = [
      ...triggers.map(([name, table]) => `drop trigger ${quoted(String(name))} on ${quoted(String(table))}`),
      ...functions.map(([name]) => `drop function ${quoted(String(name))}`),
    ]
    for (const table of [changeTable, sourceTable])
      if (await this.hasTable(table)) drops.push(`drop table ${table}`)
    return drops
  }

  async position(): Promise<bigint> {
    const [row] = await this.query('select pg_snapshot_xmin(pg_current_snapshot())::text')
    return BigInt(String(row?.[0]))
  }

  async lastIds(): Promise<Map<string, bigint>> {
    const last = new Map<string, bigint>()
    for (const [table, , sequence] of await this.#identities()) {
      const [row] = await this.query('select pg_sequence_last_value(cast(? as regclass))', [sequence ?? null])
      if (typeof row?.[0] === 'bigint') last.set(String(table), row[0])
    }
    return last
  }

  async setLastIds(ids: ReadonlyMap<string, bigint>): Promise<void> {
    for (const [table, , sequence] of await this.#identities()) {
      const last = ids.get(String(table)) ?? 0n
      if (last > 0n) await this.query('select setval(cast(? as regclass), ?)', [sequence ?? null, last])
    }
  }

  async setAside(): Promise<string[]> {
    const references = await this.query(
      `select quote_ident(c.relname), quote_ident(f.conname), pg_get_constraintdef(f.oid)
       from pg_constraint f join pg_class c on c.oid = f.conrelid
       where f.contype = 'f' and f.connamespace = current_schema()::regnamespace order by f.oid`,
    )
    const triggers = await this.query(
      `select distinct quote_ident(c.relname) from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where not t.tgisinternal and t.tgenabled <> 'D' and c.relnamespace = current_schema()::regnamespace`,
    )
    for (const [table, name] of references)
      await this.query(`alter table ${String(table)} drop constraint ${String(name)}`)
    for (const [table] of triggers) await this.query(`alter table ${String(table)} disable trigger user`)
    return [
      ...references.map(
        ([table, name, text]) =>
          `alter table ${String(table)} add constraint ${String(name)} ${String(text)}`,
      ),
      ...triggers.map(([table]) => `alter table ${String(table)} enable trigger user`),
    ]
  }

  /** Does nothing: each restored constraint checks its rows. */
  async checkReferences(): Promise<void> {}

  async analyze(): Promise<void> {
    await this.query('analyze')
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  /** The table, column and sequence of each identity. */
  #identities(): Promise<MoveRow[]> {
    return this.query(
      `select c.relname::text, a.attname::text, pg_get_serial_sequence(quote_ident(c.relname), a.attname::text)
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where a.attidentity <> '' and c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
    )
  }

  #byKey(statement: string, table: MoveTable, keys: readonly MoveRow[]): Promise<MoveRow[]> {
    if (keys.length === 0) return Promise.resolve([])
    if (table.key.length === 0) return this.query(statement)
    const columns = keyColumns(table)
    return this.query(
      `${statement} where (${columnList(table.key)}) in (select * from ${unnest(columns)})`,
      columns.map((_, index) => withoutNul(keys.map((key) => key[index] ?? null))),
    )
  }

  async #transact<T>(begin: string, work: () => Promise<T>): Promise<T> {
    await this.query(begin)
    try {
      const result = await work()
      await this.query('commit')
      return result
    } catch (error) {
      await this.query('rollback').catch(() => undefined)
      throw error
    }
  }
}

function unnest(columns: readonly MoveColumn[]): string {
  return `unnest(${columns.map(({ type }) => `cast(? as ${typeNames[type]}[])`).join(', ')})`
}

function recordRow(table: MoveTable, row: string): string {
  const values = keyColumns(table).map(({ name, type }) => {
    const value = `${row}.${quoted(name)}`
    return type === 'bytes' ? `encode(${value}, 'hex')` : `cast(${value} as text)`
  })
  return `insert into ${changeTable} (table_name, key, seq)
    values (${textLiteral(table.name)}, cast(jsonb_build_array(${values.join(', ')}) as text),
      cast(cast(pg_current_xact_id() as text) as bigint))
    on conflict (table_name, key) do update set seq = excluded.seq;`
}

/** Gives up waiting for a lock soon and tries again, because others queue behind the wait. */
async function retryLocks(work: () => Promise<unknown>): Promise<void> {
  for (let run = 1; ; run++) {
    try {
      await work()
      return
    } catch (error) {
      const cause: unknown = error instanceof Error && error.cause !== undefined ? error.cause : error
      const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined
      if (run === lockTries || (code !== lockNotAvailable && code !== deadlock)) throw error
      await delay(200 * run)
    }
  }
}
