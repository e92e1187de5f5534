import type { Kysely, Selectable } from 'kysely'
import type { Gif, NewGif } from '../../catalogue/gif.ts'
import { addToSearch, removeFromSearch, settleSearch } from './search-index.ts'
import type { Tables } from './tables.ts'

type Row = Omit<Selectable<Tables['gif']>, 'slot'> & { category_code: string; category_name: string }

/** Every GIF with its category, to be narrowed with `where`. */
export function selectGifs(db: Kysely<Tables>) {
  return db.selectFrom('gif').innerJoin('category', 'category.id', 'gif.category_id').select(gifColumns)
}

/** What `toGif` needs, where `gif` and `category` are joined. */
export const gifColumns = [
  'gif.id',
  'gif.code',
  'gif.media_id',
  'gif.title',
  'gif.category_id',
  'gif.tags',
  'gif.width',
  'gif.height',
  'gif.duration_ms',
  'gif.frames',
  'gif.gif_bytes',
  'gif.mp4_bytes',
  'gif.webp_bytes',
  'gif.nsfw',
  'gif.private',
  'gif.owner_id',
  'gif.created_at',
  'category.code as category_code',
  'category.name as category_name',
] as const

/** A row as the domain's GIF. */
export function toGif(row: Row): Gif {
  return {
    id: row.id,
    code: row.code,
    mediaId: row.media_id,
    title: row.title,
    category: { id: row.category_id, code: row.category_code, name: row.category_name },
    tags: JSON.parse(row.tags) as string[],
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
    frames: row.frames,
    gifBytes: row.gif_bytes,
    mp4Bytes: row.mp4_bytes,
    webpBytes: row.webp_bytes,
    nsfw: row.nsfw === 1,
    private: row.private === 1,
    ownerId: row.owner_id,
    createdAt: row.created_at,
  }
}

/**
 * Adds the GIF, and when it is public makes it findable. Gives its id.
 * Inside a transaction, which ends with `catalogueChanged`.
 */
export async function insertGif(trx: Kysely<Tables>, gif: NewGif): Promise<number> {
  const nsfw = Number(gif.nsfw)
  const slot = gif.private ? null : await openSlot(trx, gif.categoryId, nsfw)
  const { id } = await trx
    .insertInto('gif')
    .values({
      code: gif.code,
      media_id: gif.mediaId,
      title: gif.title,
      category_id: gif.categoryId,
      tags: JSON.stringify(gif.tags),
      width: gif.width,
      height: gif.height,
      duration_ms: gif.durationMs,
      frames: gif.frames,
      gif_bytes: gif.gifBytes,
      mp4_bytes: gif.mp4Bytes,
      webp_bytes: gif.webpBytes,
      nsfw,
      private: Number(gif.private),
      owner_id: gif.ownerId,
      created_at: gif.createdAt,
      slot,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (slot !== null) {
    await trx.insertInto('gif_slot').values({ category_id: gif.categoryId, nsfw, slot, gif_id: id }).execute()
    await addToSearch(trx, id, gif)
  }
  return id
}

/** Removes the GIF and every trace of it from search and random. Inside a transaction, which ends with `catalogueChanged`. */
export async function removeGif(trx: Kysely<Tables>, id: number): Promise<Gif | undefined> {
  const row = await selectGifs(trx).select('gif.slot').where('gif.id', '=', id).executeTakeFirst()
  if (row === undefined) return undefined
  await trx.deleteFrom('gif').where('id', '=', id).execute()
  if (row.slot !== null) {
    await closeSlot(trx, row.category_id, row.nsfw, row.slot)
    await removeFromSearch(trx, id)
  }
  return toGif(row)
}

/** Ends a transaction that changed GIFs or categories: whoever remembers answers learns that they are old. */
export async function catalogueChanged(trx: Kysely<Tables>): Promise<void> {
  await trx
    .updateTable('catalogue_version')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute()
  await settleSearch(trx)
}

/** A new place at the end of the pool. */
async function openSlot(trx: Kysely<Tables>, categoryId: number, nsfw: number): Promise<number> {
  const { size } = await trx
    .updateTable('gif_pool')
    .set((eb) => ({ size: eb('size', '+', 1) }))
    .where('category_id', '=', categoryId)
    .where('nsfw', '=', nsfw)
    .returning('size')
    .executeTakeFirstOrThrow()
  return size - 1
}

/** Closes the gap of a removed GIF with the last one of the pool, so that the places stay without gaps. */
async function closeSlot(trx: Kysely<Tables>, categoryId: number, nsfw: number, slot: number): Promise<void> {
  const { size: lastSlot } = await trx
    .updateTable('gif_pool')
    .set((eb) => ({ size: eb('size', '-', 1) }))
    .where('category_id', '=', categoryId)
    .where('nsfw', '=', nsfw)
    .returning('size')
    .executeTakeFirstOrThrow()
  const { gif_id: lastGif } = await trx
    .deleteFrom('gif_slot')
    .where('category_id', '=', categoryId)
    .where('nsfw', '=', nsfw)
    .where('slot', '=', lastSlot)
    .returning('gif_id')
    .executeTakeFirstOrThrow()
  if (lastSlot === slot) return
  await trx
    .updateTable('gif_slot')
    .set({ gif_id: lastGif })
    .where('category_id', '=', categoryId)
    .where('nsfw', '=', nsfw)
    .where('slot', '=', slot)
    .execute()
  await trx.updateTable('gif').set({ slot }).where('id', '=', lastGif).execute()
}
