import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { inWriteTransaction } from '../transactions.ts'
import type { Tables } from '../tables.ts'
import { deleteGifRow } from './gif-rows.ts'

/** The first and last id of GIFs that were added together. Ids are never reused. */
type IdRange = [first: number, last: number]

const noteKey = 'demo'

/** The number of GIFs removed in one transaction, and the pause between two for the writes of a running service. */
const gifsInTransaction = 100
const pauseMs = 20

/** Records that the demo added the GIFs with an id above `last`. Call in the transaction that added them. */
export async function noteDemoGifs(trx: Kysely<Tables>, last: number): Promise<void> {
  const added: IdRange = [last + 1, await lastGifId(trx)]
  const ranges = await notedRanges(trx)
  const before = ranges.at(-1)
  if (before?.[1] === last) before[1] = added[1]
  else ranges.push(added)
  const value = JSON.stringify(ranges)
  await trx
    .insertInto('instance')
    .values({ key: noteKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** The highest id of a GIF; 0 without GIFs. */
export async function lastGifId(trx: Kysely<Tables>): Promise<number> {
  const row = await trx
    .selectFrom('gif')
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  return row.last
}

/**
 * Removes every GIF that the demo added, with its favorites, reports and places in collections; returns their media
 * ids. `onProgress` receives the number of removed GIFs.
 */
export async function removeDemoGifs(
  db: Kysely<Tables>,
  { onProgress, signal }: { onProgress: (removed: number) => void; signal: AbortSignal },
): Promise<Set<string>> {
  const mediaIds = new Set<string>()
  const ranges = await notedRanges(db)
  let removed = 0
  for (const [first, last] of [...ranges, ...(await unnotedRanges(db))]) {
    for (;;) {
      const gone = await inWriteTransaction(db, 'catalogue', (trx) => removeSome(trx, [first, last]))
      if (gone.length === 0) break
      for (const mediaId of gone) mediaIds.add(mediaId)
      onProgress((removed += gone.length))
      await delay(pauseMs)
      signal.throwIfAborted()
    }
  }
  // A demo that ran at the same time has recorded more.
  await db
    .deleteFrom('instance')
    .where('key', '=', noteKey)
    .where('value', '=', JSON.stringify(ranges))
    .execute()
  return mediaIds
}

async function removeSome(trx: Kysely<Tables>, [first, last]: IdRange): Promise<string[]> {
  const rows = await trx
    .selectFrom('gif')
    .select(['id', 'media_id'])
    .where('id', '>=', first)
    .where('id', '<=', last)
    .limit(gifsInTransaction)
    .execute()
  for (const { id } of rows) await deleteGifRow(trx, id)
  return rows.map((row) => row.media_id)
}

async function notedRanges(db: Kysely<Tables>): Promise<IdRange[]> {
  const row = await db.selectFrom('instance').select('value').where('key', '=', noteKey).executeTakeFirst()
  return row === undefined ? [] : (JSON.parse(row.value) as IdRange[])
}

/**
 * Finds GIFs of demos that recorded nothing: several without an owner that share the files of one animation in the
 * demo's shape.
 */
async function unnotedRanges(db: Kysely<Tables>): Promise<IdRange[]> {
  const shared = db
    .selectFrom('gif')
    .select('media_id')
    .where('width', '=', 320)
    .where('height', '=', 180)
    .where('frames', '=', 2)
    .where('duration_ms', '=', 1000)
    .where('owner_id', 'is', null)
    .groupBy('media_id')
    .having((eb) => eb.fn.countAll(), '>', 1)
  const rows = await db.selectFrom('gif').select('id').where('media_id', 'in', shared).execute()
  return rows.map(({ id }) => [id, id])
}
