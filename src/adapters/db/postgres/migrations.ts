import type { Migration } from 'kysely/migration'
import { commonMigrations } from '../shared/migrate.ts'
import * as start from './migrations/012_start.ts'

/** In order, forward only: one that has been released is never changed. */
export const migrations: Record<string, Migration> = { '012_start': start, ...commonMigrations }
