import type { MoveRow, MoveTable } from './move.ts'
import { columnList, decodeKey, encodeKey, targetTable } from './move-database.ts'
import { MoveRows, readNotes, writeNote } from './move-rows.ts'

/** The progress of copying a table: the last key; `done` when it is complete. */
type CopyProgress = { after: MoveRow | null; rows: number; done: boolean }

/** Writes rows within one transaction of the target. */
type RowWriter = {
  remove(table: MoveTable, keys: readonly MoveRow[]): Promise<void>
  add(table: MoveTable, rows: readonly MoveRow[]): Promise<void>
}

/** The database that an instance moves to. The move's own data is in one table, which is dropped at the end. */
export class MoveTarget extends MoveRows {
  /** Returns the id of the move to this database; undefined if none writes to it. */
  async moveId(): Promise<string | undefined> {
    const notes = await readNotes(this.database, targetTable)
    return notes?.get('id')
  }

  /** Empties the tables and sets aside the constraints that refuse rows in any order. May be repeated. */
  async begin(moveId: string): Promise<void> {
    const notes = await readNotes(this.database, targetTable)
    await this.database.inTransaction(async () => {
      const before = JSON.parse(notes?.get('aside') ?? '[]') as string[]
      if (notes === undefined)
        await this.database.query(`create table ${targetTable} (name text primary key, value text not null)`)
      await this.#note('id', moveId)
      // After `finish`, everything was restored.
      const aside = await this.database.setAside()
      await this.#note('aside', JSON.stringify([...before, ...aside]))
      if (notes !== undefined) return
      // Empties the tables that migrations filled.
      for (const { name } of await this.tables())
        await this.database.query(`delete from ${columnList([name])}`)
    })
  }

  async progress(table: MoveTable): Promise<CopyProgress> {
    const notes = await readNotes(this.database, targetTable)
    const text = notes?.get(`table ${table.name}`)
    if (text === undefined) return { after: null, rows: 0, done: false }
    const { after, rows, done } = JSON.parse(text) as { after: string | null; rows: number; done: boolean }
    return { after: after === null ? null : decodeKey(table, after), rows, done }
  }

  /** Adds rows that do not exist yet, and records the progress, in one transaction. Conflicting rows are left out. */
  async addCopied(table: MoveTable, rows: readonly MoveRow[], progress: CopyProgress): Promise<void> {
    await this.database.inTransaction(async () => {
      if (rows.length > 0) await this.database.insert(table, rows, 'skip')
      const after = progress.after === null ? null : encodeKey(progress.after)
      await this.#note(`table ${table.name}`, JSON.stringify({ ...progress, after }))
    })
  }

  /** Returns the position up to which changes of the source were applied. */
  async position(): Promise<bigint> {
    const notes = await readNotes(this.database, targetTable)
    return BigInt(notes?.get('position') ?? '0')
  }

  /** Runs `work` in one transaction that ends at this position. */
  async apply(position: bigint, work: (writer: RowWriter) => Promise<void>): Promise<void> {
    await this.database.inTransaction(async () => {
      await work({
        remove: (table, keys) => this.database.removeByKey(table, keys),
        add: (table, rows) => this.database.insert(table, rows, 'fail'),
      })
      await this.#note('position', String(position))
    })
  }

  /** Restores what `begin` set aside, which checks the rows, and sets the last ids. */
  async finish(lastIds: ReadonlyMap<string, bigint>): Promise<void> {
    const notes = await readNotes(this.database, targetTable)
    await this.database.inTransaction(async () => {
      await this.database.setLastIds(lastIds)
      for (const statement of JSON.parse(notes?.get('aside') ?? '[]') as string[])
        await this.database.query(statement)
      await this.#note('aside', '[]')
      await this.database.checkReferences()
    })
  }

  /** Opens the database for the service. */
  async release(): Promise<void> {
    await this.database.analyze()
    await this.database.query(`drop table if exists ${targetTable}`)
  }

  #note(name: string, value: string): Promise<void> {
    return writeNote(this.database, targetTable, [name, value])
  }
}
