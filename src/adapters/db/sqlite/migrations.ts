import type { Migration } from 'kysely/migration'
import { commonMigrations } from '../shared/migrate.ts'
import * as start from './migrations/001_start.ts'
import * as site from './migrations/002_site.ts'
import * as fairTurns from './migrations/003_fair_turns.ts'
import * as takenLoops from './migrations/004_taken_loops.ts'
import * as passwordEntered from './migrations/005_password_entered.ts'
import * as renditions from './migrations/006_renditions.ts'
import * as search from './migrations/007_search.ts'
import * as compatibleApis from './migrations/008_compatible_apis.ts'
import * as library from './migrations/009_library.ts'
import * as signOn from './migrations/010_sign_on.ts'
import * as notices from './migrations/011_notices.ts'
import * as webhooks from './migrations/012_webhooks.ts'

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
  ...commonMigrations,
}
