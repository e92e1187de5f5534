import type { ChangedRows, MoveRow, MoveState } from './move.ts'
import { changeTable, decodeKey, sourceTable } from './move-database.ts'
import { MoveRows, readNotes, writeNote } from './move-rows.ts'

/** The number of changed rows read at once. */
const changesAtOnce = 500

/** The source at one moment. */
export type MoveSnapshot = MoveRows & {
  /** Every change that is not in this snapshot is recorded at this position or later. */
  readonly position: bigint
  /** Returns the rows that changed at or after a position, each once, some hundreds at a time. */
  changes(from: bigint): AsyncIterable<ChangedRows>
  changeCount(from: bigint): Promise<number>
}

/** The source while no one else can write to it. */
export type HeldSource = MoveSnapshot & {
  /** Returns the last id assigned by each table that assigns ids. */
  lastIds(): Promise<ReadonlyMap<string, bigint>>
  /** Makes the source refuse every write with this sentence once the hold ends. */
  refuseWrites(sentence: string): Promise<void>
}

/** The database that an instance leaves: triggers record changes, and refuse writes at the end. */
export class MoveSource extends MoveRows {
  async state(): Promise<MoveState | undefined> {
    const notes = await readNotes(this.database, sourceTable)
    if (notes === undefined) return undefined
    const { id, to, sentence } = Object.fromEntries(notes)
    if (id === undefined || to === undefined) return undefined
    return { id, to, phase: sentence === undefined ? 'copying' : 'moved', sentence: sentence ?? null }
  }

  /** Records every change from now on, including those of other processes. May be repeated. */
  async begin(id: string, to: string): Promise<void> {
    await this.database.changeInUse([
      `create table if not exists ${sourceTable} (name text primary key, value text not null)`,
    ])
    await this.database.inTransaction(async () => {
      await writeNote(this.database, sourceTable, ['id', id])
      await writeNote(this.database, sourceTable, ['to', to])
    })
    await this.database.changeInUse(this.database.recordStatements(await this.tables()))
  }

  /** Runs `work` on a snapshot; others can write in the meantime. */
  inSnapshot<T>(work: (snapshot: MoveSnapshot) => Promise<T>): Promise<T> {
    return this.database.inSnapshot(async () => work(await this.#snapshot()))
  }

  /** Runs `work` while all other writers wait. Its changes to the source are kept only if it succeeds. */
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

  /** Removes everything that belongs to a move, so that writes are accepted again. Returns true if there was a move. */
  async undo(): Promise<boolean> {
    const statements = await this.database.undoStatements()
    await this.database.changeInUse(statements)
    return statements.length > 0
  }

  async #snapshot(): Promise<MoveSnapshot> {
    const position = await this.database.position()
    return Object.assign(new MoveRows(this.database), {
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
