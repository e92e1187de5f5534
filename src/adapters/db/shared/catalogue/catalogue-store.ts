import { inWriteTransaction, type OnChange } from '../transactions.ts'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Viewer } from '../../../../accounts/account.ts'
import {
  type CatalogueStore,
  type ChangeOfGif,
  type CheckOfGif,
  type ExportedGif,
  type ExportFilter,
  type GifPage,
  maxPublicIds,
} from '../../../../catalogue/catalogue-store.ts'
import type { Category } from '../../../../catalogue/category.ts'
import {
  type DefaultRating,
  type Gif,
  type GifChange,
  isListed,
  type Rating,
  ratingsUpTo,
} from '../../../../catalogue/gif.ts'
import * as categories from './category-rows.ts'
import { numbersOf } from '../dialect.ts'
import { gifAtPlace, gifOfMedia, listedByPublicIds, narrowToExported } from './gif-queries.ts'
import { deleteGifRow, poolRating, selectGifs, toGif, updateGifRow } from './gif-rows.ts'
import type { CataloguedLadder } from '../../../../media/resolve-rendition.ts'
import { readRenditions } from './rendition-column.ts'
import { isMediaArriving, isMediaNamed } from './media-moves.ts'
import { hasOpenNotices } from '../notices/open-notices.ts'
import { prepared } from '../prepared.ts'
import { inOrderOf, readReported, visibleGifs } from './visible-gifs.ts'
import type { PoolRating, Tables } from '../tables.ts'

export class SqlCatalogueStore implements CatalogueStore {
  readonly defaultRating: DefaultRating
  readonly #db: Kysely<Tables>
  readonly #byCode
  readonly #byIds
  readonly #byPublicIds
  readonly #byMediaId
  readonly #atPlace
  readonly #chance: () => number
  readonly #onChange: OnChange
  readonly #publicMedia: boolean

  /**
   * `chance` returns numbers from 0 to below 1, each equally likely; `onChange` is called after a transaction that
   * changed the catalogue was committed; `publicMedia` is that of `updateGifRow`.
   */
  constructor(
    db: Kysely<Tables>,
    {
      defaultRating = 'g',
      chance = Math.random,
      onChange = () => undefined,
      publicMedia = false,
    }: {
      defaultRating?: DefaultRating
      chance?: () => number
      onChange?: OnChange
      publicMedia?: boolean
    } = {},
  ) {
    this.defaultRating = defaultRating
    this.#db = db
    this.#byCode = prepared(db, selectGifs(db).where('gif.code', '=', '').compile())
    this.#byIds = prepared(db, selectGifs(db).where('gif.id', 'in', numbersOf([])).compile())
    this.#byPublicIds = prepared(db, listedByPublicIds(db).compile())
    this.#byMediaId = prepared(db, gifOfMedia(db).compile())
    this.#atPlace = prepared(db, gifAtPlace(db).compile())
    this.#chance = chance
    this.#onChange = onChange
    this.#publicMedia = publicMedia
  }

