import { type Kysely, sql } from 'kysely'
import type { GifPage } from '../../../../catalogue/catalogue-store.ts'
import type { Gif } from '../../../../catalogue/gif.ts'
import type { Collection, CollectionValues } from '../../../../catalogue/collections/collection.ts'
import type {
  CollectionReport,
  CollectionStore,
  ListedCollection,
  ListedName,
  ReportedCollection,
  ShownTo,
} from '../../../../catalogue/collections/collection-store.ts'
import { AppError } from '../../../../lib/app-error.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { selectGifs, toGif } from '../catalogue/gif-rows.ts'
import { numbersOf, numberValue } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import { inWriteTransaction } from '../transactions.ts'
import {
  countShown,
  firstShown,
  isVisibleTo,
  noteChange,
  toCollection,
  withReports,
} from './collection-rows.ts'
import type { OpenLimits } from '../../../../catalogue/notices/notice-store.ts'

export class SqlCollectionStore implements CollectionStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  add(
    { code, ownerId, name, description, visibility }: CollectionValues & { code: string; ownerId: number },
    max: number,
  ): Promise<Collection> {
    return this.#write(async (trx) => {
      const { count } = await trx
        .selectFrom('collection')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('account_id', '=', ownerId)
        .executeTakeFirstOrThrow()
      if (count >= max) {
        throw new AppError('invalid_value', { detail: 'collectionsFull', max })
      }
      const now = this.#clock.now()
      const row = await trx
        .insertInto('collection')
        .values({
          code,
          account_id: ownerId,
          name,
          description,
          visibility,
          hidden: 0,
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toCollection(row)
    })
  }

  async byCode(code: string): Promise<Collection | undefined> {
    const row = await this.#db
      .selectFrom('collection')
      .selectAll()
      .where('code', '=', code)
      .executeTakeFirst()
    return row && toCollection(row)
  }

  async ofOwner(ownerId: number): Promise<ListedCollection[]> {
    const rows = await this.#db
      .selectFrom('collection')
      .selectAll()
      .where('account_id', '=', ownerId)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const ids = rows.map(({ id }) => id)
    const [counts, covers] = await Promise.all([
      countShown(this.#db, ids, ownerId),
      firstShown(this.#db, ids, ownerId),
    ])
    return rows.map((row) => ({
      collection: toCollection(row),
      gifs: counts.get(row.id) ?? 0,
      covers: covers.get(row.id) ?? [],
    }))
  }

  async notPrivate({ start, limit }: GifPage): Promise<{ total: number; collections: Collection[] }> {
    const all = this.#db.selectFrom('collection').where('visibility', '!=', 'private')
    const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await all.selectAll().orderBy('id', 'desc').limit(limit).offset(start).execute()
    return { total, collections: rows.map(toCollection) }
  }

  async change(
    id: number,
    { hidden, ...values }: Partial<CollectionValues & Collection>,
    { unlessPrivate = false }: { unlessPrivate?: boolean } = {},
  ): Promise<Collection | undefined> {
    const row = await this.#db
      .updateTable('collection')
      .set({
        ...values,
        ...(hidden !== undefined && { hidden: Number(hidden) }),
        updated_at: this.#clock.now(),
      })
      .where('id', '=', id)
      .$if(unlessPrivate, (query) => query.where('visibility', '!=', 'private'))
      .returningAll()
      .executeTakeFirst()
    // An operator who hides the collection resolves its reports.
    if (row !== undefined && hidden === true)
      await this.#db.deleteFrom('collection_report').where('collection_id', '=', id).execute()
    return row && toCollection(row)
  }

  async remove(id: number): Promise<void> {
    await this.#db.deleteFrom('collection').where('id', '=', id).execute()
  }

  addGif(id: number, gifId: number, max: number): Promise<void> {
    return this.#write(async (trx) => {
      const { others, last } = await trx
        .selectFrom('collection_gif')
        .select((eb) => [
          eb.fn.countAll<number>().as('others'),
          eb.fn.coalesce(eb.fn.max<number | null>('place'), sql.lit(0)).as('last'),
        ])
        .where('collection_id', '=', id)
        .where('gif_id', '!=', gifId)
        .executeTakeFirstOrThrow()
      if (others >= max) throw new AppError('invalid_value', { detail: 'collectionFull', max })
      const now = this.#clock.now()
      // Selects existing rows, because both may have been removed.
      await sql`
        insert into collection_gif (collection_id, gif_id, place, added_at)
        select collection.id, gif.id, ${numberValue(last + 1)}, ${numberValue(now)} from collection, gif
        where collection.id = ${id} and gif.id = ${gifId}
        on conflict do nothing
      `.execute(trx)
      await noteChange(trx, id, now)
    })
  }

  removeGif(id: number, gifId: number): Promise<boolean> {
    return this.#write(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('collection_gif')
        .where('collection_id', '=', id)
        .where('gif_id', '=', gifId)
        .executeTakeFirstOrThrow()
      if (numDeletedRows > 0n) await noteChange(trx, id, this.#clock.now())
      return numDeletedRows > 0n
    })
  }

  moveGif(id: number, gifId: number, place: number, shownTo: ShownTo): Promise<boolean> {
    return this.#write(async (trx) => {
      const rows = await trx
        .selectFrom('collection_gif')
        .innerJoin('gif', 'gif.id', 'collection_gif.gif_id')
        .select(['gif_id', 'place', isVisibleTo(shownTo).as('is_shown')])
        .where('collection_id', '=', id)
        .orderBy('place')
        .orderBy('gif_id')
        .execute()
      if (!rows.some((row) => row.gif_id === gifId)) return false
      const others = rows.filter((row) => row.gif_id !== gifId)
      // GIFs hidden from the viewer do not count.
      const next = others.filter((row) => row.is_shown)[place - 1]
      const newPlace = next?.place ?? (others.at(-1)?.place ?? 0) + 1
      await trx
        .updateTable('collection_gif')
        .set((eb) => ({ place: eb('place', '+', 1) }))
        .where('collection_id', '=', id)
        .where('place', '>=', newPlace)
        .execute()
      await trx
        .updateTable('collection_gif')
        .set({ place: newPlace })
        .where('collection_id', '=', id)
        .where('gif_id', '=', gifId)
        .execute()
      await noteChange(trx, id, this.#clock.now())
      return true
    })
  }

  async gifs(
    id: number,
    shownTo: ShownTo,
    { start, limit }: GifPage,
  ): Promise<{ total: number; gifs: Gif[] }> {
    const total = (await countShown(this.#db, [id], shownTo)).get(id) ?? 0
    const rows = await selectGifs(this.#db)
      .innerJoin('collection_gif', 'collection_gif.gif_id', 'gif.id')
      .where('collection_gif.collection_id', '=', id)
      .where(isVisibleTo(shownTo))
      .orderBy('collection_gif.place')
      .orderBy('collection_gif.gif_id')
      .limit(limit)
      .offset(start)
      .execute()
    return { total, gifs: rows.map(toGif) }
  }

  names(id: number, shownTo: ShownTo, after: ListedName | null, limit: number): Promise<ListedName[]> {
    return this.#db
      .selectFrom('collection_gif')
      .innerJoin('gif', 'gif.id', 'collection_gif.gif_id')
      .select(['gif.code', 'gif.title', 'gif.id as gifId', 'collection_gif.place'])
      .where('collection_id', '=', id)
      .where(isVisibleTo(shownTo))
      .$if(after !== null, (query) =>
        query.where(
          sql<boolean>`(place, gif_id) > (${numberValue(after?.place ?? 0)}, ${numberValue(after?.gifId ?? 0)})`,
        ),
      )
      .orderBy('place')
      .orderBy('gif_id')
      .limit(limit)
      .execute()
  }

  async having(ownerId: number, gifId: number): Promise<Set<number>> {
    const rows = await this.#db
      .selectFrom('collection_gif')
      .innerJoin('collection', 'collection.id', 'collection_gif.collection_id')
      .select('collection.id')
      .where('collection.account_id', '=', ownerId)
      .where('collection_gif.gif_id', '=', gifId)
      .execute()
    return new Set(rows.map(({ id }) => id))
  }

  #write<T>(work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
    return inWriteTransaction(this.#db, 'collections', work)
  }

  addFavorite(accountId: number, gifId: number, max: number): Promise<void> {
    return this.#write(async (trx) => {
      const { others } = await trx
        .selectFrom('favourite')
        .innerJoin('gif', 'gif.id', 'favourite.gif_id')
        .select((eb) => eb.fn.countAll<number>().as('others'))
        .where('favourite.account_id', '=', accountId)
        .where('favourite.gif_id', '!=', gifId)
        .where(isVisibleTo(accountId))
        .executeTakeFirstOrThrow()
      if (others >= max) {
        throw new AppError('invalid_value', { detail: 'favoritesFull', max })
      }
      // Selects existing rows, because the GIF may have been removed.
      await sql`
        insert into favourite (account_id, gif_id, added_at)
        select ${numberValue(accountId)}, id, ${numberValue(this.#clock.now())} from gif where id = ${gifId}
        on conflict do nothing
      `.execute(trx)
    })
  }

  async removeFavorite(accountId: number, gifId: number): Promise<void> {
    await this.#db
      .deleteFrom('favourite')
      .where('account_id', '=', accountId)
      .where('gif_id', '=', gifId)
      .execute()
  }

  async favorites(accountId: number, { start, limit }: GifPage): Promise<{ total: number; gifs: Gif[] }> {
    const { total } = await this.#db
      .selectFrom('favourite')
      .innerJoin('gif', 'gif.id', 'favourite.gif_id')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('favourite.account_id', '=', accountId)
      .where(isVisibleTo(accountId))
      .executeTakeFirstOrThrow()
    const rows = await selectGifs(this.#db)
      .innerJoin('favourite', 'favourite.gif_id', 'gif.id')
      .where('favourite.account_id', '=', accountId)
      .where(isVisibleTo(accountId))
      .orderBy('favourite.added_at', 'desc')
      .orderBy('favourite.gif_id', 'desc')
      .limit(limit)
      .offset(start)
      .execute()
    return { total, gifs: rows.map(toGif) }
  }

  favoriteNames(accountId: number, after: ListedName | null, limit: number): Promise<ListedName[]> {
    return this.#db
      .selectFrom('favourite')
      .innerJoin('gif', 'gif.id', 'favourite.gif_id')
      .select(['gif.code', 'gif.title', 'gif.id as gifId', 'favourite.added_at as place'])
      .where('favourite.account_id', '=', accountId)
      .where(isVisibleTo(accountId))
      .$if(after !== null, (query) =>
        query.where(
          sql<boolean>`(added_at, gif_id) < (${numberValue(after?.place ?? 0)}, ${numberValue(after?.gifId ?? 0)})`,
        ),
      )
      .orderBy('added_at', 'desc')
      .orderBy('gif_id', 'desc')
      .limit(limit)
      .execute()
  }

  async favoritesAmong(accountId: number, gifIds: readonly number[]): Promise<Set<number>> {
    if (gifIds.length === 0) return new Set()
    const rows = await this.#db
      .selectFrom('favourite')
      .select('gif_id')
      .where('account_id', '=', accountId)
      .where('gif_id', 'in', numbersOf(gifIds))
      .execute()
    return new Set(rows.map((row) => row.gif_id))
  }

  report(
    collectionId: number,
    { reason, words }: Pick<CollectionReport, 'reason' | 'words'>,
    { ofReason, inAll }: OpenLimits,
  ): Promise<'added' | 'full'> {
    return this.#write(async (trx) => {
      const all = trx.selectFrom('collection_report').select((eb) => eb.fn.countAll<number>().as('reports'))
      const same = all.where('collection_id', '=', collectionId).where('reason', '=', reason)
      const [inTotal, ofSame] = [
        (await all.executeTakeFirstOrThrow()).reports,
        (await same.executeTakeFirstOrThrow()).reports,
      ]
      if (inTotal >= inAll || ofSame >= ofReason) return 'full'
      await trx
        .insertInto('collection_report')
        .values({ collection_id: collectionId, reason, words, created_at: this.#clock.now() })
        .execute()
      return 'added'
    })
  }

  async reported({ start, limit }: GifPage): Promise<{ total: number; collections: ReportedCollection[] }> {
    const { total } = await this.#db
      .selectFrom('collection_report')
      .innerJoin('collection', 'collection.id', 'collection_report.collection_id')
      .select((eb) => eb.fn.count<number>('collection_id').distinct().as('total'))
      .where('visibility', '!=', 'private')
      .executeTakeFirstOrThrow()
    const oldest = this.#db
      .selectFrom('collection_report')
      .select((eb) => ['collection_id', eb.fn.min('id').as('first_report')])
      .groupBy('collection_id')
    const rows = await this.#db
      .selectFrom('collection')
      .innerJoin(oldest.as('oldest'), 'oldest.collection_id', 'collection.id')
      .selectAll('collection')
      .where('visibility', '!=', 'private')
      .orderBy('oldest.first_report')
      .limit(limit)
      .offset(start)
      .execute()
    return { total, collections: await withReports(this.#db, rows) }
  }

  async closeReports(collectionId: number): Promise<void> {
    await this.#db.deleteFrom('collection_report').where('collection_id', '=', collectionId).execute()
  }
}
