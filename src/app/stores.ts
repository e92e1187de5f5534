import { join } from 'node:path'
import { SqlAccountStore } from '../adapters/db/shared/accounts/account-store.ts'
import { SqlAppStore } from '../adapters/db/shared/apps/app-store.ts'
import { SqlCatalogueStore } from '../adapters/db/shared/catalogue/catalogue-store.ts'
import { renewEpoch, SqlChangeLog } from '../adapters/db/shared/catalogue/change-log.ts'
import { SqlDuplicateStore } from '../adapters/db/shared/catalogue/duplicate-store.ts'
import { SqlTrendStore } from '../adapters/db/shared/catalogue/trend-store.ts'
import { SqlRecordSource } from '../adapters/db/shared/catalogue/record-source.ts'
import { SqlCollectionStore } from '../adapters/db/shared/collections/collection-store.ts'
import { SqlNoticeStore } from '../adapters/db/shared/notices/notice-store.ts'
import { SqlSessionStore } from '../adapters/db/shared/accounts/session-store.ts'
import { SqlSearchSource } from '../adapters/db/shared/catalogue/search-source.ts'
import { SqlDropStore } from '../adapters/db/shared/drops/drop-store.ts'
import { SqlPreparedSourceStore } from '../adapters/db/shared/prepared-sources/prepared-source-store.ts'
import { tryToWrite } from '../adapters/db/shared/instance.ts'
import type { TableChanges } from '../adapters/db/shared/migrate.ts'
import { SqlVisitorGifStore } from '../adapters/db/shared/publishing/visitor-gif-store.ts'
import { createTaskQueue } from '../adapters/db/shared/tasks/task-queue.ts'
import { SqlWebhookStore } from '../adapters/db/shared/webhooks/webhook-store.ts'
import { SqlUnitOfWork } from '../adapters/db/shared/unit-of-work.ts'
import { ChangeFeed } from '../catalogue/change-feed.ts'
import type { Config } from '../config/config.ts'
import { TaskMessages } from '../creation/task-messages.ts'
import type { Clock } from '../lib/clock.ts'
import { restrictAccess } from '../lib/disk/folders.ts'
import { databaseFile, makeDataFolder, mediaFolder, refuseLostDatabase } from './data-folder.ts'
import { openConfiguredDatabase } from './database.ts'
import type { OpenDatabase, StoreObservers } from './opened-database.ts'
import { openInstance } from './instance.ts'
import { openMediaStore } from './media-store.ts'
import { type AttemptStore, MemoryAttempts } from '../accounts/attempt-store.ts'
import { SqlAttemptStore } from '../adapters/db/shared/counts/attempt-store.ts'
import { forgetCounts, SqlCounter } from '../adapters/db/shared/counts/counter.ts'
import { CountExchange } from '../cluster/count-exchange.ts'
import { type Counters, LocalCounters } from '../cluster/counters.ts'
import type { Kysely } from 'kysely'
import { createPurgeHook } from '../adapters/cdn/purge-hook.ts'
import { SqlMediaMoves } from '../adapters/db/shared/catalogue/media-moves.ts'
import type { Tables } from '../adapters/db/shared/tables.ts'
import type { Elections } from '../cluster/elections.ts'
import { MediaMover, type PurgeMedia } from '../media/moves/media-mover.ts'
import type { MediaStore } from '../media/media-store.ts'
import { mediaPath, renditionNames } from '../media/rendition.ts'

/** A worker notices within one lease that it lost its claim; storing its current files takes a little longer. */
const leasesToSettle = 3

/** Finishes moves of files started by changes of GIFs. Does nothing before it is started. */
function createMediaMover(
  config: Config,
  deps: { db: Kysely<Tables>; mediaStore: MediaStore; elections: Elections; clock: Clock },
): MediaMover {
  return new MediaMover({
    ...deps,
    moves: new SqlMediaMoves(deps.db),
    purge: purgeOf(config),
    settleMs: leasesToSettle * config.worker.leaseMs,
  })
}

function purgeOf({ media, site }: Config): PurgeMedia | null {
  if (media.purge === null) return null
  const purge = createPurgeHook(media.purge)
  // A worker may have added files that are not yet in the GIF's row, so all possible ones are purged.
  return (mediaId) => purge(renditionNames.map((name) => `${site.mediaUrl}/${mediaPath(mediaId, name)}`))
}

export type Stores = Awaited<ReturnType<typeof openStores>>

/** By default, an empty place gets a new database, and an older version is refused. */
export type StoreOptions = Partial<TableChanges> & { observers?: StoreObservers | undefined }

/**
 * Opens the database and the media store without the server, also for the command line. `clock` replaces the clock of
 * the rows. A database of an older version is not migrated before `upgrade.run`. Throws a sentence. If the database is
 * missing and may not be created, nothing at all is created.
 */
