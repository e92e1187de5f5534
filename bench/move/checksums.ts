import { createHash } from 'node:crypto'
import type { MoveDatabase } from '#src/ops/move/move-database.ts'
import { MoveRows } from '#src/ops/move/move-rows.ts'
import type { MediaStore, StoreKey } from '#src/media/media-store.ts'
import { keyOf } from '#src/ops/move/copy-rows.ts'
import type { MoveRow } from '#src/ops/move/move.ts'

const rowsAtOnce = 5000
const filesAtOnce = 8

/** Files under `instance/` identify the owner of the store, and files under `search/` are not moved. */
const prefixes = ['gifs', 'public/gifs', 'incoming', 'sources']

/** The number of rows of each table, and a SHA-256 of all of them in the order of their keys, columns by name. */
export async function checksumRows(database: MoveDatabase): Promise<Map<string, string>> {
  const reader = new MoveRows(database)
  const sums = new Map<string, string>()
  for (const table of (await reader.tables()).toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const order = table.columns
      .map(({ name }, index) => ({ name, index }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    const hash = createHash('sha256')
    let count = 0
    for (let after: MoveRow | null = null, isLast = false; !isLast;) {
      const rows: MoveRow[] = await reader.read(table, { after, upTo: null, limit: rowsAtOnce })
      isLast = rows.length < rowsAtOnce || table.key.length === 0
      after = keyOf(table, rows.at(-1) ?? [])
      count += rows.length
      for (const row of rows) hash.update(`${order.map(({ index }) => asText(row[index])).join('\t')}\n`)
    }
    sums.set(table.name, `${count} rows ${hash.digest('hex')}`)
  }
  return sums
}

/** The SHA-256 of every file of a media store by its key. */
export async function checksumFiles(store: MediaStore): Promise<Map<string, string>> {
  const keys: StoreKey[] = []
  for (const prefix of prefixes) for await (const { key } of store.list(prefix)) keys.push(key)
  const sums = new Map<string, string>()
  let next = 0
  const work = async () => {
    for (let key = keys[next++]; key !== undefined; key = keys[next++]) {
      const hash = createHash('sha256')
      for await (const chunk of (await store.read(key)) as AsyncIterable<Buffer>) hash.update(chunk)
      sums.set(key, hash.digest('hex'))
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, work))
  return sums
}

/** Throws if two sides differ. */
export function assertSame(
  what: string,
  ours: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
): void {
  const names = new Set([...ours.keys(), ...theirs.keys()])
  const other = [...names].filter((name) => ours.get(name) !== theirs.get(name))
  if (other.length > 0) throw new Error(`${other.length} ${what} differ: ${other.slice(0, 5).join(', ')}`)
}

function asText(value: MoveRow[number] | undefined): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return JSON.stringify(typeof value === 'bigint' ? String(value) : value)
}
