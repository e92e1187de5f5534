import { prepareDatabase } from '../adapters/db/sqlite/sqlite.ts'
import { LocalElections } from '../cluster/elections.ts'
import { LocalMessages } from '../cluster/messages.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../lib/clock.ts'
import { databaseFile } from './data-folder.ts'
import type { OpenDatabase, OpenOptions } from './opened-database.ts'

/**
 * Opens PostgreSQL if DATABASE_URL is set, otherwise SQLite in the data folder. A database of an older version is not
 * migrated before `upgrade.run`. Throws a sentence.
 */
export async function openConfiguredDatabase(config: Config, options: OpenOptions): Promise<OpenDatabase> {
  const { clock, observers, mayCreate, mayMigrate } = options
  if (config.database === null) {
    const file = databaseFile(config)
    return {
      ...(await prepareDatabase({ file, observer: observers?.database, mayCreate, mayMigrate })),
      kind: 'sqlite',
      clock: clock ?? systemClock,
      messages: new LocalMessages(),
      elections: new LocalElections(),
      state: null,
    }
  }
  // Loaded only if it is used: SQLite needs none of it.
  const { openPostgresInstance } = await import('./postgres-instance.ts')
  return openPostgresInstance(config.database, options)
}
