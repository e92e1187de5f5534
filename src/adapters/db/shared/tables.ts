import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Rating, Visibility } from '../../../catalogue/gif.ts'
import type { PublishingState } from '../../../catalogue/publishing/visitor-gif.ts'

/** A row of a table with some of its columns, as read by a statement with that list of columns. */
export type RowOf<Table extends keyof Tables, Columns extends readonly (keyof Tables[Table])[]> = Pick<
  Selectable<Tables[Table]>,
  Columns[number] & keyof Selectable<Tables[Table]>
>

/** The tables as kysely types them. Times are milliseconds since 1970; booleans are 0 and 1. */
export type Tables = SourceTables & {
  category: CategoryTable
  gif: GifTable
  gif_pool: GifPoolTable
  gif_slot: GifSlotTable
  catalogue_version: { version: number; epoch: string }
  catalogue_change: CatalogueChangeTable
  search_trend: SearchTrendTable
  account: AccountTable
  api_token: ApiTokenTable
  session: SessionTable
  account_identity: AccountIdentityTable
  dismissed_pair: { gif_id: number; other_id: number }
  notice_case: NoticeCaseTable
  notice: NoticeTable
  notice_decision: NoticeDecisionTable
  counter_notice: CounterNoticeTable
  task: TaskTable
  webhook: WebhookTable
  moved_gif: MovedGifTable
  retired_media: RetiredMediaTable
  dropped_file: DroppedFileTable
  drop_overflow: DropOverflowTable
  app: AppTable
  app_use: AppUseTable
  instance: { key: string; value: string }
  shared_count: SharedCountTable
  favourite: FavoriteTable
  collection: CollectionTable
  collection_gif: CollectionGifTable
  collection_report: CollectionReportTable
  visitor_gif: VisitorGifTable
}

type CategoryTable = { id: Generated<number>; code: string; name: string; position: number }

type GifTable = {
  id: Generated<number>
  code: string
  media_id: string
  title: string
  category_id: number
  /** A JSON array of strings. */
  tags: string
  width: number
  height: number
  duration_ms: number
  frames: number
  has_alpha: number | null
  /** A packed look; null if its picture is unknown. */
  look: Uint8Array | null
  alt: string | null
  flashing: number | null
  original: number
  visibility: Visibility
  rating: Rating | null
  hidden: number
  owner_id: number | null
  created_at: number
  /** Its place in the pool; null for a GIF that is not listed, which is in no pool. */
  slot: number | null
  /** See rendition-column.ts. */
  renditions: Uint8Array
  /** The number of uses. */
  uses: Generated<number>
  /** The trend of recent uses; null: none. */
  trend: Generated<number | null>
  /** The SHA-256 of the imported file. */
  source_hash: Generated<Uint8Array | null>
  /** Too large for a number: selected as text (see `tenorId` in gif-rows.ts) and written as a bigint. */
  tenor_id: ColumnType<never, bigint, never>
}

/** A change of a GIF or a category, which made the catalogue this version; see change-log.ts. */
type CatalogueChangeTable = {
  version: number
  gif_id: number | null
  category_id: number | null
  /** Random. */
  mark: number
}

/** The trend of searches for a text. */
type SearchTrendTable = { text: string; score: number; updated_at: number }

/** A rating in a column that cannot be null; empty: not rated. */
export type PoolRating = Rating | ''

/** The listed GIFs of one category and rating: `size` is always their exact number. */
type GifPoolTable = { category_id: number; rating: PoolRating; size: number }

/** The GIF at each place of a pool: 0 to size - 1 without gaps, so that a random place is a random GIF. */
type GifSlotTable = { category_id: number; rating: PoolRating; slot: number; gif_id: number }

type AccountTable = {
  id: Generated<number>
  email: string
  premium: number
  admin: number
  blocked: Generated<number>
  /** Null: it has tokens but no sign-in. */
  password_hash: string | null
  /** JSON: a list of EndedAccess that its owner has not dismissed. */
  ended_access: Generated<string | null>
  created_at: ColumnType<number, number, never>
}

