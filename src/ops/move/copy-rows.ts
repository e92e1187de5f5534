import { type ChangedRows, type MoveProgress, type MoveRow, MoveStopped, type MoveTable } from './move.ts'
import type { MoveSnapshot, MoveSource } from './move-source.ts'
import type { MoveTarget } from './move-target.ts'

/** The default number of rows read and written at once: about a megabyte of the widest. */
export const defaultRowsAtOnce = 1000

/** The options shared by the steps of a move. */
export type StepOptions = { signal: AbortSignal; onProgress: MoveProgress; rowsAtOnce: number }

/** The number of changes that is small enough to apply during the hold. */
const fewChanges = 500

/** The maximum number of rounds: on a busy instance, some changes are always left. */
const maxRounds = 8

/**
 * Copies all tables in the order of their keys, from the point where an earlier run stopped. The source records rows
 * that change in the meantime. A row that conflicts with an earlier copied one can only do so because one of them
 * changed, so it is skipped here and arrives with the changes.
 */
export async function copyTables(
  source: MoveSource,
  target: MoveTarget,
  { signal, onProgress, rowsAtOnce }: StepOptions,
): Promise<void> {
  const tables = await source.tables()
  let [done, all] = [0, 0]
  const work = []
  for (const table of tables) {
    const progress = await target.progress(table)
    const left = progress.done ? 0 : Math.max(0, (await source.count(table)) - progress.rows)
    all += progress.rows + left
    done += progress.rows
    work.push({ table, progress })
  }
  for (const { table, progress } of work) {
    let { after, rows: copied, done: isDone } = progress
    while (!isDone) {
      throwIfStopped(signal)
      const rows = await source.read(table, { after, upTo: null, limit: rowsAtOnce })
      isDone = rows.length < rowsAtOnce
      after = rows.length > 0 ? keyOf(table, rows.at(-1) ?? []) : after
      copied += rows.length
      await target.addCopied(table, rows, { after, rows: copied, done: isDone })
      done += rows.length
      onProgress('rows', done, Math.max(all, done))
    }
  }
}

/** Applies the recorded changes until few are left. */
export async function catchUp(
  source: MoveSource,
  target: MoveTarget,
  { signal, onProgress }: StepOptions,
): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    throwIfStopped(signal)
    const count = await source.inSnapshot((snapshot) =>
      applyChanges(snapshot, target, (done, of) => onProgress('changes', done, of)),
    )
    if (count <= fewChanges) return
  }
}

/**
 * Updates the target's rows that changed since its position to those of the snapshot, in one transaction: then the
 * target equals the snapshot, and no rows conflict. Returns the number of changed rows.
 */
export async function applyChanges(
  snapshot: MoveSnapshot,
  target: MoveTarget,
  onProgress: (done: number, of: number) => void,
): Promise<number> {
  const from = await target.position()
  const count = await snapshot.changeCount(from)
  const tables = tableFinder(await snapshot.tables())
  let done = 0
  await target.apply(snapshot.position, async (writer) => {
    for await (const { table, keys } of snapshot.changes(from)) await writer.remove(tables(table), keys)
    for await (const { table, keys } of snapshot.changes(from)) {
      const rows = await snapshot.readByKey(tables(table), keys)
      await writer.add(tables(table), rows)
      done += keys.length
      onProgress(done, count)
    }
  })
  return count
}

/** The key of a row. */
export function keyOf(table: MoveTable, row: MoveRow): MoveRow {
  return table.key.map((name) => row[table.columns.findIndex((column) => column.name === name)] ?? null)
}

/** Finds tables by the names in recorded changes. */
export function tableFinder(tables: readonly MoveTable[]): (name: ChangedRows['table']) => MoveTable {
  const byName = new Map(tables.map((table) => [table.name, table]))
  return (name) => {
    const table = byName.get(name)
    if (table === undefined) throw new Error(`There is no table ${name}.`)
    return table
  }
}

/** Throws MoveStopped once the operator has stopped the move. */
export function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new MoveStopped()
}
