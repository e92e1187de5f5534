import type { ColumnType, Generated } from 'kysely'

export type SourceTables = {
  fetched_source: FetchedSourceTable
  prepared_source: PreparedSourceTable
  source_gif: SourceGifTable
}

/** What an address gave when it was imported, both as SHA-256. */
type FetchedSourceTable = { address_hash: Uint8Array; source_hash: Uint8Array }

/** See creation/sources. */
type PreparedSourceTable = {
  id: string
  owner_id: number | null
  /** Hash of the secret of a visitor's browser. */
  browser: string | null
  client: string
  kind: string
  url: string | null
  title: string | null
  files: number
  bytes: number
  /** JSON of a PreviewMade. */
  preview: Generated<string | null>
  created_at: ColumnType<number, number, never>
  ends_at: number
}

/** The GIFs that were made of a prepared source. */
type SourceGifTable = { source_id: string; code: string; task_id: string; created_at: number }
