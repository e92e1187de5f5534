import type { MediaMoveStore } from '#src/media/moves/media-move-store.ts'
import type { PreparedSourceStore } from '#src/creation/sources/source-store.ts'
import type { TaskQueue, UnitOfWork } from '#src/creation/task-queue.ts'
import { storeKey } from '../../src/media/media-store.ts'
import type { Account } from '../../src/accounts/account.ts'
import type { AccountStore } from '../../src/accounts/account-store.ts'
import type { AppStore } from '../../src/accounts/apps/app-store.ts'
import type { SessionStore } from '../../src/accounts/session-store.ts'
import type { CatalogueStore } from '../../src/catalogue/catalogue-store.ts'
import type { TrendStore } from '../../src/catalogue/discovery/trend-store.ts'
import type { DuplicateStore } from '../../src/catalogue/duplicates/duplicate-store.ts'
import type { GifQuery } from '../../src/catalogue/find-gifs.ts'
import type { SearchSource } from '../../src/catalogue/search-source.ts'
import { newCode } from '../../src/catalogue/reserved-words.ts'
import type { Gif, NewGif, Visibility } from '../../src/catalogue/gif.ts'
import type { VisitorGifStore } from '../../src/catalogue/publishing/visitor-gif-store.ts'
import type { AttemptStore } from '../../src/accounts/attempt-store.ts'
import type { Counter, CounterOptions } from '../../src/cluster/counters.ts'
import type { CollectionStore } from '../../src/catalogue/collections/collection-store.ts'
import type { DropStore } from '../../src/library/import/drops/drop.ts'
import type { NoticeStore } from '../../src/catalogue/notices/notice-store.ts'
import type { WebhookStore } from '../../src/webhooks/webhook-store.ts'
import { publishGif } from '../../src/creation/publish-gif.ts'
import type { CreationClaim, NewDerivation, NewTask, FoundLoop } from '../../src/creation/task.ts'
import { randomId, randomNumericId } from '../../src/lib/ids.ts'
import {
  type RenditionName,
  mainRenditions,
  type RenditionBase,
  type Renditions,
  renditionShape,
} from '../../src/media/rendition.ts'
import { defaultClipOptions } from '../../src/options/clip-options.ts'
import { defaultGifOptions } from '../../src/options/gif-options.ts'

/** The stores of one database, on which all suites of this folder run. */
export type StoresUnderTest = {
  catalogue: CatalogueStore
  duplicates: DuplicateStore
  trends: TrendStore
  accounts: AccountStore
  apps: AppStore
  sessions: SessionStore
  collections: CollectionStore
  drops: DropStore
  notices: NoticeStore
  tasks: TaskQueue
  unitOfWork: UnitOfWork
  webhooks: WebhookStore
  visitorGifs: VisitorGifStore
  preparedSources: PreparedSourceStore
  mediaMoves: MediaMoveStore
  /** The same, with a prefix where everyone may read the files of GIFs that everyone may open. */
  direct: { catalogue: CatalogueStore; tasks: TaskQueue }
  /** A counter of a machine of its own. */
  newCounter(options: CounterOptions): Counter
  /** Attempts as a separate machine sees them. */
  newAttempts(): AttemptStore
  forgetCounts(): Promise<number>
  /** All stored counts. */
  countRows(): Promise<unknown[]>
  /** Closes the database; `reopen` opens it. */
  closeDatabase(): Promise<void>
  /** Searches as the service does. */
  find(query: GifQuery): Promise<{ total: number; gifs: Gif[] }>
  searchSource: SearchSource
  /** The clock of the stores: `now` may be set. */
  clock: { nowMs: number }
  /** The source of numbers for `random`; by default the real one. */
  setChance(chance: () => number): void
  /** Closes the database and reopens it, as a restart does. */
  reopen(): Promise<void>
  close(): Promise<void>
}

export type OpenStores = () => Promise<StoresUnderTest>

/** The media of a GIF of this size, with files of these bytes. */
export function renditionsOf(
  gif: Omit<RenditionBase, 'durationMs'>,
  bytes: Partial<Record<RenditionName, number>> = {},
): Renditions {
  const defaultBytes = { gif: 1000, mp4: 500, webp: 700, thumb: 300 }
  return Object.fromEntries(
    mainRenditions.map((name) => [
      name,
      { ...renditionShape(name, { ...gif, durationMs: 1000 }), bytes: bytes[name] ?? defaultBytes[name] },
    ]),
  )
}

export function newGif(changes: Partial<NewGif> = {}): NewGif {
  return {
    code: newCode(),
    tenorId: randomNumericId(),
    mediaId: randomId(16),
    title: 'A frog jumps into the pond',
    categoryId: 1,
    tags: [],
    width: 480,
    height: 270,
    durationMs: 2000,
    frames: 30,
    renditions: renditionsOf({ width: 480, height: 270, frames: 30 }),
    hasAlpha: null,
    alt: null,
    flashing: null,
    rating: null,
    visibility: 'public',
    hidden: false,
    ownerId: null,
    createdAt: 1_700_000_000_000,
    ...changes,
  }
}

export function newTask(changes: Partial<NewTask> = {}, details: { visibility?: Visibility } = {}): NewTask {
  return {
    id: randomId(22),
    code: newCode(),
    request: {
      kind: 'video',
      uploads: [storeKey('incoming/one/video')],
      startSeconds: 0,
      endSeconds: 2.5,
      categoryId: 1,
      title: 'A frog jumps into the pond',
      alt: null,
      tags: ['frog'],
      visibility: details.visibility ?? 'public',
      rating: null,
      watermark: true,
      gif: defaultGifOptions,
      clip: defaultClipOptions,
    },
    ownerId: null,
    ...changes,
  }
}

/** A derivation of the thumbnail from the stored files. */
export function newDerivation(mediaId: string): NewDerivation {
  return {
    id: randomId(22),
    mediaId,
    renditions: ['thumb'],
    loops: 0,
    source: null,
    client: null,
    ownerId: null,
  }
}

/** Publishes the GIF of a claimed task, as the worker does. */
export async function publishClaimed(
  { unitOfWork }: { unitOfWork: UnitOfWork },
  claim: CreationClaim,
  gif: NewGif,
  loop?: FoundLoop | null,
): Promise<boolean> {
  const { isPublished } = await publishGif(unitOfWork, claim, gif, { found: { loop: loop ?? null } })
  return isPublished
}

/** Publishes a GIF in the only possible way: as the result of a task. */
export async function publish(
  { tasks, unitOfWork, catalogue }: StoresUnderTest,
  changes: Partial<NewGif> = {},
): Promise<Gif> {
  const gif = newGif(changes)
  await tasks.submissions.add(newTask({ code: gif.code, ownerId: gif.ownerId }, gif), 1_000_000)
  const claim = await tasks.claims.claim('test', 60_000)
  if (claim === undefined || !(await publishClaimed({ unitOfWork }, claim, gif)))
    throw new Error('The GIF was not published')
  const published = await catalogue.gifByCode(gif.code)
  if (published === undefined) throw new Error('The published GIF is missing')
  return published
}

/** An ordinary account, without a password unless changed. */
export function addAccount(
  { accounts }: StoresUnderTest,
  email: string,
  changes: { premium?: boolean; admin?: boolean; passwordHash?: string } = {},
): Promise<Account> {
  return accounts.add({ email, premium: false, admin: false, passwordHash: null, ...changes })
}

/** Numbers from 0 to below 1, the same ones for the same seed. */
export function seededChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return (state - 1) / 2147483646
  }
}
