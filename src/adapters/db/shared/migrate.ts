import type { ErrorText } from '../../../lib/errors/error-text.ts'
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { AppError } from '../../../lib/app-error.ts'
import { targetTable } from '../../../ops/move/move-database.ts'
import * as publicMedia from './migrations/014_public_media.ts'
import * as sharedCounts from './migrations/015_shared_counts.ts'
import * as preparedSources from './migrations/016_prepared_sources.ts'
import * as publishing from './migrations/017_publishing.ts'
import * as favorites from './migrations/018_favourites.ts'
import * as missingCharacters from './migrations/019_missing_characters.ts'
import * as collectionReports from './migrations/020_collection_reports.ts'
import * as access from './migrations/021_access.ts'
import * as followers from './migrations/022_followers.ts'
import * as dropOverflow from './migrations/024_drop_overflow.ts'
import * as sizeNote from './migrations/025_size_note.ts'
import type { Tables } from './tables.ts'

export type Migrations = Readonly<Record<string, Migration>>

/** The migrations of both databases, run after each database's own; `changeTables` runs their statements. */
export const commonMigrations: Record<string, Migration> = {
  '014_public_media': publicMedia,
  '015_shared_counts': sharedCounts,
  '016_prepared_sources': preparedSources,
  '017_publishing': publishing,
  '018_favourites': favorites,
  '019_missing_characters': missingCharacters,
  '020_collection_reports': collectionReports,
  '021_access': access,
  '022_followers': followers,
  '024_drop_overflow': dropOverflow,
  '025_size_note': sizeNote,
}

/** The name of the last migration known to this version. */
export const schemaVersion = Object.keys(commonMigrations).at(-1)

/** The permitted changes to the tables of a database that is opened. */
export type TableChanges = {
  /** Creates missing tables. */
  mayCreate: boolean
  /** Migrates the tables of an older version. */
  mayMigrate: boolean
}

/**
 * The migrations that a database lacks; none if it is up to date. `from` is the last one done; null: it has no tables.
 */
export type MigrationPlan = { from: string | null; to: string; names: string[] }

/** An open, unchanged database of an older version. Until `run` has resolved, only its secret can be read. */
export type Upgrade = {
  plan: MigrationPlan
  /** Closes the database until `run`, so that another process can migrate it. Nothing can be read in the meantime. */
  release(): void
  /**
   * Migrates completely or not at all; false: another process has already done so. Throws a sentence while a process of
   * another version uses the database.
   */
  run(): Promise<boolean>
}

/** The outcome of opening a database. */
export type Preparation = {
  /** True if its tables were created. */
  isNew: boolean
  /** The migration to this version; null if the database is up to date. */
  upgrade: Upgrade | null
}

/**
 * Returns the migrations needed to open a database. Throws AppError unavailable for a database of a newer version or
 * another program, and for changes that `allowed` rules out; `missing` is the sentence for a database without tables.
 * Changes nothing.
 */
export async function planMigration(
  db: Kysely<Tables>,
  migrations: Migrations,
  { mayCreate, mayMigrate, missing }: TableChanges & { missing: ErrorText },
): Promise<MigrationPlan> {
  const done = await executed(db)
  refuseUnknown(done, migrations)
  const all = Object.keys(migrations)
  const plan = {
    from: done.toSorted().at(-1) ?? null,
    to: all.at(-1) ?? '',
    names: all.filter((name) => !done.includes(name)),
  }
  if (plan.from === null && !mayCreate) throw new AppError('unavailable', missing)
  if (plan.from !== null && plan.names.length > 0 && !mayMigrate) {
    throw new AppError('unavailable', { detail: 'databaseOlder' })
  }
  return plan
}

/**
 * Migrates the tables in one transaction; false: they were up to date. Two processes may call it at once. Call
 * `planMigration` first. `check` runs last in the transaction: if it throws, nothing has changed.
 */
export async function migrate(
  db: Kysely<Tables>,
  migrations: Migrations,
  check: (trx: Kysely<Tables>) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const last = Object.keys(migrations).at(-1)
  const checked = Object.entries(migrations).map(([name, migration]): [string, Migration] => [
    name,
    name === last ? { up: (trx) => migration.up(trx).then(() => check(trx)) } : migration,
  ])
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(checked)) }
  const migrator = new Migrator({ db, provider })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return results.length > 0
}

function refuseUnknown(names: string[], migrations: Migrations): void {
  if (names.every((name) => Object.hasOwn(migrations, name))) return
  throw new AppError('unavailable', { detail: 'databaseNewer' })
}

/** The names of completed migrations. */
async function executed(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (tables.some(({ name }) => name === targetTable)) {
    throw new AppError('unavailable', { detail: 'databaseMoveTarget' })
  }
  if (tables.some(({ name }) => name === 'kysely_migration')) {
    const rows = await db
      .withTables<{ kysely_migration: { name: string } }>()
      .selectFrom('kysely_migration')
      .select('name')
      .execute()
    return rows.map(({ name }) => name)
  }
  if (tables.length === 0) return []
  throw new AppError('unavailable', { detail: 'databaseOfOthers' })
}
