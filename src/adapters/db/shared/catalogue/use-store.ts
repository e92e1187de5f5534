import { type Kysely, sql } from 'kysely'
import { addToTrend } from '../../../../catalogue/discovery/trend.ts'
import type { GifScope, UseStore } from '../../../../catalogue/discovery/use-store.ts'
import { type DefaultRating, ratingsUpTo } from '../../../../catalogue/gif.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { prepared } from '../prepared.ts'
import { listOf, numbersOf } from '../dialect.ts'
import { inWriteTransaction } from '../transactions.ts'
import type { Tables } from '../tables.ts'

/** Entries of the index that are looked at for GIFs of the wanted ratings: a list of other ratings only is not read to its end. */
const maxLookedAt = 5000

export class SqlUseStore implements UseStore {
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

  async trending({ categoryId, maxRating }: GifScope, limit: number): Promise<number[]> {
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
}