type ApiTokenTable = {
  id: Generated<number>
  account_id: number
  name: string
  hash: string
  hint: string
  created_at: ColumnType<number, number, never>
  last_used_at: number | null
}

type SessionTable = {
  id: Generated<number>
  account_id: number
  hash: string
  browser: string
  created_at: ColumnType<number, number, never>
  last_used_at: number
  password_entered_at: number | null
  id_token: string | null
}

/** The identity of an account at a sign-on provider. */
type AccountIdentityTable = {
  issuer: string
  subject: string
  account_id: number
  email: string | null
  linked_at: number
  last_used_at: number
}

/** The former ids of a GIF that was merged into another. */
type MovedGifTable = {
  code: string
  /** As in GifTable. */
  tenor_id: ColumnType<never, bigint, never>
  media_id: string
  gif_id: number
  source_hash: Uint8Array | null
}

/** Files that are moving from one media id to another: see media/moves. */
type RetiredMediaTable = {
  id: Generated<number>
  gif_id: number
  old_id: string
  new_id: string | null
  state: 'copy' | 'remove' | 'purge' | 'settle'
  settle_at: Generated<number | null>
}

/** See migration 011. */
type NoticeCaseTable = {
  id: Generated<number>
  code: string
  gif_id: number | null
  title: string
  content_hash: Uint8Array | null
  owner_id: number | null
  created_at: ColumnType<number, number, never>
}

type NoticeTable = {
  id: Generated<number>
  case_id: number
  reference: string
  /** Null for a report of an older version, which has no receipt. */
  secret_hash: string | null
  reason: string
  words: string
  capacity: string | null
  rights_owner: string | null
  work: string | null
  /** A JSON array of strings. */
  statements: string
  /** JSON of a Contact. */
  contact: string | null
  reporter_id: number | null
  created_at: ColumnType<number, number, never>
  /** Null while it is open. */
  closed_at: number | null
  decision_id: number | null
}

/** Rows are only ever added. */
type NoticeDecisionTable = {
  id: Generated<number>
  case_id: ColumnType<number, number, never>
  action: ColumnType<string, string, never>
  rating: ColumnType<Rating | null, Rating | null, never>
  statement: ColumnType<string, string, never>
  text_block: ColumnType<string | null, string | null, never>
  decided_by: ColumnType<string, string, never>
  created_at: ColumnType<number, number, never>
}

type CounterNoticeTable = {
  id: Generated<number>
  decision_id: number
  case_id: number
  words: string
  /** A JSON array of strings. */
  statements: string
  /** JSON of a Contact. */
  contact: string | null
  created_at: ColumnType<number, number, never>
  /** The decision on it. */
  answer_id: number | null
}

export type TaskClass =
  | 'creation'
  | 'import'
  | 'derivation'
  | 'delivery'
  | 'preparation'
  | 'preview'
  | 'measurement'

type TaskTable = {
  /** Grows with every task, in the order of arrival. */
  seq: Generated<number>
  id: string
  class: Generated<TaskClass>
  /** Null for tasks that make no GIF. */
  code: string | null
  /**
   * JSON of a CreationRequest; for a derivation its `renditions`, for a delivery its event, for a measurement see
   * measurement-rows.ts.
   */
  request: string
  owner_id: number | null
  status: 'waiting' | 'processing' | 'done' | 'error'
  attempts: number
  failures: number
  /**
   * The time from which a worker may take it: for a waiting task when it is due, for a processing one when its lease
   * ends.
   */
  due_at: number
  claim_token: Generated<string | null>
  worker: Generated<string | null>
  step: Generated<string | null>
  progress: number
  /** JSON of an ErrorView. */
  error: Generated<string | null>
  created_at: ColumnType<number, number, never>
  ended_at: Generated<number | null>
  /** The client's name, a keyed hash; null when the task has ended. */
  client: Generated<string | null>
  /** The round in which it runs: a client has one task in each. */
  turn: Generated<number>
  /** The time at which it was queued. */
  queued_at: Generated<number>
  /** The files' media id in its newest claim; for a derivation, that of the GIF. */
  media_id: Generated<string | null>
  /** The beginning of the chosen part of the video; null if no loop was searched for. */
  loop_start_seconds: Generated<number | null>
  loop_end_seconds: Generated<number | null>
  /** JSON: the characters in its texts that no font has; null if none. */
  missing_characters: Generated<string | null>
  /** JSON: the note about its size (options/rules/size-note.ts); null: none. */
  size_note: Generated<string | null>
  /** The SHA-256 of the imported file. */
  source_hash: Generated<Uint8Array | null>
  /** The name shared by imports that belong together; for a preparation, its source. */
  batch: Generated<string | null>
  /** The import of the same file that this one waits for; see tasks/task-followers.ts. */
  follows: Generated<string | null>
  /** The webhook of a delivery. */
  webhook_id: Generated<number | null>
  /** The HTTP status of the newest answer to a delivery. */
  response: Generated<number | null>
}

