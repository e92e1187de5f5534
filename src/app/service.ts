import { statfs } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { type IndexBuilder, IndexKeeper } from '../adapters/search/index-keeper.ts'
import { knownDevices } from '../accounts/known-devices.ts'
import { viewerOfToken } from '../accounts/tokens.ts'
import type { Config } from '../config/config.ts'
import { LookKeeper } from '../adapters/looks/look-keeper.ts'
import { createDeleteKeys } from '../catalogue/delete-keys.ts'
import { createDiscovery } from '../catalogue/discovery/discovery.ts'
import { DiskSpace } from '../creation/disk-space.ts'
import { Readiness } from '../http/health/readiness.ts'
import { apiSurface } from '../http/api/api.ts'
import { answerHealth, answerReadiness } from '../http/health/health-answers.ts'
import { healthSurface } from '../http/health/health-routes.ts'
import { mediaSurface } from '../http/media/media-routes.ts'
import { offloadHeaders } from '../http/media/offload.ts'
import { apiRecordWriter, fullRecordWriter } from '../http/api/write-record.ts'
import { RecordCache } from '../http/records/record-cache.ts'
import { RecordStore } from '../http/records/record-store.ts'
import { buildServer, closeServer } from '../http/server.ts'
import { type ServerLimits, serverLimits } from '../http/connection/server-limits.ts'
import type { Clock } from '../lib/clock.ts'
import { freeBytesOf } from '../lib/disk/free-space.ts'
import { createLog } from '../lib/log/log.ts'
import { runEach } from '../lib/run-each.ts'
import { createMediaUrls } from '../media/media-urls.ts'
import { observedMediaStore } from '../media/observed-media-store.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { MetricsServer } from '../metrics/metrics-server.ts'
import { siteSurface } from '../site/site-routes.ts'
import { viewerReader } from '../site/kit/requests/viewer-of-session.ts'
import { version } from '../version.ts'
import { Sweeper } from '../worker/sweeper.ts'
import { Workspaces } from '../worker/workspaces.ts'
import { createCompat } from './compat.ts'
import { createDrops } from './drops.ts'
import { createCreations } from './creations.ts'
import { databaseBytes, databaseFile, mediaFolder, searchFolder } from './data-folder.ts'
import { healthChecks } from './health-checks.ts'
import { createMaker } from './maker.ts'
import { readSynonyms, searchBuilder } from './search-builder.ts'
import { searchLock } from './search-lock.ts'
import { searchSnapshots } from './search-snapshots.ts'
import { readSearchState, writeSearchStatus } from './search-status.ts'
import { createSignOn } from './sign-on.ts'
import { siteAddress } from './site-address.ts'
import { dailyNotices, operatorTexts } from './operator-texts.ts'
import { makeTemporaryFolders, openStores } from './stores.ts'
import { connectUpstream } from './upstream.ts'
import { createWebhooks } from './webhooks.ts'

/** What a process does: everything, only answer requests, or only make GIFs. */
export type Role = 'all' | 'web' | 'worker'

export type Overrides = {
  role?: Role
  serverLimits?: Partial<ServerLimits>
  log?: Logger
  clock?: Clock
  searchBuilder?: IndexBuilder
}

export type App = {
  /** Starts to listen and to work; resolves with the address of the site, which is empty for a worker. */
  start(): Promise<string>
  /** The address of the metrics after the start; null where they are off. */
  metricsUrl(): string | null
  /** A sentence for each sandbox that untrusted input is read in; none where no GIFs are made. */
  sandboxes(): Promise<string[]>
  /** Looks at once for what other processes, such as a command, changed in the catalogue. */
  noticeChanges(): Promise<void>
  /** Refuses new work, finishes or releases what runs, closes everything. */
  stop(): Promise<void>
}

/** Files younger than this may belong to a row that is about to be written. */
const fileGraceMs = 60 * 60_000

