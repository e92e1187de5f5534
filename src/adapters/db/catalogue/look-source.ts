import type { Kysely } from 'kysely'
import type { LookSource, StoredLook } from '../../../catalogue/duplicates/look-finder.ts'
import { listOf } from '../sqlite/dialect.ts'
import type { RowReader } from '../sqlite/sqlite.ts'
import type { Tables } from '../tables.ts'

type LookRow = [id: number, look: Uint8Array | null]

/** Reads looks past kysely: at the start there may be a million. */
export class SqlLookSource implements LookSource {
  readonly #db: Kysely<Tables>
  readonly #after
  readonly #of

  constructor(db: Kysely<Tables>, readRows: RowReader) {
    this.#db = db
    const looks = db.selectFrom('gif').select(['id', 'look'])
    const after = looks.where('id', '>', 0).orderBy('id').limit(0).compile().sql
    const of = looks.where('id', 'in', listOf<number>([])).compile().sql
    this.#after = (id: number, limit: number) => readRows<LookRow>(after, [id, limit])
    this.#of = (ids: readonly number[]) => readRows<LookRow>(of, [JSON.stringify(ids)])
  }

  async gifCount(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('gif')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  async looksAfter(id: number, limit: number): Promise<StoredLook[]> {
    return (await this.#after(id, limit)).map(toLook)
  }

  async looksOf(ids: readonly number[]): Promise<StoredLook[]> {
    return (await this.#of(ids)).map(toLook)
  }
}

const toLook = ([id, look]: LookRow): StoredLook => ({ id, look })
