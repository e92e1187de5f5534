import { type Kysely, type Selectable, sql } from 'kysely'
import {
  type Gif,
  type GifChange,
  isListed,
  isOpen,
  type NewGif,
  type Rating,
} from '../../../../catalogue/gif.ts'
import { checkCategory } from './category-rows.ts'
import { logGifs } from './change-log.ts'
import { isPublicMedia } from '../../../../media/rendition.ts'
import { beginMediaMove, mediaIdAfter } from './media-moves.ts'
import { closeNotices } from '../notices/open-notices.ts'
import { packRenditions, readRenditions } from './rendition-column.ts'
import type { PoolRating, Tables } from '../tables.ts'
import { recordChange, recordPublished, recordRemoved } from '../webhooks/event-rows.ts'

type Row = Omit<
  Selectable<Tables['gif']>,
  'slot' | 'uses' | 'trend' | 'tenor_id' | 'source_hash' | 'look'
> & {
  tenor_id: string
  category_code: string
  category_name: string
}

/** Selects GIFs with their categories, to be narrowed with `where`. */
export function selectGifs(db: Kysely<Tables>) {
  return db.selectFrom('gif').innerJoin('category', 'category.id', 'gif.category_id').select(gifColumns)
}

/** The column as text: not all of SQLite's integers fit in a number. */
export const tenorId = sql<string>`cast(gif.tenor_id as text)`.as('tenor_id')

/** The columns for `toGif` from `gif` joined with `category`. */
export const gifColumns = [
  'gif.id',
  'gif.code',
  tenorId,
  'gif.media_id',
  'gif.title',
  'gif.category_id',
  'gif.tags',
  'gif.width',
  'gif.height',
  'gif.duration_ms',
  'gif.frames',
  'gif.renditions',
  'gif.has_alpha',
  'gif.alt',
  'gif.flashing',
  'gif.original',
  'gif.visibility',
  'gif.rating',
  'gif.hidden',
  'gif.owner_id',
  'gif.created_at',
  'category.code as category_code',
  'category.name as category_name',
] as const

/** Converts a row to the domain's GIF. */
export function toGif(row: Row): Gif {
  return {
    id: row.id,
    code: row.code,
    tenorId: row.tenor_id,
    mediaId: row.media_id,
    title: row.title,
    category: { id: row.category_id, code: row.category_code, name: row.category_name },
    tags: JSON.parse(row.tags) as string[],
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
    frames: row.frames,
    renditions: readRenditions(row.renditions),
    hasAlpha: row.has_alpha === null ? null : row.has_alpha === 1,
    alt: row.alt,
    flashing: row.flashing === null ? null : row.flashing === 1,
    ...(row.original === 1 && { isOriginal: true }),
    visibility: row.visibility,
    rating: row.rating,
    hidden: row.hidden === 1,
    ownerId: row.owner_id,
    createdAt: row.created_at,
  }
}

/** Adds the GIF and returns its id. Call inside a transaction. */
export async function insertGif(trx: Kysely<Tables>, gif: NewGif): Promise<number> {
  if (isPublicMedia(gif.mediaId) && !isOpen(gif))
    throw new Error('a GIF that not everyone may open has public files')
  const slot = isListed(gif) ? await openSlots(trx, gif.categoryId, gif.rating, 1) : null
  const { id } = await trx
    .insertInto('gif')
    .values(gifValues(gif, slot))
    .returning('id')
    .executeTakeFirstOrThrow()
  if (slot !== null) await fillSlot(trx, id, slot, gif)
  await logGifs(trx, [id])
  await recordPublished(trx, gif, async () => toGif(await gifRow(trx, id)))
  return id
}

/** The columns of a new GIF, always in the same order. */
export function gifValues(gif: NewGif, slot: number | null) {
  return {
    code: gif.code,
    tenor_id: BigInt(gif.tenorId),
    media_id: gif.mediaId,
    title: gif.title,
    category_id: gif.categoryId,
    tags: JSON.stringify(gif.tags),
    width: gif.width,
    height: gif.height,
    duration_ms: gif.durationMs,
    frames: gif.frames,
    renditions: packRenditions(gif.renditions),
    has_alpha: gif.hasAlpha === null ? null : Number(gif.hasAlpha),
    look: gif.look ?? null,
    alt: gif.alt,
    flashing: gif.flashing === null ? null : Number(gif.flashing),
    original: Number(gif.isOriginal === true),
    visibility: gif.visibility,
    rating: gif.rating,
    hidden: Number(gif.hidden),
    owner_id: gif.ownerId,
    created_at: gif.createdAt,
    slot,
    source_hash: gif.sourceHash ?? null,
    uses: gif.uses ?? 0,
  }
}

/**
 * Changes the GIF: takes it out of random, and puts its new state back if everyone may see it. Its id stays, and so
 * does its position among the newest. If the change affects who may open it, its files begin to move to another media
 * id; `publicMedia`: everyone may read the files of GIFs that everyone may open. Returns the changed GIF; undefined if
 * it does not exist. Throws AppError invalid_value for an unknown category. Call inside a transaction.
 */
