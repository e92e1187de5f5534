import { sql } from 'kysely'
import type { Database } from '../shared/database.ts'

/** The state of a PostgreSQL server's log archive, from which the database can be restored to any moment. */
export type Archiving = {
  isOn: boolean
  /** The time when a piece of the log was last stored; null if never, or if a provider does it elsewhere. */
  lastStoredMs: number | null
  /** The time of the last failure to store one; null if never. */
  lastFailedMs: number | null
  /**
   * The maximum age in seconds of an unfinished piece of the log before it is stored; 0: it is stored once it is full.
   */
  timeoutSeconds: number
}

/** Queries the server. Throws AppError unavailable if it cannot be reached. */
export async function archivingOf({ db }: Database): Promise<Archiving> {
  const { rows } = await sql<{
    mode: string
    timeout: number
    stored: number | null
    failed: number | null
  }>`
    select current_setting('archive_mode') as mode,
      (select setting::int from pg_settings where name = 'archive_timeout') as timeout,
      (extract(epoch from last_archived_time) * 1000)::bigint as stored,
      (extract(epoch from last_failed_time) * 1000)::bigint as failed
    from pg_stat_archiver
  `.execute(db)
  const [row] = rows
  return {
    isOn: row?.mode === 'on' || row?.mode === 'always',
    lastStoredMs: row?.stored ?? null,
    lastFailedMs: row?.failed ?? null,
    timeoutSeconds: row?.timeout ?? 0,
  }
}
