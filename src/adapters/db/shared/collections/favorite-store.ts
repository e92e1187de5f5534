import { type Kysely, sql } from 'kysely'
import type { GifPage } from '../../../../catalogue/catalogue-store.ts'
import type { Gif } from '../../../../catalogue/gif.ts'
import type { ListedName } from '../../../../catalogue/collections/collection-store.ts'
import type { FavoriteStore } from '../../../../catalogue/collections/favorite-store.ts'
import { AppError } from '../../../../lib/app-error.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { selectGifs, toGif } from '../catalogue/gif-rows.ts'
import { numbersOf, numberValue } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import { inWriteTransaction } from '../transactions.ts'
import { isVisibleTo } from './collection-rows.ts'

export class SqlFavoriteStore implements FavoriteStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  add(accountId: number, gifId: number, max: number): Promise<void> {
    return inWriteTransaction(this.#db, 'collections', async (trx) => {
      const { others } = await trx
        .selectFrom('favourite')
        .innerJoin('gif', 'gif.id', 'favourite.gif_id')
        .select((eb) => eb.fn.countAll<number>().as('others'))
        .where('favourite.account_id', '=', accountId)
        .where('favourite.gif_id', '!=', gifId)
        .where(isVisibleTo(accountId))
        .executeTakeFirstOrThrow()
      if (others >= max) {
        const message = `An account can have ${max} favorites. Remove some that you no longer need.`
        throw new AppError('invalid_value', message)
      }
      // Of what is there, since the GIF may have been removed.
      await sql`
        insert into favourite (account_id, gif_id, added_at)
        select ${numberValue(accountId)}, id, ${numberValue(this.#clock.now())} from gif where id = ${gifId}
        on conflict do nothing
      `.execute(trx)
    })
  }

  async remove(accountId: number, gifId: number): Promise<void> {
    await this.#db
      .deleteFrom('favourite')
      .where('account_id', '=', accountId)
      .where('gif_id', '=', gifId)
      .execute()
  }

  async list(accountId: number, { start, limit }: GifPage): Promise<{ total: number; gifs: Gif[] }> {
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

  names(accountId: number, after: ListedName | null, limit: number): Promise<ListedName[]> {
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

  async among(accountId: number, gifIds: readonly number[]): Promise<Set<number>> {
    if (gifIds.length === 0) return new Set()
    const rows = await this.#db
      .selectFrom('favourite')
      .select('gif_id')
      .where('account_id', '=', accountId)
      .where('gif_id', 'in', numbersOf(gifIds))
      .execute()
    return new Set(rows.map((row) => row.gif_id))
  }
}