/** COMPOSITION ROOT of the service: builds every part in the order in which it depends on the others. */
export async function createApp(given: Config, overrides: Overrides = {}): Promise<App> {
  const { role = 'all' } = overrides
  const config = role === 'web' ? { ...given, worker: { ...given.worker, concurrency: 0 } } : given
  const log = overrides.log ?? createLog(config.log.level)
  const limits = { ...serverLimits, ...overrides.serverLimits }

  const metrics = createMetrics(version)

  const folders = await makeTemporaryFolders(config)
  const stores = await openStores(config, overrides.clock, config.metrics === null ? undefined : metrics)
  const { catalogue, changes, accounts, sessions, notices, tasks, clock } = stores
  const mediaStore = observedMediaStore(stores.mediaStore, metrics.store)
  const index = new IndexKeeper({
    folder: searchFolder(config),
    saveLock: searchLock(config),
    source: stores.searchSource,
    changeLog: stores.changeLog,
    changes,
    builder: overrides.searchBuilder ?? searchBuilder(config.database ?? { file: databaseFile(config) }),
    snapshots: searchSnapshots(config, { stores, mediaStore, clock, log }),
    synonyms: await readSynonyms(config.search.synonymsFile),
    log,
    observer: metrics.search,
  })
  const freeBytes = () => freeBytesOf(config.data.folder)
  const diskSpace = new DiskSpace({ freeBytes, minFreeBytes: config.data.minFreeBytes })
  const reservedBytes = () => diskSpace.reservedBytes

  const address = siteAddress(config)
  const mediaUrls = createMediaUrls({
    mediaUrl: address.mediaUrl,
    siteMediaUrl: address.siteMediaUrl,
    secret: stores.secret,
    clock,
    privateTtlSeconds: config.site.privateUrlSeconds,
  })

  const deleteKeys = createDeleteKeys(stores.secret)
  const looks = new LookKeeper(stores.lookSource, changes)

  const discovery = createDiscovery({
    catalogue,
    uses: stores.uses,
    searchTrends: stores.searchTrends,
    index,
    changes,
    settings: config.discovery,
    onUse: (id) => index.noteUse(id),
    clock,
    log,
  })

  const memory = new RecordStore(config.data.recordCacheBytes)
  const recordDeps = { source: stores.records, changes, memory }
  const records = new RecordCache({
    ...recordDeps,
    write: apiRecordWriter({ catalogue, mediaUrls }),
    number: 0,
  })
  const fullRecords = new RecordCache({
    ...recordDeps,
    write: fullRecordWriter({ catalogue, mediaUrls }),
    number: 1,
  })

  const { mediaUrl, watermarkText } = address
  const upstreamFiles = connectUpstream(config, { mediaUrl, secret: stores.secret, log })
  const maker = createMaker(config, {
    stores,
    mediaStore,
    diskSpace,
    freeBytes,
    folders,
    watermarkText,
    clock,
    log,
    metrics,
  })
  const creations = createCreations(config, {
    stores,
    mediaStore,
    maker,
    diskSpace,
    uploads: folders.uploads,
    serverLimits: limits,
    metrics,
  })
  const { drops, receiveFiles } = createDrops(config, { stores, mediaStore, maker, diskSpace, clock })
  const { webhooks, deliverer } = createWebhooks(config, { stores, mediaUrls, clock, log })
  const sweeper = new Sweeper({
    tasks,
    sessions,
    sessionLimits: config.site.sessionLimits,
    catalogue,
    notices,
    keepContactsMs: config.notices.keepContactsMs,
    mediaStore,
    removeUnfinished: (beforeMs) => stores.mediaStore.removeUnfinished(beforeMs),
    tryToWrite: stores.tryToWrite,
    workspaces: [maker.workspaces, new Workspaces(folders.uploads), new Workspaces(folders.render)],
    clock,
    log,
    graceMs: fileGraceMs,
  })

  const checks = healthChecks({
    tryDatabase: stores.tryToWrite,
    checkSearch: () => index.checkReady(),
    mediaStore,
    temporary: folders.root,
    freeBytes,
    minFreeBytes: config.data.minFreeBytes,
    maker: maker.health,
  })
  const readiness = new Readiness(checks, log)
  const health = { readiness, reservedBytes }
  const healthPaths = { '/healthz': answerHealth, '/readyz': () => answerReadiness(health) }
  const metricsServer = new MetricsServer(metrics, healthPaths, log)
  const { admitCreation, submitCreation, cancelCreation, uploadLimits } = creations
  const viewerOf = (token: string) => viewerOfToken(accounts, token)
  const compat = createCompat(config, {
    stores,
    siteUrl: address.siteUrl,
    catalogue,
    discovery,
    index,
    changes,
    mediaUrls,
    upstreamFiles,
    submitCreation,
    admitCreation,
    uploadLimits,
    clock,
    log,
  })
  const settings = { ...config.site, url: address.siteUrl }
  const server = await buildServer({
    log,
    requests: { onEnd: metrics.request, logAddresses: config.log.addresses },
    version,
    trustedProxies: config.server.trustedProxies,
    rates: config.rates,
    connections: config.server.connections,
    limits,
    surfaces: [
      healthSurface(health),
      apiSurface({
        viewerOf,
        siteUrl: address.siteUrl,
        catalogue,
        looks,
        discovery,
        index,
        changes,
        records,
        fullRecords,
        tasks: tasks.submissions,
        mediaUrls,
        mediaStore,
        deleteKeys,
        submitCreation,
        admitCreation,
        uploadLimits,
        gifLimits: config.limits,
        eventStreams: config.server.eventStreams,
      }),
      ...compat.surfaces,
      mediaSurface({
        mediaStore,
        catalogue,
        changes,
        discovery,
        mediaUrls,
        offload: offloadHeaders(config.site.mediaOffload, mediaFolder(config)),
        upstreamFiles,
        viewerOf,
        viewerOfRequest: viewerReader({ sessions, settings }),
      }),
      siteSurface({
        catalogue,
        looks,
        duplicates: stores.duplicates,
        discovery,
        index,
        changes,
        accounts,
        apps: stores.apps,
        compatIsOpen: config.compat.apiKeys.length === 0,
        sessions,
        notices,
        daily: dailyNotices(config),
        ...operatorTexts(config),
        tasks,
        webhooks,
        exports: stores.exports,
        mediaStore,
        mediaUrls,
        deleteKeys,
        clock,
        version,
        submitCreation,
        cancelCreation,
        admitCreation,
        drops,
        receiveFiles,
        dropLimits: config.imports,
        uploadLimits,
        identities: stores.identities,
        signOn: createSignOn(config, { secret: stores.secret, clock, log }),
        devices: knownDevices({ secret: stores.secret, clock }),
        limits: config.limits,
        rates: config.rates,
        wakeWorker: () => maker.worker.wake(),
        diskFacts: () => diskFacts(config, reservedBytes()),
        settings,
      }),
    ],
  })

  let endStatus: (() => void) | undefined
  return {
    metricsUrl: () => metricsServer.url,
    noticeChanges: () => changes.notice(),
    sandboxes: () => maker.describeSandboxes(),
    async start() {
      await changes.start((error) => log.error({ err: error }, 'changes of the catalogue were not read'))
      discovery.start()
      compat.start()
      await index.start()
      endStatus = writeSearchStatus(config, index)
      await sweeper.start()
      await maker.start()
      if (config.metrics !== null) {
        metrics.watchState({
          queue: () => tasks.records.counts(),
          imports: () => tasks.imports.counts(),
          derivations: () => tasks.records.derivationCounts(),
          keptSourceBytes: () => tasks.records.keptSourceBytes(),
          oldestWaitMs: () => tasks.records.oldestWaitMs(),
          openConnections: promisify(server.server.getConnections.bind(server.server)),
          renderProcesses: () => maker.mediaEngine.processes,
          freeBytes,
          reservedBytes,
          search: () => readSearchState(config, index, stores),
          database: stores.databaseState,
          catalogueAgeMs: () => performance.now() - changes.currentAt,
          checks: readiness.names,
          failingChecks: () => readiness.failing(),
        })
        await metricsServer.listen(config.metrics)
      }
      if (role === 'worker') {
        maker.worker.wake()
        return ''
      }
      const { host, port } = config.server
      address.setListeningAddress(await server.listen({ host, port }))
      maker.worker.wake()
      deliverer.wake()
      return address.siteUrl()
    },
    async stop() {
      readiness.stop()
      creations.close()
      const drainMs = config.server.drainSeconds * 1000
      const closed = closeServer(server, drainMs)
      // Awaited below, after the worker.
      closed.catch(() => undefined)
      await runEach([
        ...maker.stopSteps(drainMs),
        () => deliverer.stop(),
        () => sweeper.stop(),
        () => closed,
        () => discovery.stop(),
        () => compat.stop(),
        () => metricsServer.close(),
        async () => endStatus?.(),
        () => index.stop(),
        () => stores.close(),
      ])
    },
  }
}

async function diskFacts(config: Config, reservedBytes: number) {
  const { bavail, blocks, bsize } = await statfs(config.data.folder)
  return {
    freeBytes: bavail * bsize,
    wholeBytes: blocks * bsize,
    databaseBytes: await databaseBytes(config),
    reservedBytes,
  }
}
