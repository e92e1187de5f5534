import { sql } from 'kysely'
import type { Database } from '../shared/database.ts'

/** What a PostgreSQL server says of its own log, from which it can be restored as it was at any moment. */
export type Archiving = {
  isOn: boolean
  /** When a piece of the log was last stored; null if never, or if a provider does it elsewhere. */
  lastStoredMs: number | null
  /** When that last failed; null if never. */
  lastFailedMs: number | null
  /** How old an unfinished piece of the log may get before it is stored, in seconds; 0: it is stored once it is full. */
  timeoutSeconds: number
}

/** Asks the server. Throws AppError unavailable where it cannot be reached. */
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
