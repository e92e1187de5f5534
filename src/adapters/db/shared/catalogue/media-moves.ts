import { type Kysely, type Selectable, sql } from 'kysely'
import { type GifExposure, isOpen } from '../../../../catalogue/gif.ts'
import { newMediaId } from '../../../../media/media-files.ts'
import { isPublicMedia } from '../../../../media/rendition.ts'
import type { MediaMove, MediaMoveStore, MoveState } from '../../../../media/moves/media-move-store.ts'
import { numbersOf } from '../dialect.ts'
import type { Tables } from '../tables.ts'

type SeenGif = GifExposure & { mediaId: string }

/**
 * The media id of a GIF after a change. It is a new one if the files are public but not everyone may open the GIF any
 * more, or if everyone may open it again and `publicMedia` makes its files public.
 */
export function mediaIdAfter(before: SeenGif, after: GifExposure, publicMedia: boolean): string {
  const { mediaId } = before
  if (isPublicMedia(mediaId)) return isOpen(after) ? mediaId : newMediaId('closed')
  return publicMedia && isOpen(after) && !isOpen(before) ? newMediaId('public') : mediaId
}

/**
 * Begins to move the files of a GIF whose row has the new media id; null if its row is gone. Running derivations lose
 * their claim, so that none writes under the old id for longer than its lease. Call inside a transaction.
 */
export async function beginMediaMove(
  trx: Kysely<Tables>,
  { gifId, from, to }: Pick<MediaMove, 'gifId' | 'from' | 'to'>,
): Promise<void> {
  const state = to === null ? 'remove' : 'copy'
  await trx.insertInto('retired_media').values({ gif_id: gifId, old_id: from, new_id: to, state }).execute()
  if (to === null || (await hasGif(trx, from))) return
  await trx
    .updateTable('task')
    .set({
      media_id: to,
      status: 'waiting',
      // A run claimed for the old files does not count.
      attempts: sql<number>`case when status = 'processing' then attempts - 1 else attempts end`,
      claim_token: null,
      progress: 0,
    })
    .where('class', '=', 'derivation')
    .where('media_id', '=', from)
    .where('ended_at', 'is', null)
    .execute()
}

/** Returns true if a GIF has these files or they are being moved away: then they stay. One statement checks both. */
export async function isMediaNamed(db: Kysely<Tables>, mediaId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from gif where media_id = ${mediaId}
    union all select 1 from retired_media where old_id = ${mediaId} limit 1
  `.execute(db)
  return rows.length > 0
}

/** Returns true if files are still being copied to this media id. */
export async function isMediaArriving(db: Kysely<Tables>, mediaId: string): Promise<boolean> {
  const row = await db
    .selectFrom('retired_media')
    .select('id')
    .where('new_id', '=', mediaId)
    .where('state', '=', 'copy')
    .executeTakeFirst()
  return row !== undefined
}

export class SqlMediaMoves implements MediaMoveStore {
  readonly #db: Kysely<Tables>

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  async list(after: number, limit: number): Promise<MediaMove[]> {
    const rows = await this.#all().where('id', '>', after).limit(limit).execute()
    return rows.map(toMove)
  }

  async ofGifs(gifIds: readonly number[]): Promise<MediaMove[]> {
    const rows = await this.#all().where('gif_id', 'in', numbersOf(gifIds)).execute()
    return rows.map(toMove)
  }

  async read(id: number): Promise<MediaMove | undefined> {
    const row = await this.#all().where('id', '=', id).executeTakeFirst()
    return row && toMove(row)
  }

  async copiedBefore({ id, from }: MediaMove): Promise<MediaMove | undefined> {
    const row = await this.#all()
      .where('new_id', '=', from)
      .where('state', '=', 'copy')
      .where('id', '<', id)
      .executeTakeFirst()
    return row && toMove(row)
  }

  async isNeeded({ id, to }: MediaMove): Promise<boolean> {
    if (to === null) return false
    return (await hasGif(this.#db, to)) || this.#copiesFrom(to, id)
  }

  async mayRemove({ id, from }: MediaMove): Promise<boolean> {
    return !(await hasGif(this.#db, from)) && !(await this.#copiesFrom(from, id))
  }

  async advance(id: number, state: MoveState, settleAt: number | null = null): Promise<void> {
    await this.#db
      .updateTable('retired_media')
      .set({ state, settle_at: settleAt })
      .where('id', '=', id)
      .execute()
  }

  async end(id: number): Promise<void> {
    await this.#db.deleteFrom('retired_media').where('id', '=', id).execute()
  }

  #all() {
    return this.#db.selectFrom('retired_media').selectAll().orderBy('id')
  }

  async #copiesFrom(mediaId: string, exceptId: number): Promise<boolean> {
    const row = await this.#all()
      .where('old_id', '=', mediaId)
      .where('state', '=', 'copy')
      .where('id', '!=', exceptId)
      .executeTakeFirst()
    return row !== undefined
  }
}

async function hasGif(db: Kysely<Tables>, mediaId: string): Promise<boolean> {
  const row = await db.selectFrom('gif').select('id').where('media_id', '=', mediaId).executeTakeFirst()
  return row !== undefined
}

function toMove(row: Selectable<Tables['retired_media']>): MediaMove {
  return {
    id: row.id,
    gifId: row.gif_id,
    from: row.old_id,
    to: row.new_id,
    state: row.state,
    settleAt: row.settle_at,
  }
}
