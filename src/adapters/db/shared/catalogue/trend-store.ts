import { type Kysely, sql } from 'kysely'
import { addToTrend } from '../../../../catalogue/discovery/trend.ts'
import type { GifScope, TrendStore } from '../../../../catalogue/discovery/trend-store.ts'
import { type DefaultRating, ratingsUpTo } from '../../../../catalogue/gif.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { prepared } from '../prepared.ts'
import { listOf, numbersOf } from '../dialect.ts'
import { inWriteTransaction } from '../transactions.ts'
import type { Tables } from '../tables.ts'

/**
 * The maximum number of index entries searched for GIFs of the wanted ratings, so that a list with only other ratings
 * is not read to its end.
 */
const maxLookedAt = 5000

/** The number of searches kept; the least trending ones are dropped. */
const maxKept = 1000

/** A search is forgotten this many half-lives after its trend was that of a single viewer. */
const keptHalfLives = 7

export class SqlTrendStore implements TrendStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock
  readonly #halfLifeMs: number
  readonly #defaultRating: DefaultRating

  constructor(
    db: Kysely<Tables>,
    clock: Clock,
    { halfLifeMs, defaultRating }: { halfLifeMs: number; defaultRating: DefaultRating },
  ) {
    this.#db = db
    this.#clock = clock
    this.#halfLifeMs = halfLifeMs
    this.#defaultRating = defaultRating
  }

  addUses(weights: ReadonlyMap<number, number>): Promise<void> {
    const decay = { time: this.#clock.now(), halfLifeMs: this.#halfLifeMs }
    return inWriteTransaction(this.#db, 'trends', async (trx) => {
      const update = prepared(
        trx,
        trx
          .updateTable('gif')
          .set({ uses: sql`uses + ${0}`, trend: 0 })
          .where('id', '=', 0)
          .compile(),
      )
      const gifs = await trx
        .selectFrom('gif')
        .select(['id', 'trend'])
        .where('id', 'in', numbersOf([...weights.keys()]))
        .execute()
      for (const { id, trend } of gifs) {
        const weight = weights.get(id) ?? 0
        await update(weight, addToTrend(trend, weight, decay), id)
      }
    })
  }

  async trendingGifs({ categoryId, maxRating }: GifScope, limit: number): Promise<number[]> {
    const ratings = ratingsUpTo(maxRating, this.#defaultRating)
    const rows = await this.#db
      .selectFrom((eb) =>
        eb
          .selectFrom('gif')
          .select(['id', 'rating', 'trend'])
          .where('trend', 'is not', null)
          .where('slot', 'is not', null)
          .$if(categoryId !== null, (query) => query.where('category_id', '=', categoryId))
          .orderBy('trend', 'desc')
          .orderBy('id', 'desc')
          .limit(maxLookedAt)
          .as('best'),
      )
      .select('id')
      .where((eb) =>
        eb.or([
          eb('rating', 'in', listOf(ratings.filter((rating) => rating !== null))),
          ...(ratings.includes(null) ? [eb('rating', 'is', null)] : []),
        ]),
      )
      .orderBy('trend', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  }

  addSearches(viewers: ReadonlyMap<string, number>): Promise<void> {
    const time = this.#clock.now()
    const decay = { time, halfLifeMs: this.#halfLifeMs }
    return inWriteTransaction(this.#db, 'trends', async (trx) => {
      const rows = await trx
        .selectFrom('search_trend')
        .select(['text', 'score'])
        .where('text', 'in', listOf([...viewers.keys()]))
        .execute()
      const scores = new Map(rows.map(({ text, score }) => [text, score]))
      for (const [text, count] of viewers) {
        const values = { score: addToTrend(scores.get(text) ?? null, count, decay), updated_at: time }
        await trx
          .insertInto('search_trend')
          .values({ text, ...values })
          .onConflict((conflict) => conflict.column('text').doUpdateSet(values))
          .execute()
      }
      await trx.deleteFrom('search_trend').where('score', '<', this.#oldest()).execute()
      const best = trx.selectFrom('search_trend').select('text').orderBy('score', 'desc').limit(maxKept)
      await trx.deleteFrom('search_trend').where('text', 'not in', best).execute()
    })
  }

  async trendingSearches(limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('search_trend')
      .select('text')
      .where('score', '>=', this.#oldest())
      .orderBy('score', 'desc')
      .orderBy('text')
      .limit(limit)
      .execute()
    return rows.map(({ text }) => text)
  }

  #oldest(): number {
    return this.#clock.now() - keptHalfLives * this.#halfLifeMs
  }
}
