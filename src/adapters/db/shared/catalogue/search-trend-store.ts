import type { Kysely } from 'kysely'
import { addToTrend } from '../../../../catalogue/discovery/trend.ts'
import type { SearchTrendStore } from '../../../../catalogue/discovery/trending-searches.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { listOf } from '../dialect.ts'
import { inWriteTransaction } from '../transactions.ts'
import type { Tables } from '../tables.ts'

/** Searches that are kept; those that trend least go. */
const maxKept = 1000

/** A search is forgotten when its trend is that of a single viewer so long ago. */
const keptHalfLives = 7

export class SqlSearchTrendStore implements SearchTrendStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock
  readonly #halfLifeMs: number

  constructor(db: Kysely<Tables>, clock: Clock, halfLifeMs: number) {
    this.#db = db
    this.#clock = clock
    this.#halfLifeMs = halfLifeMs
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
