import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { AppError } from '../../../lib/app-error.ts'
import * as start from '../sqlite/migrations/001_start.ts'
import * as site from '../sqlite/migrations/002_site.ts'
import * as fairTurns from '../sqlite/migrations/003_fair_turns.ts'
import * as takenLoops from '../sqlite/migrations/004_taken_loops.ts'
import * as passwordEntered from '../sqlite/migrations/005_password_entered.ts'
import * as renditions from '../sqlite/migrations/006_renditions.ts'
import * as search from '../sqlite/migrations/007_search.ts'
import * as compatibleApis from '../sqlite/migrations/008_compatible_apis.ts'
import * as library from '../sqlite/migrations/009_library.ts'
import * as signOn from '../sqlite/migrations/010_sign_on.ts'
import * as notices from '../sqlite/migrations/011_notices.ts'
import * as webhooks from '../sqlite/migrations/012_webhooks.ts'
import type { Tables } from './tables.ts'

/** In order, forward only: one that has been released is never changed. */
export const migrations: Record<string, Migration> = {
  '001_start': start,
  '002_site': site,
  '003_fair_turns': fairTurns,
  '004_taken_loops': takenLoops,
  '005_password_entered': passwordEntered,
  '006_renditions': renditions,
  '007_search': search,
  '008_compatible_apis': compatibleApis,
  '009_library': library,
  '010_sign_on': signOn,
  '011_notices': notices,
  '012_webhooks': webhooks,
}

/** Throws AppError unavailable for a database of a newer version or of another program. Changes nothing. */
export async function checkNoNewerVersion(db: Kysely<Tables>): Promise<void> {
  refuseUnknown(await executed(db))
}

/** Brings the tables up to date in one transaction. Two processes may call it at once. Call `checkNoNewerVersion` first. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

/** Throws AppError unavailable unless the tables are those of this program, neither newer nor older. */
export async function checkVersion(db: Kysely<Tables>): Promise<void> {
  const names = await executed(db)
  refuseUnknown(names)
  if (Object.keys(migrations).some((name) => !names.includes(name))) {
    throw new AppError(
      'unavailable',
      'The database is of an older version of Gifwright. Use that version for this, or start this one first.',
    )
  }
}

function refuseUnknown(names: string[]): void {
  if (names.every((name) => Object.hasOwn(migrations, name))) return
  throw new AppError(
    'unavailable',
    'The database was changed by a newer version of Gifwright. Start that version, or restore a copy from before.',
  )
}

/** The names of the migrations that were done. */
async function executed(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (tables.some(({ name }) => name === 'kysely_migration')) {
    const rows = await db
      .withTables<{ kysely_migration: { name: string } }>()
      .selectFrom('kysely_migration')
      .select('name')
      .execute()
    return rows.map(({ name }) => name)
  }
  if (tables.length === 0) return []
  throw new AppError(
    'unavailable',
    'The database is not one of Gifwright. Set DATA_DIR to a folder of its own.',
  )
}
