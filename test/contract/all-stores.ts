import { SqlAccountStore } from '#src/adapters/db/shared/accounts/account-store.ts'
import { SqlSessionStore } from '#src/adapters/db/shared/accounts/session-store.ts'
import { SqlAppStore } from '#src/adapters/db/shared/apps/app-store.ts'
import { SqlCatalogueStore } from '#src/adapters/db/shared/catalogue/catalogue-store.ts'
import { SqlSearchSource } from '#src/adapters/db/shared/catalogue/search-source.ts'
import { SqlTrendStore } from '#src/adapters/db/shared/catalogue/trend-store.ts'
import { SqlDuplicateStore } from '#src/adapters/db/shared/catalogue/duplicate-store.ts'
import { SqlMediaMoves } from '#src/adapters/db/shared/catalogue/media-moves.ts'
import { SqlChangeLog } from '#src/adapters/db/shared/catalogue/change-log.ts'
import { SqlAttemptStore } from '#src/adapters/db/shared/counts/attempt-store.ts'
import { forgetCounts, SqlCounter } from '#src/adapters/db/shared/counts/counter.ts'
import type { Database } from '#src/adapters/db/shared/database.ts'
import { SqlCollectionStore } from '#src/adapters/db/shared/collections/collection-store.ts'
import { SqlDropStore } from '#src/adapters/db/shared/drops/drop-store.ts'
import { SqlNoticeStore } from '#src/adapters/db/shared/notices/notice-store.ts'
import { SqlVisitorGifStore } from '#src/adapters/db/shared/publishing/visitor-gif-store.ts'
import { SqlPreparedSourceStore } from '#src/adapters/db/shared/prepared-sources/prepared-source-store.ts'
import { createTaskQueue } from '#src/adapters/db/shared/tasks/task-queue.ts'
import { SqlWebhookStore } from '#src/adapters/db/shared/webhooks/webhook-store.ts'
import { SqlUnitOfWork } from '#src/adapters/db/shared/unit-of-work.ts'
import type { CounterOptions } from '#src/cluster/counters.ts'
import { ChangeFeed } from '#src/catalogue/change-feed.ts'
import { openFinder } from '../support/stores/finder.ts'
import { describeAccess } from './access.ts'
import { describeAccountStore } from './account-store.ts'
import { describeAppStore } from './app-store.ts'
import { describeCatalogueStore } from './catalogue-store.ts'
import { describeChange } from './change.ts'
import { describeCollections } from './collections.ts'
import { describeDeliveries } from './deliveries.ts'
import { describeDerivations } from './derivations.ts'
import { describeDrops } from './drops.ts'
import { describeFairTurns } from './fair-turns.ts'
import { describeImports } from './imports.ts'
import { describeMediaMoves } from './media-moves.ts'
import { describeMeasurements } from './measurements.ts'
import { describeNoticeStore } from './notice-store.ts'
import { describePreparedSources } from './prepared-sources.ts'
import { describeRandom } from './random.ts'
import { describeSearch } from './search.ts'
import { describeSessionStore } from './session-store.ts'
import { describeCounts } from './counts.ts'
import type { OpenStores, StoresUnderTest } from './stores.ts'
import { describeVisibleGifs } from './visible-gifs.ts'
import { describeVisitorGifs } from './visitor-gifs.ts'
import { describeTaskQueue } from './task-queue.ts'
import { describeTaskRecords } from './task-records.ts'

const suites = [
  describeCatalogueStore,
  describeSearch,
  describeRandom,
  describeChange,
  describeVisibleGifs,
  describeNoticeStore,
  describeCollections,
  describeTaskQueue,
  describeFairTurns,
  describeTaskRecords,
  describeDerivations,
  describeMediaMoves,
  describePreparedSources,
  describeMeasurements,
  describeImports,
  describeDrops,
  describeAccountStore,
  describeAccess,
  describeDeliveries,
  describeSessionStore,
  describeAppStore,
  describeCounts,
  describeVisitorGifs,
]

/** A new database of a test, which may be reopened. */
export type TestDatabase = { open: () => Promise<Database>; remove: () => Promise<void> }

/**
 * Runs every suite of the stores on a kind of database. `randomCases` is the fraction of the random cases to try. Most
 * of their coverage is the same on every kind: the rules of search, which answers from memory.
 */
export function describeStores(
  name: string,
  newDatabase: () => Promise<TestDatabase>,
  { randomCases = 1 }: { randomCases?: number } = {},
): void {
  const open: OpenStores = () => openStores(newDatabase)
  for (const describeSuite of suites) describeSuite(name, open, randomCases)
}

async function openStores(newDatabase: () => Promise<TestDatabase>): Promise<StoresUnderTest> {
  const database = await newDatabase()
  const clock = { nowMs: 1_800_000_000_000 }
  let chance = Math.random
  const secret = 'a secret of the instance'
  const open = async () => {
    const { db, readRows, close } = await database.open()
    const time = { now: () => clock.nowMs }
    const changes = new ChangeFeed({ log: new SqlChangeLog(db) })
    const onChange = () => changes.changed()
    const catalogue = new SqlCatalogueStore(db, { chance: () => chance(), onChange })
    const ends: (() => Promise<void>)[] = []
    const { find } = await openFinder(
      { after: (action) => void ends.push(action) },
      { db, catalogue, changes },
    )
    return {
      catalogue,
      find,
      searchSource: new SqlSearchSource(db),
      accounts: new SqlAccountStore(db, time, onChange),
      apps: new SqlAppStore(db, time),
      sessions: new SqlSessionStore(db, time),
      collections: new SqlCollectionStore(db, time),
      notices: new SqlNoticeStore(db, time),
      trends: new SqlTrendStore(db, time, { halfLifeMs: 86_400_000, defaultRating: 'pg' }),
      duplicates: new SqlDuplicateStore(db, readRows, onChange),
      drops: new SqlDropStore(db, time),
      tasks: createTaskQueue(db, time),
      unitOfWork: new SqlUnitOfWork(db, time, onChange),
      webhooks: new SqlWebhookStore(db, time),
      visitorGifs: new SqlVisitorGifStore(db, time, { onChange }),
      preparedSources: new SqlPreparedSourceStore(db, time),
      mediaMoves: new SqlMediaMoves(db),
      direct: {
        catalogue: new SqlCatalogueStore(db, { onChange, publicMedia: true }),
        tasks: createTaskQueue(db, time, { publicMedia: true }),
      },
      newCounter: (options: CounterOptions) => new SqlCounter(db, { clock: time, secret }, options),
      newAttempts: () => new SqlAttemptStore(db, secret),
      forgetCounts: () => forgetCounts(db, time),
      countRows: () => db.selectFrom('shared_count').selectAll().orderBy('key').execute(),
      closeDatabase: async () => {
        for (const end of ends.splice(0)) await end()
        await changes.stop()
        await close()
      },
    }
  }
  const stores = {
    ...(await open()),
    clock,
    setChance: (given: () => number) => {
      chance = given
    },
    reopen: async () => {
      await stores.closeDatabase()
      Object.assign(stores, await open())
    },
    close: async () => {
      await stores.closeDatabase()
      await database.remove()
    },
  }
  return stores
}