type WebhookTable = {
  id: Generated<number>
  /** Null: the operator's. */
  account_id: number | null
  url: string
  /** A JSON array of event types. */
  events: string
  /** Sealed. */
  secret: Uint8Array
  previous_secret: Generated<Uint8Array | null>
  secret_since: number
  created_at: ColumnType<number, number, never>
  disabled: Generated<'failing' | 'gone' | null>
  failing_since: Generated<number | null>
  /** The time of the last claim of one of its deliveries. */
  attempted_at: Generated<number | null>
  /** The time of the last attempt to deliver to any webhook of its owner; the same in all of them. */
  owner_attempted_at: Generated<number | null>
  /** The average answer time of its receiver; null before the first attempt. */
  answer_ms: Generated<number | null>
  /** The number of deliveries dropped because too many waited. */
  dropped: Generated<number>
}

/** See import/drops. */
type DroppedFileTable = {
  id: Generated<number>
  batch: string
  owner_id: number
  name: string
  /** Empty if the file was refused at once; for a copy, the code of the other file. */
  code: string
  /** For a copy, the task that follows the task of the other file, or null. */
  task_id: string | null
  is_copy: number
  /** JSON of an ErrorView. */
  error: string | null
  created_at: number
}

/** See migration 024. */
type DropOverflowTable = { owner_id: number; batch: string; refused: number; created_at: number }

type AppTable = {
  id: Generated<number>
  name: string
  key_hash: string
  key_hint: string
  /** Null: the default. */
  rate_per_minute: number | null
  may_upload: Generated<number>
  /** The category for its uploads. */
  category_id: number | null
  created_at: ColumnType<number, number, never>
}

/** `day` is in days since 1970. */
type AppUseTable = {
  app_id: number
  day: number
  searches: Generated<number>
  shares: Generated<number>
  errors: Generated<number>
}

/** See counts/. */
type SharedCountTable = {
  /** A keyed hash of the counted subject. */
  key: string
  count: number
  /** The time until which nothing more may be counted; 0 without a wait. */
  wait_until: number
  /** The time at which it is forgotten. */
  ends_at: number
}

type FavoriteTable = { account_id: number; gif_id: number; added_at: number }

type CollectionTable = {
  id: Generated<number>
  code: string
  account_id: ColumnType<number, number, never>
  name: string
  description: string | null
  visibility: Visibility
  hidden: number
  created_at: ColumnType<number, number, never>
  updated_at: number
}

type CollectionReportTable = {
  id: Generated<number>
  collection_id: number
  reason: string
  words: string
  created_at: number
}

/** `place` orders the GIFs of a collection; gaps are possible. */
type CollectionGifTable = { collection_id: number; gif_id: number; place: number; added_at: number }

/** See migration 017. */
type VisitorGifTable = {
  code: string
  key_hash: string
  state: PublishingState
  reason: Generated<string | null>
  client: string | null
  bytes: Generated<number | null>
  since: number
}

type SourceTables = {
  fetched_source: FetchedSourceTable
  prepared_source: PreparedSourceTable
  source_gif: SourceGifTable
}

/** The imported content of an address, both as SHA-256. */
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

/** The GIFs made from a prepared source. */
type SourceGifTable = { source_id: string; code: string; task_id: string; created_at: number }