export async function updateGifRow(
  trx: Kysely<Tables>,
  id: number,
  change: GifChange,
  publicMedia = false,
): Promise<Gif | undefined> {
  const row = await selectGifs(trx).select('gif.slot').where('gif.id', '=', id).executeTakeFirst()
  if (row === undefined) return undefined
  const before = toGif(row)
  const gif = { ...before, categoryId: before.category.id, ...change }
  await checkCategory(trx, gif.categoryId)
  if (row.slot !== null) await closeSlot(trx, row.category_id, row.rating, row.slot)
  const slot = isListed(gif) ? await openSlots(trx, gif.categoryId, gif.rating, 1) : null
  const mediaId = mediaIdAfter(before, gif, publicMedia)
  await trx
    .updateTable('gif')
    .set({
      media_id: mediaId,
      title: gif.title,
      alt: gif.alt,
      category_id: gif.categoryId,
      tags: JSON.stringify(gif.tags),
      rating: gif.rating,
      visibility: gif.visibility,
      hidden: Number(gif.hidden),
      slot,
    })
    .where('id', '=', id)
    .execute()
  if (mediaId !== before.mediaId) await beginMediaMove(trx, { gifId: id, from: before.mediaId, to: mediaId })
  if (slot !== null) await fillSlot(trx, id, slot, gif)
  await logGifs(trx, [id])
  const after = toGif(await gifRow(trx, id))
  await recordChange(trx, before, after)
  return after
}

function gifRow(trx: Kysely<Tables>, id: number) {
  return selectGifs(trx).where('gif.id', '=', id).executeTakeFirstOrThrow()
}

/** Removes the GIF, also from random; files that everyone may read begin to be removed. Call inside a transaction. */
export async function deleteGifRow(trx: Kysely<Tables>, id: number): Promise<Gif | undefined> {
  const row = await selectGifs(trx).select('gif.slot').where('gif.id', '=', id).executeTakeFirst()
  if (row === undefined) return undefined
  await closeNotices(trx, id)
  await trx.deleteFrom('gif').where('id', '=', id).execute()
  await trx.deleteFrom('visitor_gif').where('code', '=', row.code).execute()
  await forgetSourceOf(trx, row.code)
  if (row.slot !== null) await closeSlot(trx, row.category_id, row.rating, row.slot)
  await logGifs(trx, [id])
  const gif = toGif(row)
  if (isPublicMedia(gif.mediaId)) await beginMediaMove(trx, { gifId: id, from: gif.mediaId, to: null })
  await recordRemoved(trx, gif)
  return gif
}

/** Forgets the prepared source of a removed GIF unless another GIF uses it. The sweeper removes its files. */
async function forgetSourceOf(trx: Kysely<Tables>, code: string): Promise<void> {
  const links = await trx.deleteFrom('source_gif').where('code', '=', code).returning('source_id').execute()
  for (const { source_id: id } of links) {
    await trx
      .deleteFrom('prepared_source')
      .where('id', '=', id)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('source_gif').select('code').where('source_id', '=', id))),
      )
      .execute()
  }
}

/** Puts a GIF into random at the place `slot`, which was opened for it. */
async function fillSlot(
  trx: Kysely<Tables>,
  id: number,
  slot: number,
  gif: Pick<NewGif, 'categoryId' | 'rating'>,
): Promise<void> {
  await trx
    .insertInto('gif_slot')
    .values({ category_id: gif.categoryId, rating: poolRating(gif.rating), slot, gif_id: id })
    .execute()
}

/** Opens new places at the end of the pool; returns the first. */
export async function openSlots(
  trx: Kysely<Tables>,
  categoryId: number,
  rating: Rating | null,
  count: number,
): Promise<number> {
  const { size } = await trx
    .insertInto('gif_pool')
    .values({ category_id: categoryId, rating: poolRating(rating), size: count })
    .onConflict((conflict) =>
      conflict
        .columns(['category_id', 'rating'])
        .doUpdateSet((eb) => ({ size: eb('gif_pool.size', '+', count) })),
    )
    .returning('size')
    .executeTakeFirstOrThrow()
  return size - count
}

/** Fills the place of a removed GIF with the last one of the pool, so that there are no gaps. */
async function closeSlot(
  trx: Kysely<Tables>,
  categoryId: number,
  rated: Rating | null,
  slot: number,
): Promise<void> {
  const rating = poolRating(rated)
  const { size: lastSlot } = await trx
    .updateTable('gif_pool')
    .set((eb) => ({ size: eb('size', '-', 1) }))
    .where('category_id', '=', categoryId)
    .where('rating', '=', rating)
    .returning('size')
    .executeTakeFirstOrThrow()
  const { gif_id: lastGif } = await trx
    .deleteFrom('gif_slot')
    .where('category_id', '=', categoryId)
    .where('rating', '=', rating)
    .where('slot', '=', lastSlot)
    .returning('gif_id')
    .executeTakeFirstOrThrow()
  if (lastSlot === slot) return
  await trx
    .updateTable('gif_slot')
    .set({ gif_id: lastGif })
    .where('category_id', '=', categoryId)
    .where('rating', '=', rating)
    .where('slot', '=', slot)
    .execute()
  await trx.updateTable('gif').set({ slot }).where('id', '=', lastGif).execute()
}

/** The rating as in a pool, where it cannot be null. */
export function poolRating(rating: Rating | null): PoolRating {
  return rating ?? ''
}
