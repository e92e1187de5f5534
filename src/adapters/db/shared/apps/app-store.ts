import { type Kysely, sql } from 'kysely'
import type {
  App,
  AppDay,
  AppRecord,
  AppSettings,
  AppStore,
  NewApp,
} from '../../../../accounts/apps/app-store.ts'
import { AppError } from '../../../../lib/app-error.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { isUniqueViolation, numberValue } from '../dialect.ts'
import { inWriteTransaction } from '../transactions.ts'
import type { RowOf, Tables } from '../tables.ts'

/** The columns for showing apps: all but the hash of the key. */
const recordColumns = [
  'id',
  'name',
  'key_hint',
  'rate_per_minute',
  'may_upload',
  'category_id',
  'created_at',
] as const

export class SqlAppStore implements AppStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  add({ name, keyHash, hint, ...settings }: NewApp, max: number): Promise<AppRecord> {
    return inWriteTransaction(this.#db, 'apps', async (trx) => {
      const { count } = await trx
        .selectFrom('app')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= max) throw new AppError('invalid_value', { detail: 'appsFull', max })
      const row = await trx
        .insertInto('app')
        .values({
          name,
          key_hash: keyHash,
          key_hint: hint,
          created_at: this.#clock.now(),
          ...toColumns(settings),
        })
        .returning(recordColumns)
        .executeTakeFirstOrThrow()
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? nameInUse(error) : error
        })
      return toRecord(row)
    })
  }

  async change(id: number, settings: AppSettings): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('app')
      .set(toColumns(settings))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  async remove(id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#db.deleteFrom('app').where('id', '=', id).executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }

  async byId(id: number): Promise<AppRecord | undefined> {
    const row = await this.#records().where('id', '=', id).executeTakeFirst()
    return row === undefined ? undefined : toRecord(row)
  }

  async byName(name: string): Promise<AppRecord | undefined> {
    const row = await this.#records()
      .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn<string>('lower', [eb.val(name)])))
      .executeTakeFirst()
    return row === undefined ? undefined : toRecord(row)
  }

  async list(): Promise<AppRecord[]> {
    const rows = await this.#records()
      .orderBy((eb) => eb.fn('lower', ['name']))
      .execute()
    return rows.map(toRecord)
  }

  #records() {
    return this.#db.selectFrom('app').select(recordColumns)
  }

  async byKeyHash(): Promise<Map<string, App>> {
    const rows = await this.#db.selectFrom('app').selectAll().execute()
    return new Map(rows.map((row) => [row.key_hash, toApp(row)]))
  }

  addUse(days: readonly AppDay[]): Promise<void> {
    return inWriteTransaction(this.#db, 'apps', async (trx) => {
      for (const { appId, day, searches, shares, errors } of days) {
        await sql`
          insert into app_use (app_id, day, searches, shares, errors)
          select id, ${numberValue(day)}, ${numberValue(searches)}, ${numberValue(shares)}, ${numberValue(errors)} from app where id = ${appId}
          on conflict (app_id, day) do update set searches = app_use.searches + excluded.searches,
            shares = app_use.shares + excluded.shares, errors = app_use.errors + excluded.errors
        `.execute(trx)
      }
    })
  }

  async removeUseBefore(day: number): Promise<void> {
    await this.#db.deleteFrom('app_use').where('day', '<', day).execute()
  }

  async useSince(day: number, appId?: number): Promise<AppDay[]> {
    const rows = await this.#db
      .selectFrom('app_use')
      .selectAll()
      .where('day', '>=', day)
      .$if(appId !== undefined, (query) => query.where('app_id', '=', appId ?? 0))
      .orderBy('app_id')
      .orderBy('day')
      .execute()
    return rows.map(({ app_id, ...use }) => ({ appId: app_id, ...use }))
  }
}

type RecordRow = RowOf<'app', typeof recordColumns>

function toRecord(row: RecordRow): AppRecord {
  return { ...toApp(row), hint: row.key_hint, createdAt: row.created_at }
}

function toApp(row: RecordRow): App {
  return {
    id: row.id,
    name: row.name,
    ratePerMinute: row.rate_per_minute,
    mayUpload: row.may_upload === 1,
    categoryId: row.category_id,
  }
}

function toColumns({ ratePerMinute, mayUpload, categoryId }: AppSettings) {
  return { rate_per_minute: ratePerMinute, may_upload: Number(mayUpload), category_id: categoryId }
}

function nameInUse(cause: unknown): AppError {
  return new AppError('invalid_value', { detail: 'appNameTaken' }, { field: 'name', cause })
}
