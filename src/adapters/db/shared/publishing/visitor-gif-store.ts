import type { Kysely, Selectable } from 'kysely'
import { checkVisibility } from '../../../../catalogue/change-gif.ts'
import type { Gif } from '../../../../catalogue/gif.ts'
import { visibilityOf } from '../../../../catalogue/publishing/publishing-rules.ts'
import type { VisitorGif, WaitingGif } from '../../../../catalogue/publishing/visitor-gif.ts'
import type { VisitorGifChange, VisitorGifStore } from '../../../../catalogue/publishing/visitor-gif-store.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { deleteGifRow, selectGifs, toGif, updateGifRow } from '../catalogue/gif-rows.ts'
import { openNoticesOf } from '../notices/open-notices.ts'
import type { Tables } from '../tables.ts'
import { inWriteTransaction, type OnChange } from '../transactions.ts'
import { recordWaiting } from '../webhooks/event-rows.ts'
import { countWaiting, inStateIndex } from './visitor-rows.ts'

export class SqlVisitorGifStore implements VisitorGifStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock
  readonly #onChange: OnChange
  readonly #publicMedia: boolean

  /** `onChange` and `publicMedia` are those of the catalogue's store. */
  constructor(
    db: Kysely<Tables>,
    clock: Clock,
    { onChange = () => undefined, publicMedia = false }: { onChange?: OnChange; publicMedia?: boolean } = {},
  ) {
    this.#db = db
    this.#clock = clock
    this.#onChange = onChange
    this.#publicMedia = publicMedia
  }

  async byCode(code: string): Promise<VisitorGif | undefined> {
    const row = await this.#db
      .selectFrom('visitor_gif')
      .selectAll()
      .where('code', '=', code)
      .executeTakeFirst()
    return row && toVisitorGif(row)
  }

  async change(code: string, to: VisitorGifChange, ifSince?: number): Promise<Gif | undefined> {
    const gif = await inWriteTransaction(this.#db, 'catalogue', async (trx) => {
      const row = await selectGifs(trx)
        .innerJoin('visitor_gif', 'visitor_gif.code', 'gif.code')
        .select(['visitor_gif.state', 'visitor_gif.reason', 'visitor_gif.since'])
        .where('gif.code', '=', code)
        .executeTakeFirst()
      if (row === undefined) return undefined
      if (ifSince !== undefined && (row.state !== 'waiting' || row.since !== ifSince)) return undefined
      const state = typeof to.state === 'function' ? to.state(row.state) : to.state
      const isOther = state !== row.state
      const change = { ...to.change, visibility: visibilityOf(state) }
      checkVisibility(toGif(row), change)
      await trx
        .updateTable('visitor_gif')
        .set({
          state,
          reason: to.reason ?? (isOther ? null : row.reason),
          // A waiting GIF that changed needs a new decision.
          since: isOther || state === 'waiting' ? this.#later(row.since) : row.since,
          ...(state === 'published'
            ? { client: null }
            : isOther && to.client !== undefined && { client: to.client }),
        })
        .where('code', '=', code)
        .execute()
      if (state === 'waiting' && isOther) await recordWaiting(trx)
      return updateGifRow(trx, row.id, change, this.#publicMedia)
    })
    if (gif !== undefined) await this.#onChange([gif.id])
    return gif
  }

  async waiting({
    start,
    limit,
  }: {
    start: number
    limit: number
  }): Promise<{ total: number; gifs: WaitingGif[] }> {
    const rows = await madeGifs(this.#db)
      .select('visitor_gif.since')
      .where('visitor_gif.state', '=', 'waiting')
      .orderBy('visitor_gif.since')
      .orderBy('visitor_gif.code')
      .limit(limit)
      .offset(start)
      .execute()
    return {
      total: await this.countWaiting(),
      gifs: rows.map((row) => ({ gif: toGif(row), since: row.since })),
    }
  }

  countWaiting(): Promise<number> {
    return countWaiting(this.#db)
  }

  async removeUnpublished(timeMs: number, limit: number): Promise<Gif[]> {
    const gifs = await inWriteTransaction(this.#db, 'catalogue', async (trx) => {
      const rows = await madeGifs(trx)
        .where('visitor_gif.state', 'in', ['unpublished', 'declined'])
        .where('visitor_gif.since', '<', timeMs)
        .where('gif.hidden', '=', 0)
        .where((eb) => eb.not(eb.exists(openNoticesOf(eb))))
        .orderBy('visitor_gif.since')
        .limit(limit)
        .execute()
      for (const { id } of rows) await deleteGifRow(trx, id)
      return rows.map(toGif)
    })
    if (gifs.length > 0) await this.#onChange(gifs.map(({ id }) => id))
    return gifs
  }

  async forgetUnmade(timeMs: number): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('visitor_gif')
      .where('bytes', 'is', null)
      .where('since', '<', timeMs)
      .where('code', 'not in', (eb) =>
        eb
          .selectFrom('task')
          .select('task.code')
          .where('task.code', 'is not', null)
          .where('task.status', '!=', 'done')
          .$narrowType<{ code: string }>(),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  /**
   * Returns a later time than `since`, so that the current version is never mistaken for the one that waited before.
   */
  #later(since: number): number {
    return Math.max(this.#clock.now(), since + 1)
  }
}

/** Selects visitors' GIFs that are made but not published. */
function madeGifs(db: Kysely<Tables>) {
  return selectGifs(db).innerJoin('visitor_gif', 'visitor_gif.code', 'gif.code').where(inStateIndex)
}

function toVisitorGif(row: Selectable<Tables['visitor_gif']>): VisitorGif {
  return { code: row.code, keyHash: row.key_hash, state: row.state, reason: row.reason, since: row.since }
}
