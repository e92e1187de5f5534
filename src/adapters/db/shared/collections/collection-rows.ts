import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Gif } from '../../../../catalogue/gif.ts'
import type { Collection } from '../../../../catalogue/collections/collection.ts'
import {
  maxCovers,
  type ReportedCollection,
  type ShownTo,
} from '../../../../catalogue/collections/collection-store.ts'
import { isNoticeReason } from '../../../../catalogue/notices/notice.ts'
import { selectGifs, toGif } from '../catalogue/gif-rows.ts'
import { numbersOf } from '../dialect.ts'
import type { Tables } from '../tables.ts'

export function toCollection(row: Selectable<Tables['collection']>): Collection {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    visibility: row.visibility,
    hidden: row.hidden === 1,
    ownerId: row.account_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Counts the shown GIFs of each collection. */
export async function countShown(
  db: Kysely<Tables>,
  ids: readonly number[],
  shownTo: ShownTo,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('collection_gif')
    .innerJoin('gif', 'gif.id', 'collection_gif.gif_id')
    .select((eb) => ['collection_id', eb.fn.countAll<number>().as('gifs')])
    .where('collection_id', 'in', numbersOf(ids))
    .where(isVisibleTo(shownTo))
    .groupBy('collection_id')
    .execute()
  return new Map(rows.map((row) => [row.collection_id, row.gifs]))
}

/** The first shown GIFs of each collection. */
export async function firstShown(
  db: Kysely<Tables>,
  ids: readonly number[],
  shownTo: ShownTo,
): Promise<Map<number, Gif[]>> {
  const ranked = db
    .selectFrom('collection_gif')
    .innerJoin('gif', 'gif.id', 'collection_gif.gif_id')
    .select(['collection_id', 'gif_id'])
    .select(sql<number>`row_number() over (partition by collection_id order by place, gif_id)`.as('number'))
    .where('collection_id', 'in', numbersOf(ids))
    .where(isVisibleTo(shownTo))
  const rows = await selectGifs(db)
    .innerJoin(ranked.as('ranked'), 'ranked.gif_id', 'gif.id')
    .select(['ranked.collection_id', 'ranked.number'])
    .where('ranked.number', '<=', maxCovers)
    .orderBy('ranked.number')
    .execute()
  const covers = new Map<number, Gif[]>()
  for (const row of rows) {
    const gifs = covers.get(row.collection_id) ?? []
    gifs.push(toGif(row))
    covers.set(row.collection_id, gifs)
  }
  return covers
}

/** Records that the GIFs of a collection changed. */
export async function noteChange(trx: Kysely<Tables>, id: number, now: number): Promise<void> {
  await trx.updateTable('collection').set({ updated_at: now }).where('id', '=', id).execute()
}

/** The collections with their open reports, oldest first. */
export async function withReports(
  db: Kysely<Tables>,
  rows: readonly Selectable<Tables['collection']>[],
): Promise<ReportedCollection[]> {
  const reports = await db
    .selectFrom('collection_report')
    .selectAll()
    .where('collection_id', 'in', numbersOf(rows.map(({ id }) => id)))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    collection: toCollection(row),
    reports: reports
      .filter((report) => report.collection_id === row.id)
      .map(({ reason, words, created_at: createdAt }) => ({
        reason: isNoticeReason(reason) ? reason : ('other' as const),
        words,
        createdAt,
      })),
  }))
}

/** Matches a joined row of `gif` that is listed or, with an account, open to everyone or the account's own. */
export function isVisibleTo(shownTo: ShownTo): RawBuilder<boolean> {
  if (shownTo === null) return sql<boolean>`(gif.visibility = 'public' and gif.hidden = 0)`
  return sql<boolean>`((gif.visibility != 'private' and gif.hidden = 0) or gif.owner_id = ${shownTo})`
}
