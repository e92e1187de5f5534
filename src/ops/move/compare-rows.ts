import { keyOf, type StepOptions, tableFinder, throwIfStopped } from './copy-rows.ts'
import type { MoveRow, MoveTable, MoveValue, RowRange } from './move.ts'
import type { MoveSnapshot, MoveSource } from './move-source.ts'
import type { MoveTarget } from './move-target.ts'

/**
 * Compares every row of both sides while the source is in use. Changes at `since` or later may differ: they are
 * compared again while writers to the source are held. Returns the numbers of tables and rows. Throws a sentence for
 * any other difference.
 */
export async function compareTables(
  source: MoveSource,
  target: MoveTarget,
  { since, signal, onProgress, rowsAtOnce }: StepOptions & { since: bigint },
): Promise<{ tables: number; rows: number }> {
  const tables = await source.tables()
  let [all, done] = [0, 0]
  for (const table of tables) all += await target.count(table)
  for (const table of tables) {
    for (let after: MoveRow | null = null, isLast = false; !isLast;) {
      throwIfStopped(signal)
      const ours: MoveRow[] = await source.read(table, { after, upTo: null, limit: rowsAtOnce })
      isLast = ours.length < rowsAtOnce
      const upTo: MoveRow | null = isLast ? null : keyOf(table, ours.at(-1) ?? [])
      const theirs = await readAll(target, table, { after, upTo, limit: rowsAtOnce })
      const different = differences(table, ours, theirs)
      if (different.length > 0) await refuseUnchanged(source, table, different, since)
      after = upTo
      done += theirs.length
      onProgress('comparing', done, Math.max(all, done))
    }
  }
  return { tables: tables.length, rows: done }
}

/** Compares the changes since a position, and the number of rows of every table, with the held source. */
export async function compareChanges(held: MoveSnapshot, target: MoveTarget, since: bigint): Promise<void> {
  const tables = await held.tables()
  const find = tableFinder(tables)
  for await (const { table: name, keys } of held.changes(since)) {
    const table = find(name)
    const [one] = differences(table, await held.readByKey(table, keys), await target.readByKey(table, keys))
    if (one !== undefined) throw differenceIn(table, one)
  }
  for (const table of tables) {
    const [ours, theirs] = [await held.count(table), await target.count(table)]
    if (ours !== theirs)
      throw new Error(
        `The copy is not whole: ${table.name} has ${ours} rows, and ${theirs} at the target. Nothing was switched; please report this.`,
      )
  }
}

/** Throws a sentence unless both sides have the same tables with the same columns. */
export function refuseOtherTables(ours: readonly MoveTable[], theirs: readonly MoveTable[]): void {
  const described = (tables: readonly MoveTable[]) =>
    new Map(tables.map((table) => [table.name, shape(table)]))
  const [here, there] = [described(ours), described(theirs)]
  const other = [...new Set([...here.keys(), ...there.keys()])].filter(
    (name) => here.get(name) !== there.get(name),
  )
  if (other.length === 0) return
  throw new Error(
    `Source and target have different tables (${other.join(', ')}). Both must be of this version of Gifwright.`,
  )
}

/** The keys of rows that differ between the lists. */
function differences(table: MoveTable, source: readonly MoveRow[], target: readonly MoveRow[]): MoveRow[] {
  const textOf = (row: MoveRow) => keyOf(table, row).map(asText).join('\n')
  const found = new Map(target.map((row) => [textOf(row), row]))
  const different: MoveRow[] = []
  for (const row of source) {
    const other = found.get(textOf(row))
    found.delete(textOf(row))
    if (other === undefined || !row.every((value, index) => isSame(value, other[index] ?? null)))
      different.push(keyOf(table, row))
  }
  return [...different, ...[...found.values()].map((row) => keyOf(table, row))]
}

/** Throws unless rows that differ were changed since the target was last updated. */
async function refuseUnchanged(
  source: MoveSource,
  table: MoveTable,
  keys: readonly MoveRow[],
  since: bigint,
): Promise<void> {
  const textOf = (key: MoveRow) => key.map(asText).join('\n')
  const unexplained = new Map(keys.map((key) => [textOf(key), key]))
  await source.inSnapshot(async (snapshot) => {
    for await (const changed of snapshot.changes(since))
      if (changed.table === table.name) for (const key of changed.keys) unexplained.delete(textOf(key))
  })
  const [one] = unexplained.values()
  if (one !== undefined) throw differenceIn(table, one)
}

function differenceIn(table: MoveTable, key: MoveRow): Error {
  const name = key.map(asText).join(', ')
  return new Error(
    `The copy differs from the source in the table ${table.name}, row ${name}. Nothing was switched; please report this.`,
  )
}

async function readAll(
  target: MoveTarget,
  table: MoveTable,
  { after, upTo, limit }: RowRange,
): Promise<MoveRow[]> {
  const all: MoveRow[] = []
  for (let from = after; ;) {
    const rows = await target.read(table, { after: from, upTo, limit })
    all.push(...rows)
    if (rows.length < limit || table.key.length === 0) return all
    from = keyOf(table, rows.at(-1) ?? [])
  }
}

function isSame(one: MoveValue, other: MoveValue): boolean {
  if (one instanceof Uint8Array || other instanceof Uint8Array)
    return one instanceof Uint8Array && other instanceof Uint8Array && Buffer.compare(one, other) === 0
  if (typeof one === 'string' && typeof other === 'string') return withoutNul(one) === withoutNul(other)
  return one === other
}

/** Replaces NUL, as for PostgreSQL, which cannot store it. */
function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}

function asText(value: MoveValue): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'string' ? withoutNul(value) : String(value)
}

function shape({ columns, key }: MoveTable): string {
  const names = columns.map(({ name, type }) => `${name} ${type}`).toSorted()
  return JSON.stringify([names, key])
}