  listCategories(): Promise<Category[]> {
    return categories.listCategories(this.#db)
  }

  filledCategories(maxRating: Rating): Promise<Category[]> {
    return categories.listFilledCategories(this.#db, this.#poolsUpTo(maxRating))
  }

  async categoryById(id: number): Promise<Category | undefined> {
    return (await this.listCategories()).find((category) => category.id === id)
  }

  async categoryByCode(code: string): Promise<Category | undefined> {
    return (await this.listCategories()).find((category) => category.code === code)
  }

  async gifByCode(code: string): Promise<Gif | undefined> {
    const [row] = await this.#byCode(code)
    return row && toGif(row)
  }

  async gifsOfSource(sourceHash: Uint8Array, accountId: number | null): Promise<Gif[]> {
    const merged = this.#db.selectFrom('moved_gif').select('gif_id').where('source_hash', '=', sourceHash)
    const rows = await selectGifs(this.#db)
      .where((is) => is.or([is('gif.source_hash', '=', sourceHash), is('gif.id', 'in', merged)]))
      .where((is) =>
        is.or([
          is.and([is('gif.visibility', '=', 'public'), is('gif.hidden', '=', 0)]),
          ...(accountId === null ? [] : [is('gif.owner_id', '=', accountId)]),
        ]),
      )
      .orderBy('gif.id')
      .limit(10)
      .execute()
    return rows.map(toGif)
  }

  async gifMovedFrom(former: { code: string } | { mediaId: string }): Promise<Gif | undefined> {
    const row = await selectGifs(this.#db)
      .innerJoin('moved_gif', 'moved_gif.gif_id', 'gif.id')
      .$if('code' in former, (query) =>
        query.where('moved_gif.code', '=', 'code' in former ? former.code : ''),
      )
      .$if('mediaId' in former, (query) =>
        query.where('moved_gif.media_id', '=', 'mediaId' in former ? former.mediaId : ''),
      )
      .limit(1)
      .executeTakeFirst()
    return row && toGif(row)
  }

  async gifsByIds(ids: readonly number[]): Promise<Gif[]> {
    if (ids.length === 0) return []
    const rows = await this.#byIds(JSON.stringify(ids))
    return inOrderOf(ids, new Map(rows.map((row) => [row.id, toGif(row)])))
  }

  async listedByIds(ids: readonly number[], accountId: number | null = null): Promise<Gif[]> {
    const gifs = await this.gifsByIds(ids)
    return gifs.filter((gif) => isListed(gif) || (accountId !== null && gif.ownerId === accountId))
  }

  visibleByIds(ids: readonly number[], viewer: Viewer): Promise<Gif[]> {
    return visibleGifs(this.#db, ids, viewer)
  }

  async idsByPublicIds(publicIds: readonly string[]): Promise<number[]> {
    // PostgreSQL texts cannot contain NUL, not even in a comparison.
    const asked = publicIds.slice(0, maxPublicIds).filter((id) => !id.includes('\0'))
    if (asked.length === 0) return []
    const numbers = asked.filter(isNumericId)
    const lists = [JSON.stringify(asked), JSON.stringify(numbers)]
    const rows = await this.#byPublicIds(...lists, ...lists)
    const byCode = new Map(rows.map(({ code, id }) => [code, id]))
    const byTenorId = new Map(rows.map(({ tenor_id, id }) => [tenor_id, id]))
    const found = asked.map((id) => byCode.get(id) ?? byTenorId.get(id))
    return [...new Set(found.filter((id) => id !== undefined))]
  }

  async gifByPublicId(publicId: string): Promise<Gif | undefined> {
    const [gif] = await this.listedByIds(await this.idsByPublicIds([publicId]))
    return gif
  }

  async gifByMediaId(mediaId: string): Promise<Gif | undefined> {
    const [row] = await this.#byMediaId(mediaId)
    return row && toGif(row)
  }

  isMediaNamed(mediaId: string): Promise<boolean> {
    return isMediaNamed(this.#db, mediaId)
  }

  isMediaArriving(mediaId: string): Promise<boolean> {
    return isMediaArriving(this.#db, mediaId)
  }

  async newestLadders(before: number, limit: number, categoryId: number | null): Promise<CataloguedLadder[]> {
    const rows = await this.#db
      .selectFrom('gif')
      .select(['id', 'media_id', 'width', 'height', 'frames', 'duration_ms', 'has_alpha', 'renditions'])
      .where('id', '<', before)
      .$if(categoryId !== null, (query) => query.where('category_id', '=', categoryId ?? 0))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      mediaId: row.media_id,
      width: row.width,
      height: row.height,
      frames: row.frames,
      durationMs: row.duration_ms,
      hasAlpha: row.has_alpha === null ? null : row.has_alpha === 1,
      renditions: readRenditions(row.renditions),
    }))
  }

  hasOpenNotices(gifId: number): Promise<boolean> {
    return hasOpenNotices(this.#db, gifId)
  }

  /** Each statement sees its own moment: a GIF published between them is only in the total. */
  async newest(filter: Scope, page: GifPage): Promise<{ total: number; ids: number[] }> {
    const total = await this.#poolSize(filter)
    const rows = total <= page.start ? [] : await pageOf(this.#listed(filter), page).execute()
    return { total, ids: rows.map(({ id }) => id) }
  }

  async random({
    categoryId,
    maxRating,
  }: {
    categoryId: number | null
    maxRating: Rating
  }): Promise<Gif | undefined> {
    const ratings = JSON.stringify(this.#poolsUpTo(maxRating))
    const [row] = await this.#atPlace(categoryId, categoryId, ratings, this.#chance())
    return row && toGif(row)
  }

  ofOwner(ownerId: number, page: GifPage): Promise<{ total: number; gifs: Gif[] }> {
    return this.#countedPageOf(this.#db.selectFrom('gif').where('owner_id', '=', ownerId), page)
  }

  hidden(page: GifPage): Promise<{ total: number; gifs: Gif[] }> {
    return this.#countedPageOf(this.#db.selectFrom('gif').where('hidden', '=', sql.lit(1)), page)
  }

  async ratingCounts(): Promise<Map<Rating | null, number>> {
    const pools = await this.#db
      .selectFrom('gif_pool')
      .select((eb) => ['rating', eb.fn.sum<number>('size').as('count')])
      .where('size', '>', 0)
      .groupBy('rating')
      .execute()
    return new Map(pools.map(({ rating, count }) => [rating === '' ? null : rating, count]))
  }

  unrated(page: GifPage): Promise<Gif[]> {
    return this.#gifsOf(
      this.#db.selectFrom('gif').where('slot', 'is not', null).where('rating', 'is', null),
      page,
    )
  }

  undescribed(ownerId: number | null, page: GifPage): Promise<{ total: number; gifs: Gif[] }> {
    const all = this.#db.selectFrom('gif').where('alt', 'is', null)
    const gifs = ownerId === null ? all.where('slot', 'is not', null) : all.where('owner_id', '=', ownerId)
    return this.#countedPageOf(gifs, page)
  }

  change(gifId: number, change: GifChange | ChangeOfGif): Promise<Gif | undefined> {
    return this.#change(
      async (trx) => {
        if (typeof change !== 'function') return updateGifRow(trx, gifId, change, this.#publicMedia)
        const { gifs, reported } = await readReported(trx, [gifId])
        const gif = gifs.get(gifId)
        return gif && updateGifRow(trx, gifId, change(gif, reported.has(gifId)), this.#publicMedia)
      },
      [gifId],
    )
  }

  changeAll(gifIds: readonly number[], change: (gif: Gif) => GifChange): Promise<number> {
    return this.#change(async (trx) => {
      let count = 0
      for (const id of gifIds) {
        const row = await selectGifs(trx).where('gif.id', '=', id).executeTakeFirst()
        if (row === undefined) continue
        await updateGifRow(trx, id, change(toGif(row)), this.#publicMedia)
        count += 1
      }
      return count
    }, gifIds)
  }

  remove(gifId: number, check?: CheckOfGif): Promise<Gif | undefined> {
    return this.#change(
      async (trx) => {
        if (check !== undefined) {
          const { gifs, reported } = await readReported(trx, [gifId])
          for (const gif of gifs.values()) check(gif, reported.has(gifId))
        }
        return deleteGifRow(trx, gifId)
      },
      [gifId],
    )
  }

  addCategory(category: { name: string; code: string }): Promise<Category> {
    return this.#change((trx) => categories.addCategory(trx, category))
  }

  renameCategory(id: number, change: { name?: string; code?: string }): Promise<void> {
    return this.#change((trx) => categories.renameCategory(trx, id, change))
  }

  removeCategory(id: number): Promise<void> {
    return this.#change((trx) => categories.removeCategory(trx, id))
  }

  moveCategory(id: number, place: number): Promise<void> {
    return this.#change((trx) => categories.moveCategory(trx, id, place))
  }

  async #change<T>(change: (trx: Kysely<Tables>) => Promise<T>, gifIds: readonly number[] = []): Promise<T> {
    const result = await inWriteTransaction(this.#db, 'catalogue', change)
    await this.#onChange(gifIds)
    return result
  }

  async #poolSize({ categoryId, maxRating }: Scope): Promise<number> {
    const { total } = await this.#db
      .selectFrom('gif_pool')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size'), sql.lit(0)).as('total'))
      .$if(categoryId !== null, (query) => query.where('category_id', '=', categoryId))
      .where('rating', 'in', this.#poolsUpTo(maxRating))
      .executeTakeFirstOrThrow()
    return total
  }

  /** The pools searched for ratings up to `max`. */
  #poolsUpTo(max: Rating): PoolRating[] {
    return ratingsUpTo(max, this.defaultRating).map(poolRating)
  }

  /**
   * Up to pg-13, phrased as the condition of the index of safe GIFs; other ratings filter the entries of an index of
   * all.
   */
  #listed({ categoryId, maxRating }: Scope): Gifs {
    const found = ratingsUpTo(maxRating, this.defaultRating)
    const rated = found.filter((rating) => rating !== null)
    return this.#db
      .selectFrom('gif')
      .where('slot', 'is not', null)
      .$if(categoryId !== null, (query) => query.where('category_id', '=', categoryId))
      .$if(maxRating === 'pg-13', (query) => query.where('rating', 'is distinct from', sql.lit('r' as const)))
      .$if(maxRating === 'g' || maxRating === 'pg', (query) =>
        query.where((eb) =>
          eb.or([eb('rating', 'in', rated), ...(found.includes(null) ? [eb('rating', 'is', null)] : [])]),
        ),
      )
  }

  async #countedPageOf(gifs: Gifs, page: GifPage): Promise<{ total: number; gifs: Gif[] }> {
    const { total } = await gifs
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return { total, gifs: await this.#gifsOf(gifs, page) }
  }

  async #gifsOf(gifs: Gifs, page: GifPage): Promise<Gif[]> {
    const rows = await selectGifs(this.#db)
      .where('gif.id', 'in', pageOf(gifs, page))
      .orderBy('gif.id', 'desc')
      .execute()
    return rows.map(toGif)
  }

  async countExported(filter: ExportFilter): Promise<{ count: number; lastId: number }> {
    const query = this.#db
      .selectFrom('gif')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<number | null>('gif.id').as('lastId')])
    const { count, lastId } = await narrowToExported(query, filter).executeTakeFirstOrThrow()
    return { count, lastId: lastId ?? 0 }
  }

  async listExported(
    filter: ExportFilter,
    after: number,
    lastId: number,
    limit: number,
  ): Promise<ExportedGif[]> {
    const query = selectGifs(this.#db)
      .leftJoin('account', 'account.id', 'gif.owner_id')
      .select(['account.email', sql<number>`round(gif.uses)`.as('uses')])
      .where('gif.id', '>', after)
      .where('gif.id', '<=', lastId)
    const rows = await narrowToExported(query, filter).orderBy('gif.id').limit(limit).execute()
    return rows.map((row) => ({ gif: toGif(row), owner: row.email, uses: row.uses }))
  }
}

type Scope = { categoryId: number | null; maxRating: Rating }
type Gifs = SelectQueryBuilder<Tables, 'gif', object>

/** The ids of a page, newest first: they come from an index alone, so that only the page's own rows are read. */
function pageOf(gifs: Gifs, { start, limit }: GifPage) {
  return gifs.select('id').orderBy('id', 'desc').limit(limit).offset(start)
}

/**
 * Matches the form of `randomNumericId`: SQLite would convert other texts to the number they begin with, and PostgreSQL
 * would fail.
 */
function isNumericId(id: string): boolean {
  return /^[1-9]\d{18}$/.test(id) && BigInt(id) < 2n ** 63n
}
