import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { CatalogueChange, ChangeLog, Position } from '../../../../catalogue/change-log.ts'
import { randomId } from '../../../../lib/ids.ts'
import { prepared } from '../prepared.ts'
import type { Tables } from '../tables.ts'

/**
 * The number of changes in the log, about 25 bytes each. A reader that is further behind has to read the whole
 * catalogue.
 */
export const keptChanges = 100_000

/** The number of entries written by one statement. */
const rowsInStatement = 500

const maxMark = 2 ** 32

export class SqlChangeLog implements ChangeLog {
  readonly #position
  readonly #since
  readonly #history

  constructor(db: Kysely<Tables>) {
    this.#position = prepared(
      db,
      db
        .selectFrom('catalogue_version')
        .select(['epoch', 'version'])
        .select((eb) =>
          eb.fn
            .coalesce(
              eb
                .selectFrom('catalogue_change')
                .select((change) => change(change.fn.min('version'), '-', change.lit(1)).as('oldest')),
              'catalogue_version.version',
            )
            .as('oldest'),
        )
        .compile(),
    )
    this.#history = prepared(
      db,
      db
        .selectFrom('catalogue_version')
        .leftJoin('catalogue_change', (join) => join.on('catalogue_change.version', '=', 0))
        .select(['catalogue_version.epoch', 'catalogue_change.mark'])
        .compile(),
    )
    this.#since = prepared(
      db,
      db
        .selectFrom('catalogue_change')
        .select(['version', 'gif_id as gifId', 'category_id as categoryId'])
        .where('version', '>', 0)
        .orderBy('version')
        .limit(0)
        .compile(),
    )
  }

  async historyAt(version: number): Promise<string> {
    const [row] = await this.#history(version)
    return `${row?.epoch ?? ''}-${row?.mark?.toString(36) ?? ''}`
  }

  async position(): Promise<Position & { oldest: number }> {
    const [row] = await this.#position()
    if (row === undefined) throw new Error('The database has no version of the catalogue')
    return { epoch: row.epoch, version: row.version, oldest: row.oldest }
  }

  since(version: number, limit: number): Promise<CatalogueChange[]> {
    return this.#since(version, limit)
  }
}

/** Logs changes of GIFs, one for each id. Call in the transaction that makes them. */
export function logGifs(trx: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  return logChanges(trx, ids.length, (index) => ({ gif_id: ids[index] ?? null, category_id: null }))
}

/** Logs the change of a category. Call in the transaction that makes it. */
export function logCategory(trx: Kysely<Tables>, id: number): Promise<void> {
  return logChanges(trx, 1, () => ({ gif_id: null, category_id: id }))
}

async function logChanges(
  trx: Kysely<Tables>,
  count: number,
  change: (index: number) => { gif_id: number | null; category_id: number | null },
): Promise<void> {
  if (count === 0) return
  const { version } = await trx
    .updateTable('catalogue_version')
    .set((eb) => ({ version: eb('version', '+', count) }))
    .returning('version')
    .executeTakeFirstOrThrow()
  const before = version - count
  for (let start = Math.max(0, count - keptChanges); start < count; start += rowsInStatement) {
    const rows = Array.from({ length: Math.min(rowsInStatement, count - start) }, (_, index) => ({
      version: before + start + index + 1,
      mark: randomInt(maxMark),
      ...change(start + index),
    }))
    await trx.insertInto('catalogue_change').values(rows).execute()
  }
  await trx
    .deleteFrom('catalogue_change')
    .where('version', '<=', version - keptChanges)
    .execute()
}

/** Begins a new history: readers of the log read the whole catalogue again. */
export async function renewEpoch(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('catalogue_version')
    .set({ epoch: randomId(16) })
    .execute()
}
