import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { AppError } from '../../../lib/app-error.ts'
import { targetTable } from './move/move-database.ts'
import * as publicMedia from './migrations/014_public_media.ts'
import * as sharedCounts from './migrations/015_shared_counts.ts'
import * as preparedSources from './migrations/016_prepared_sources.ts'
import * as publishing from './migrations/017_publishing.ts'
import * as favourites from './migrations/018_favourites.ts'
import * as missingCharacters from './migrations/019_missing_characters.ts'
import * as collectionReports from './migrations/020_collection_reports.ts'
import * as access from './migrations/021_access.ts'
import * as followers from './migrations/022_followers.ts'
import * as dropOverflow from './migrations/024_drop_overflow.ts'
import type { Tables } from './tables.ts'

export type Migrations = Readonly<Record<string, Migration>>

/** The migrations of both databases, after those that each has of its own; their statements run by `changeTables`. */
export const commonMigrations: Record<string, Migration> = {
  '014_public_media': publicMedia,
  '015_shared_counts': sharedCounts,
  '016_prepared_sources': preparedSources,
  '017_publishing': publishing,
  '018_favourites': favourites,
  '019_missing_characters': missingCharacters,
  '020_collection_reports': collectionReports,
  '021_access': access,
  '022_followers': followers,
  '024_drop_overflow': dropOverflow,
}

/** Throws AppError unavailable for a database of a newer version or of another program. Changes nothing. */
export async function checkNoNewerVersion(db: Kysely<Tables>, migrations: Migrations): Promise<void> {
  refuseUnknown(await executed(db), migrations)
}

/** Brings the tables up to date in one transaction. Two processes may call it at once. Call `checkNoNewerVersion` first. */
export async function migrate(db: Kysely<Tables>, migrations: Migrations): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve({ ...migrations }) }
  const migrator = new Migrator({ db, provider })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

/** Whether a database has tables that `migrate` would change. */
export async function isOlder(db: Kysely<Tables>, migrations: Migrations): Promise<boolean> {
  const names = await executed(db)
  return names.length > 0 && Object.keys(migrations).some((name) => !names.includes(name))
}

/** Throws AppError unavailable unless the tables are those of this program, neither newer nor older. */
export async function checkVersion(db: Kysely<Tables>, migrations: Migrations): Promise<void> {
  const names = await executed(db)
  refuseUnknown(names, migrations)
  if (Object.keys(migrations).some((name) => !names.includes(name))) {
    throw new AppError(
      'unavailable',
      'The database is of an older version of Gifwright. Use that version for this, or start this one first.',
    )
  }
}

function refuseUnknown(names: string[], migrations: Migrations): void {
  if (names.every((name) => Object.hasOwn(migrations, name))) return
  throw new AppError(
    'unavailable',
    'The database was changed by a newer version of Gifwright. Start that version, or restore a copy from before.',
  )
}

/** The names of the migrations that were done. */
async function executed(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (tables.some(({ name }) => name === targetTable)) {
    throw new AppError(
      'unavailable',
      'The database is the target of a move that is not finished. Run gifwright move again where it comes from.',
    )
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
  throw new AppError(
    'unavailable',
    'The database is not one of Gifwright: it has other tables. Give Gifwright a database of its own.',
  )
}
