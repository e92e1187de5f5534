import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { ExportedGif, ExportFilter, ExportSource } from '../../../../library/export/export-source.ts'
import type { Tables } from '../tables.ts'
import { selectGifs, toGif } from './gif-rows.ts'

export class SqlExportSource implements ExportSource {
  readonly #db: Kysely<Tables>

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  async countExported(filter: ExportFilter): Promise<{ count: number; lastId: number }> {
    const query = this.#db
      .selectFrom('gif')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<number | null>('gif.id').as('lastId')])
    const { count, lastId } = await narrow(query, filter).executeTakeFirstOrThrow()
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
    const rows = await narrow(query, filter).orderBy('gif.id').limit(limit).execute()
    return rows.map((row) => ({ gif: toGif(row), owner: row.email, uses: row.uses }))
  }
}

function narrow<O>(
  query: SelectQueryBuilder<Tables, 'gif', O>,
  { ownerId, categoryId, visibility, withHidden }: ExportFilter,
): SelectQueryBuilder<Tables, 'gif', O> {
  return query
    .$if(ownerId !== null, (some) => some.where('gif.owner_id', '=', ownerId))
    .$if(categoryId !== null, (some) => some.where('gif.category_id', '=', categoryId ?? 0))
    .$if(visibility !== null, (some) => some.where('gif.visibility', '=', visibility ?? 'public'))
    .$if(!withHidden, (some) => some.where('gif.hidden', '=', 0))
}
