import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { ExportFilter } from '../../../../catalogue/catalogue-store.ts'
import { listOf, numberValue, wholePart } from '../dialect.ts'
import type { PoolRating, Tables } from '../tables.ts'
import { gifColumns, selectGifs, tenorId } from './gif-rows.ts'

/* The most frequent statements of the catalogue, compiled once by the store. */

/** The ids of listed GIFs, and of those that others were merged into, by lists of codes and Tenor ids. */
export function listedByPublicIds(db: Kysely<Tables>) {
  const listed = db
    .selectFrom('gif')
    .select(['gif.id', 'gif.code', tenorId])
    .where('gif.slot', 'is not', null)
  const moved = db
    .selectFrom('moved_gif')
    .innerJoin('gif', 'gif.id', 'moved_gif.gif_id')
    .select(['gif.id', 'moved_gif.code', sql<string>`cast(moved_gif.tenor_id as text)`.as('tenor_id')])
    .where('gif.slot', 'is not', null)
  const numbers = sql`(select cast(value as bigint) from ${listOf<string>([])} as asked)`
  return listed
    .where('gif.code', 'in', listOf<string>([]))
    .unionAll(listed.where(sql<boolean>`gif.tenor_id in ${numbers}`))
    .unionAll(moved.where('moved_gif.code', 'in', listOf<string>([])))
    .unionAll(moved.where(sql<boolean>`moved_gif.tenor_id in ${numbers}`))
}

/**
 * Ranks GIFs with the same files by their reach, in the order of the index: whoever may see any of them may see the
 * files.
 */
const reachRank = sql`case when slot is not null then 0 when visibility = 'unlisted' and hidden = 0 then 1 else 2 end`

export function gifOfMedia(db: Kysely<Tables>) {
  return selectGifs(db).where('gif.media_id', '=', '').orderBy(reachRank).limit(sql.lit(1))
}

/**
 * The GIF at a fraction of the way through all places of the matching pools: one statement, so that nothing changes
 * between choosing and reading.
 */
export function gifAtPlace(db: Kysely<Tables>) {
  return db
    .with('pool', (query) =>
      query
        .selectFrom('gif_pool')
        .select(['category_id', 'rating', 'size'])
        .select(sql<number>`cast(sum(size) over (order by category_id, rating) as bigint)`.as('upto'))
        .where(sql<boolean>`(${numberValue(null)} is null or category_id = ${0})`)
        .where('rating', 'in', listOf<PoolRating>([])),
    )
    .with('place', (query) =>
      query.selectNoFrom(wholePart(sql`${0}`, sql`(select max(upto) from pool)`).as('number')),
    )
    .selectFrom('place')
    .innerJoin('pool', (join) =>
      join.on(sql<boolean>`pool.upto > place.number`).on(sql<boolean>`pool.upto - pool.size <= place.number`),
    )
    .innerJoin('gif_slot', (join) =>
      join
        .onRef('gif_slot.category_id', '=', 'pool.category_id')
        .onRef('gif_slot.rating', '=', 'pool.rating')
        .on(sql<boolean>`gif_slot.slot = place.number - (pool.upto - pool.size)`),
    )
    .innerJoin('gif', 'gif.id', 'gif_slot.gif_id')
    .innerJoin('category', 'category.id', 'gif.category_id')
    .select(gifColumns)
}

/** Narrows a query to the GIFs of an export. */
export function narrowToExported<O>(
  query: SelectQueryBuilder<Tables, 'gif', O>,
  { ownerId, categoryId, visibility, withHidden }: ExportFilter,
): SelectQueryBuilder<Tables, 'gif', O> {
  return query
    .$if(ownerId !== null, (some) => some.where('gif.owner_id', '=', ownerId))
    .$if(categoryId !== null, (some) => some.where('gif.category_id', '=', categoryId ?? 0))
    .$if(visibility !== null, (some) => some.where('gif.visibility', '=', visibility ?? 'public'))
    .$if(!withHidden, (some) => some.where('gif.hidden', '=', 0))
}
