import type { MigrationPlan, Upgrade } from '../adapters/db/shared/migrate.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../lib/log/log.ts'
import { openConfiguredDatabase } from './database.ts'
import { openStores } from './stores.ts'

/** Migrates a database, and logs the versions and the time it took. Throws like `Upgrade.run`. */
export async function migrateDatabase(upgrade: Upgrade, log: Log): Promise<void> {
  const { from, to, names } = upgrade.plan
  log.info({ from, to, migrations: names.length }, 'the database is to be migrated')
  const start = performance.now()
  const hasMigrated = await upgrade.run()
  const ms = Math.round(performance.now() - start)
  log.info(
    { from, to, ms },
    hasMigrated ? 'the database was migrated' : 'another process migrated the database',
  )
}

/**
 * Returns the migrations that the database from the settings needs; null if it is up to date. Changes nothing. Throws a
 * sentence.
 */
export async function pendingMigrations(config: Config): Promise<MigrationPlan | null> {
  const { upgrade, close } = await openConfiguredDatabase(config, {
    clock: undefined,
    observers: undefined,
    mayCreate: false,
    mayMigrate: true,
  })
  await close()
  return upgrade?.plan ?? null
}

/**
 * Migrates the database from the settings after checking the media store; null if it is up to date. Throws a sentence.
 */
export async function migrateInstance(config: Config, log: Log): Promise<MigrationPlan | null> {
  const { upgrade, close } = await openStores(config, undefined, { mayCreate: false, mayMigrate: true })
  try {
    if (upgrade === null) return null
    await migrateDatabase(upgrade, log)
    return upgrade.plan
  } finally {
    await close()
  }
}
