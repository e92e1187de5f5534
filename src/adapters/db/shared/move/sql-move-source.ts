import type {
  ChangedRows,
  HeldSource,
  MoveRow,
  MoveSnapshot,
  MoveSource,
  MoveState,
} from '../../../../ops/move/move.ts'
import { changeTable, decodeKey, sourceTable } from './move-database.ts'
import { readNotes, SqlMoveRows, writeNote } from './sql-move-rows.ts'

/** Changed rows read at once. */
const changesAtOnce = 500

/** The database that an instance leaves: triggers record what changes, and refuse writes in the end. */
export class SqlMoveSource extends SqlMoveRows implements MoveSource {
  async state(): Promise<MoveState | undefined> {
    const notes = await readNotes(this.database, sourceTable)
    if (notes === undefined) return undefined
    const { id, to, sentence } = Object.fromEntries(notes)
    if (id === undefined || to === undefined) return undefined
    return { id, to, phase: sentence === undefined ? 'copying' : 'moved', sentence: sentence ?? null }
  }

  async begin({ id, to }: MoveState): Promise<void> {
    await this.database.changeInUse([
      `create table if not exists ${sourceTable} (name text primary key, value text not null)`,
    ])
    await this.database.inTransaction(async () => {
      await writeNote(this.database, sourceTable, ['id', id])
      await writeNote(this.database, sourceTable, ['to', to])
    })
    await this.database.changeInUse(this.database.recordStatements(await this.tables()))
  }

  inSnapshot<T>(work: (snapshot: MoveSnapshot) => Promise<T>): Promise<T> {
    return this.database.inSnapshot(async () => work(await this.#snapshot()))
  }

  async hold<T>(work: (source: HeldSource) => Promise<T>): Promise<T> {
    const tables = await this.tables()
    return this.database.holdWriters(tables, async () => {
      const snapshot = await this.#snapshot()
      const refuseWrites = async (sentence: string) => {
        await writeNote(this.database, sourceTable, ['sentence', sentence])
        for (const statement of this.database.refuseStatements(tables, sentence))
          await this.database.query(statement)
      }
      return work(Object.assign(snapshot, { refuseWrites, lastIds: () => this.database.lastIds() }))
    })
  }

  async undo(): Promise<boolean> {
    const statements = await this.database.undoStatements()
    await this.database.changeInUse(statements)
    return statements.length > 0
  }

  async #snapshot(): Promise<MoveSnapshot> {
    const position = await this.database.position()
    return Object.assign(new SqlMoveRows(this.database), {
      position,
      changes: (from: bigint) => this.#changes(from),
      changeCount: async (from: bigint) => {
        const [row] = await this.database.query(`select count(*) from ${changeTable} where seq >= ?`, [from])
        return Number(row?.[0])
      },
    })
  }

  async *#changes(from: bigint): AsyncIterable<ChangedRows> {
    for (const table of await this.tables()) {
      for (let after = ''; ;) {
        const rows = await this.database.query(
          `select key from ${changeTable} where table_name = ? and key > ? and seq >= ? order by key limit ${changesAtOnce}`,
          [table.name, after, from],
        )
        const texts = rows.map(([key]) => String(key))
        const keys: MoveRow[] = texts.map((text) => decodeKey(table, text))
        if (keys.length > 0) yield { table: table.name, keys }
        const last = texts.at(-1)
        if (last === undefined || keys.length < changesAtOnce) break
        after = last
      }
    }
  }
}
