import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { AppError } from '../../lib/app-error.ts'
import * as start from './migrations/001_start.ts'
import * as site from './migrations/002_site.ts'
import type { Tables } from './tables.ts'

/** In order, forward only: one that has been released is never changed. */
const migrations: Record<string, Migration> = {
  '001_start': start,
  '002_site': site,
}

/**
 * Brings the tables up to date, all of it or nothing. Two processes may do it at once.
 * Throws AppError unavailable for a database that a newer program has changed.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const unknown = (await executed(db)).filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length > 0) {
    throw new AppError(
      'unavailable',
      'The database was changed by a newer version of Gifwright. Start that version, or restore a copy from before.',
    )
  }
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

async function executed(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map(({ name }) => name)
}
