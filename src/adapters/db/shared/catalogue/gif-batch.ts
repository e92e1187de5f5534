import type { CompiledQuery, Kysely } from 'kysely'
import { isListed, type NewGif } from '../../../../catalogue/gif.ts'
import type { Tables } from '../tables.ts'
import { logGifs } from './change-log.ts'
import { gifValues, openSlots, poolRating } from './gif-rows.ts'

/** A GIF with the uses it had before it was added here. */
export type UsedGif = NewGif & { uses: number; trend: number | null }

/** The number of rows written by one statement. */
const rowsInStatement = 100

/**
 * Adds many GIFs at a fraction of the cost of `insertGif`: with statements for many rows, compiled once per inserter.
 * Call inside a transaction.
 */
export function gifInserter(): (trx: Kysely<Tables>, gifs: readonly UsedGif[]) => Promise<void> {
  let statement: CompiledQuery | undefined
  const insertRows = async (trx: Kysely<Tables>, rows: ReturnType<typeof rowOf>[]) => {
    if (rows.length < rowsInStatement) return trx.insertInto('gif').values(rows).execute()
    statement ??= trx.insertInto('gif').values(rows).compile()
    return trx.executeQuery({ ...statement, parameters: rows.flatMap((row) => Object.values(row)) })
  }
  return async (trx, gifs) => {
    const { last } = await trx
      .selectFrom('gif')
      .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last'))
      .executeTakeFirstOrThrow()
    const nextSlot = await openPools(trx, gifs)
    const rows = gifs.map((gif) => rowOf(gif, nextSlot(gif)))
    for (let start = 0; start < rows.length; start += rowsInStatement)
      await insertRows(trx, rows.slice(start, start + rowsInStatement))
    await trx
      .insertInto('gif_slot')
      .columns(['category_id', 'rating', 'slot', 'gif_id'])
      .expression(
        trx
          .selectFrom('gif')
          .select((eb) => ['category_id', eb.fn.coalesce('rating', eb.val('')).as('rating'), 'slot', 'id'])
          .where('id', '>', last)
          .where('slot', 'is not', null)
          .$narrowType<{ slot: number }>(),
      )
      .execute()
    const added = await trx.selectFrom('gif').select('id').where('id', '>', last).orderBy('id').execute()
    await logGifs(
      trx,
      added.map(({ id }) => id),
    )
  }
}

function rowOf(gif: UsedGif, slot: number | null) {
  return { ...gifValues(gif, slot), trend: gif.trend }
}

/** Opens places for these GIFs in their pools; returns a function that hands them out one by one. */
async function openPools(
  trx: Kysely<Tables>,
  gifs: readonly UsedGif[],
): Promise<(gif: UsedGif) => number | null> {
  const keyOf = (gif: UsedGif) => `${gif.categoryId} ${poolRating(gif.rating)}`
  const pools = Map.groupBy(gifs.filter(isListed), keyOf)
  const next = new Map<string, number>()
  for (const [key, [first, ...others]] of pools) {
    if (first === undefined) continue
    next.set(key, await openSlots(trx, first.categoryId, first.rating, 1 + others.length))
  }
  return (gif) => {
    const slot = isListed(gif) ? next.get(keyOf(gif)) : undefined
    if (slot === undefined) return null
    next.set(keyOf(gif), slot + 1)
    return slot
  }
}
