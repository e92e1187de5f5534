import { type Kysely, sql } from 'kysely'
import type { LookSource, StoredLook } from '../../../../catalogue/duplicates/look-finder.ts'
import { lookVersion } from '../../../../looks/look.ts'
import { logGifs } from './change-log.ts'
import type { RowReader } from '../database.ts'
import { numbersOf } from '../dialect.ts'
import { nameStatement } from '../prepared.ts'
import { inWriteTransaction, type OnChange } from '../transactions.ts'
import type { Tables } from '../tables.ts'

type LookRow = [id: number, look: Uint8Array | null]

/** Reads looks past kysely: at the start there may be a million. */
export class SqlLookSource implements LookSource {
  readonly #db: Kysely<Tables>
  readonly #onChange: OnChange
  readonly #after
  readonly #of

  /** `onChange` is called when a transaction that changed the catalogue was committed. */
  constructor(db: Kysely<Tables>, readRows: RowReader, onChange: OnChange = () => undefined) {
    this.#db = db
    this.#onChange = onChange
    const looks = db.selectFrom('gif').select(['id', 'look'])
    const after = looks.where('id', '>', 0).orderBy('id').limit(0).compile().sql
    const of = looks.where('id', 'in', numbersOf([])).compile().sql
    nameStatement(after)
    nameStatement(of)
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
    return (await this.#of(ids)).map(toLook)
  }
}

const toLook = ([id, look]: LookRow): StoredLook => ({ id, look })
