import type { Kysely } from 'kysely'
import type { GifPage } from '../../../../catalogue/catalogue-store.ts'
import type { Clock } from '../../../../lib/clock.ts'
import type {
  CollectionReport,
  CollectionReportStore,
  ReportedCollection,
} from '../../../../catalogue/notices/collection-reports.ts'
import { isNoticeReason } from '../../../../catalogue/notices/notice.ts'
import type { OpenLimits } from '../../../../catalogue/notices/notice-store.ts'
import { numbersOf } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import { inWriteTransaction } from '../transactions.ts'
import { toCollection } from './collection-rows.ts'

export class SqlCollectionReports implements CollectionReportStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  add(
    collectionId: number,
    { reason, words }: Pick<CollectionReport, 'reason' | 'words'>,
    { ofReason, inAll }: OpenLimits,
  ): Promise<'added' | 'full'> {
    return inWriteTransaction(this.#db, 'collections', async (trx) => {
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
    const reports = await this.#db
      .selectFrom('collection_report')
      .selectAll()
      .where('collection_id', 'in', numbersOf(rows.map(({ id }) => id)))
      .orderBy('id')
      .execute()
    const collections = rows.map((row) => ({
      collection: toCollection(row),
      reports: reports
        .filter((report) => report.collection_id === row.id)
        .map(({ reason, words, created_at: createdAt }) => ({
          reason: isNoticeReason(reason) ? reason : ('other' as const),
          words,
          createdAt,
        })),
    }))
    return { total, collections }
  }

  async close(collectionId: number): Promise<void> {
    await this.#db.deleteFrom('collection_report').where('collection_id', '=', collectionId).execute()
  }
}