export async function openStores(
  config: Config,
  givenClock?: Clock,
  { observers, mayCreate = true, mayMigrate = false }: StoreOptions = {},
) {
  if (config.database === null) await refuseLostDatabase(config)
  if (mayCreate) await makeDataFolder(config, config.data.folder)
  const opened = await openConfiguredDatabase(config, { clock: givenClock, observers, mayCreate, mayMigrate })
  if (mayCreate) await keepDataPrivate(config)
  const { db, readRows, close, clock, state: databaseState, ...shared } = opened
  const openWithSecret = async () => {
    const secret = await openInstance(config, db)
    // Another process may migrate the database first.
    shared.upgrade?.release()
    return { secret, mediaStore: await openMediaStore(config, secret, { mayClaim: mayCreate }) }
  }
  const { secret, mediaStore } = await openWithSecret().catch(async (error: unknown) => {
    await close()
    throw error
  })
  const changeLog = new SqlChangeLog(db)
  // With SQLite there are no other machines, and a poll costs nothing.
  const changes = new ChangeFeed({
    log: changeLog,
    ...(shared.kind === 'postgres' && { messages: shared.messages }),
  })
  const mediaMover = createMediaMover(config, { db, mediaStore, elections: shared.elections, clock })
  const onChange = (gifIds: readonly number[] = []) => {
    changes.changed()
    return mediaMover.finishOf(gifIds)
  }
  const publicMedia = config.media.direct
  const { closeCounts, ...counts } = openCounts(opened, secret)
  const { trendHalfLifeMs } = config.discovery
  const { defaultRating } = config.catalogue
  return {
    ...shared,
    ...counts,
    db,
    readRows,
    clock,
    databaseState,
    close: async () => {
      closeCounts()
      await changes.stop()
      await mediaMover.stop()
      await mediaStore.close()
      await close()
    },
    changeLog,
    searchSource: new SqlSearchSource(db),
    duplicates: new SqlDuplicateStore(db, readRows, onChange),
    visitorGifs: new SqlVisitorGifStore(db, clock, { onChange, publicMedia }),
    /** Sends nothing before it is started. */
    changes,
    catalogue: new SqlCatalogueStore(db, { defaultRating, onChange, publicMedia }),
    records: new SqlRecordSource(db, readRows),
    trends: new SqlTrendStore(db, clock, { halfLifeMs: trendHalfLifeMs, defaultRating }),
    apps: new SqlAppStore(db, clock),
    accounts: new SqlAccountStore(db, clock, onChange),
    sessions: new SqlSessionStore(db, clock),
    notices: new SqlNoticeStore(db, clock, onChange, { publicMedia }),
    collections: new SqlCollectionStore(db, clock),
    exports: new SqlCatalogueStore(db),
    drops: new SqlDropStore(db, clock),
    preparedSources: new SqlPreparedSourceStore(db, clock),
    tasks: createTaskQueue(db, clock, { publicMedia }),
    taskMessages: new TaskMessages(shared.messages, { reachAll: shared.kind === 'postgres' }),
    webhooks: new SqlWebhookStore(db, clock),
    unitOfWork: new SqlUnitOfWork(db, clock, onChange),
    mediaStore,
    /** Moves files when changes of GIFs require it; once started, also finishes moves of other processes. */
    mediaMover,
    secret,
    /** Invalidates everything derived from the catalogue, such as the search index, so that it is rebuilt. */
    renewEpoch: () => renewEpoch(db),
    tryToWrite: () => tryToWrite(db, clock.now()),
  }
}

/** The folders of temporary files, each created when its owner starts. */
export async function makeTemporaryFolders(config: Config) {
  const root = join(config.data.folder, 'tmp')
  const folders = {
    root,
    uploads: join(root, 'uploads'),
    render: join(root, 'render'),
    work: join(root, 'work'),
  }
  await makeDataFolder(config, folders.uploads)
  return folders
}

/**
 * Some GIFs are private, and the database contains the secret that opens them. DATA_DIR itself may be anyone's folder,
 * and the process that answers requests decides whether a proxy in the group can pass through the media folder.
 */
async function keepDataPrivate(config: Config): Promise<void> {
  const file = databaseFile(config)
  await restrictAccess({
    folders: [join(config.data.folder, 'tmp')],
    groupFolders: config.s3 === null ? [mediaFolder(config)] : [],
    files: [file, `${file}-wal`, `${file}-shm`],
  })
}

type Counts = {
  counters: Counters
  attempts: AttemptStore
  /** Removes counts that the database no longer needs. */
  forgetCounts: () => Promise<number>
  closeCounts: () => void
}

/**
 * The counters for limits: shared by all machines with PostgreSQL. With SQLite there is one machine, which counts in
 * memory, so that no call writes to the database just to be counted.
 */
function openCounts({ kind, db, clock, messages }: OpenDatabase, secret: string): Counts {
  if (kind === 'sqlite') {
    return {
      counters: new LocalCounters(),
      attempts: new MemoryAttempts(),
      forgetCounts: async () => 0,
      closeCounts: () => undefined,
    }
  }
  const exchange = new CountExchange({ messages, secret })
  return {
    counters: {
      exact: (options) => new SqlCounter(db, { clock, secret }, options),
      exchanged: (options) => exchange.counter(options),
    },
    attempts: new SqlAttemptStore(db, secret),
    forgetCounts: () => forgetCounts(db, clock),
    closeCounts: () => exchange.close(),
  }
}
