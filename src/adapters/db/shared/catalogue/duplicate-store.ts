import { type Kysely, sql } from 'kysely'
import type {
  ChangeOfKept,
  DuplicateStore,
  GifPair,
  StoredLook,
} from '../../../../catalogue/duplicates/duplicate-store.ts'
import type { Gif } from '../../../../catalogue/gif.ts'
import { deleteGifRow, updateGifRow } from './gif-rows.ts'
import { readReported } from './visible-gifs.ts'
import { moveOpenNotices } from '../notices/open-notices.ts'
import { greatest, numbersOf, numberValue } from '../dialect.ts'
import { inWriteTransaction, type OnChange } from '../transactions.ts'
import type { Tables } from '../tables.ts'
import { lookVersion } from '../../../../looks/look.ts'
import { logGifs } from './change-log.ts'
import type { RowReader } from '../database.ts'
import { nameStatement } from '../prepared.ts'

type LookRow = [id: number, look: Uint8Array | null]

export class SqlDuplicateStore implements DuplicateStore {
  readonly #db: Kysely<Tables>
  readonly #onChange: OnChange

  readonly #looksAfter
  readonly #looksOf

  /**
   * `onChange` is called after a transaction that changed the catalogue was committed. Looks are read without kysely:
   * at the start there may be a million.
   */
  constructor(db: Kysely<Tables>, readRows: RowReader, onChange: OnChange = () => undefined) {
    this.#db = db
    this.#onChange = onChange
    const looks = db.selectFrom('gif').select(['id', 'look'])
    const after = looks.where('id', '>', 0).orderBy('id').limit(0).compile().sql
    const of = looks.where('id', 'in', numbersOf([])).compile().sql
    nameStatement(after)
    nameStatement(of)
    this.#looksAfter = (id: number, limit: number) => readRows<LookRow>(after, [id, limit])
    this.#looksOf = (ids: readonly number[]) => readRows<LookRow>(of, [JSON.stringify(ids)])
  }

  async merge(
    keptId: number,
    mergedId: number,
    changeOf: ChangeOfKept,
  ): Promise<{ kept: Gif; merged: Gif } | undefined> {
    const merged = await inWriteTransaction(this.#db, 'catalogue', async (trx) => {
      const { gifs, reported } = await readReported(trx, [keptId, mergedId])
      const [kept, other] = [gifs.get(keptId), gifs.get(mergedId)]
      const change = kept && other && changeOf(kept, other, reported)
      if (kept === undefined || other === undefined || !change) return undefined
      await moveRows(trx, keptId, mergedId)
      await deleteGifRow(trx, mergedId)
      const changed = await updateGifRow(trx, keptId, change)
      return { kept: changed ?? kept, merged: other }
    })
    if (merged !== undefined) await this.#onChange([keptId, mergedId])
    return merged
  }

  async dismiss(gifIds: readonly number[]): Promise<void> {
    await sql`
      insert into dismissed_pair (gif_id, other_id)
      select one.id, other.id from gif as one join gif as other on one.id < other.id
      where one.id in ${numbersOf(gifIds)} and other.id in ${numbersOf(gifIds)}
      on conflict do nothing
    `.execute(this.#db)
  }

  async usesOf(gifIds: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.#db
      .selectFrom('gif')
      .select(['id', 'uses'])
      .where('id', 'in', numbersOf(gifIds))
      .execute()
    return new Map(rows.map(({ id, uses }) => [id, uses]))
  }

  async dismissedPairs(gifIds: readonly number[]): Promise<GifPair[]> {
    const pairs = await this.#db
      .selectFrom('dismissed_pair')
      .selectAll()
      .where('gif_id', 'in', numbersOf(gifIds))
      .where('other_id', 'in', numbersOf(gifIds))
      .execute()
    return pairs.map((pair) => [pair.gif_id, pair.other_id])
  }

  async gifCount(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('gif')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  async looksAfter(id: number, limit: number): Promise<StoredLook[]> {
    return (await this.#looksAfter(id, limit)).map(toLook)
  }

  async unknownCount(): Promise<number> {
    const { count } = await this.#unknown()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  async unknownAfter(id: number, limit: number): Promise<number[]> {
    const rows = await this.#unknown().select('id').where('id', '>', id).orderBy('id').limit(limit).execute()
    return rows.map((row) => row.id)
  }

  #unknown() {
    const version = Buffer.of(lookVersion)
    return this.#db
      .selectFrom('gif')
      .where((eb) => eb.or([eb('look', 'is', null), eb(sql`substr(look, 1, 1)`, '!=', version)]))
  }

  async setLook(mediaId: string, look: Uint8Array): Promise<void> {
    await inWriteTransaction(this.#db, 'catalogue', async (trx) => {
      const changed = await trx
        .updateTable('gif')
        .set({ look })
        .where('media_id', '=', mediaId)
        .returning('id')
        .execute()
      await logGifs(
        trx,
        changed.map(({ id }) => id),
      )
    })
    await this.#onChange()
  }

  async looksOf(ids: readonly number[]): Promise<StoredLook[]> {
    return (await this.#looksOf(ids)).map(toLook)
  }
}

/** Moves everything that belongs to a GIF and outlives it to the kept one. */
async function moveRows(trx: Kysely<Tables>, keptId: number, mergedId: number): Promise<void> {
  await moveOpenNotices(trx, mergedId, keptId)
  // GIFs merged into it before point directly to the end of the chain.
  await trx.updateTable('moved_gif').set({ gif_id: keptId }).where('gif_id', '=', mergedId).execute()
  await sql`
    insert into moved_gif (code, tenor_id, media_id, gif_id, source_hash)
    select code, tenor_id, media_id, ${numberValue(keptId)}, source_hash from gif where id = ${mergedId}
  `.execute(trx)
  await sql`
    update gif set
      uses = gif.uses + other.uses,
      trend = nullif(${greatest(sql`coalesce(gif.trend, -1e300)`, sql`coalesce(other.trend, -1e300)`)}, -1e300)
    from (select uses, trend from gif where id = ${mergedId}) as other
    where gif.id = ${keptId}
  `.execute(trx)
  await sql`
    insert into favourite (account_id, gif_id, added_at)
    select account_id, ${numberValue(keptId)}, added_at from favourite where gif_id = ${mergedId}
    on conflict do nothing
  `.execute(trx)
  await sql`
    insert into collection_gif (collection_id, gif_id, place, added_at)
    select collection_id, ${numberValue(keptId)}, place, added_at from collection_gif where gif_id = ${mergedId}
    on conflict do nothing
  `.execute(trx)
}

const toLook = ([id, look]: LookRow): StoredLook => ({ id, look })
