import { mkdir, statfs } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { knownDevices } from '../accounts/known-devices.ts'
import { viewerOfToken } from '../accounts/tokens.ts'
import { openDatabase } from '../adapters/db/sqlite.ts'
import { SqlAccountStore } from '../adapters/db/account-store.ts'
import { addDemoGifs } from '../adapters/db/demo-gifs.ts'
import { SqlCatalogueStore } from '../adapters/db/catalogue-store.ts'
import { instanceSecret } from '../adapters/db/instance.ts'
import { SqlReportStore } from '../adapters/db/report-store.ts'
import { SqlSessionStore } from '../adapters/db/session-store.ts'
import { SqlTaskQueue } from '../adapters/db/task-queue.ts'
import { tryToWrite } from '../adapters/db/write-probe.ts'
import { FileMediaStore } from '../adapters/media-store/file-media-store.ts'
import { RenderPool } from '../adapters/render-pool/render-pool.ts'
import { createSourceFetcher } from '../adapters/sources/source-fetcher.ts'
import { refuseVisibleData } from './visible-data.ts'
import type { Config } from '../config/config.ts'
import { databaseBytes, databaseFile, refuseLostDatabase } from './data-folder.ts'
import { admission } from '../creation/admission.ts'
import { DiskSpace } from '../creation/disk-space.ts'
import { creationCanceller } from '../creation/cancel-creation.ts'
import { clientNamer } from '../creation/client.ts'
import { creationSubmitter } from '../creation/submit-creation.ts'
import { storeDemoAnimation } from '../cli/demo-animation.ts'
import { healthChecks } from './health-checks.ts'
import { pressingPace } from '../http/bodies/body-pace.ts'
import { Readiness } from '../http/health/readiness.ts'
import { mediaRoutes } from '../http/media/media-routes.ts'
import { buildServer, closeServer } from '../http/server.ts'
import { type ServerLimits, serverLimits } from '../http/server-limits.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import type { DatabaseObserver } from '../lib/database-observer.ts'
import { freeBytesOf } from '../lib/free-bytes.ts'
import { keepPrivate, ownersFolder } from '../lib/keep-private.ts'
import { createLog } from '../lib/log.ts'
import { runEach } from '../lib/run-each.ts'
import { createMediaUrls } from '../media/media-urls.ts'
import { observedMediaStore } from '../media/observed-media-store.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { MetricsServer } from '../metrics/metrics-server.ts'
import type { DiskFacts } from '../site/site.ts'
import { siteRoutes } from '../site/site-routes.ts'
import { viewerReader } from '../site/kit/requests/viewer-of-session.ts'
import { version } from '../version.ts'
import { DecoderCheck } from '../worker/decoder-check.ts'
import { Sweeper } from '../worker/sweeper.ts'
import { Worker } from '../worker/worker.ts'
import { Workspaces } from '../worker/workspaces.ts'

export type Overrides = { serverLimits?: Partial<ServerLimits>; log?: Logger; clock?: Clock }

export type App = {
  /** Listens and begins to work; gives the address of the site. */
  start(): Promise<string>
  /** Where the metrics are, once it has started; null where they are switched off. */
  metricsUrl(): string | null
  /** How what reads strangers' files and addresses is kept apart here, a sentence for each; none where nothing is made. */
  sandboxes(): Promise<string[]>
  /** Takes no more, finishes or gives back what runs, closes everything. */
  stop(): Promise<void>
}

const fileGraceMs = 60 * 60_000

/** COMPOSITION ROOT: the only place that names concrete adapters. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const clock = overrides.clock ?? systemClock
  const log = overrides.log ?? createLog(config.log.level)
  const metrics = createMetrics(version)
  const metricsServer = new MetricsServer(metrics, log)
  const temporary = join(config.data.folder, 'tmp')
  const uploads = join(temporary, 'uploads')
  await makeDataFolder(config, uploads)

  const stores = await openStores(config, clock, config.metrics === null ? undefined : metrics.database)
  const { catalogue, accounts, sessions, reports, tasks } = stores
  const mediaStore = observedMediaStore(stores.mediaStore, metrics.storeFault)
  const address = siteAddress(config)
  const mediaUrls = createMediaUrls({
    mediaUrl: address.mediaUrl,
    siteMediaUrl: address.siteMediaUrl,
    secret: stores.secret,
    clock,
    privateTtlSeconds: config.site.privateUrlSeconds,
  })
  const renderFolder = join(temporary, 'render')
  const freeBytes = () => freeBytesOf(config.data.folder)
  const diskSpace = new DiskSpace({ freeBytes, minFreeBytes: config.data.minFreeBytes })
  const mediaEngine = new RenderPool({
    ...config.render,
    concurrency: Math.max(1, config.worker.concurrency),
    log,
    onProcess: metrics.renderProcess,
    onFault: () => decoderCheck.toolFailed(),
    folder: renderFolder,
  })
  const sources = createSourceFetcher({
    ...config.sources,
    onUnsandboxed: (reason) => log.warn({ reason }, 'yt-dlp runs without a sandbox'),
  })
  const workspaces = new Workspaces(join(temporary, 'work'))
  const decoderCheck = new DecoderCheck({ mediaEngine, workspaces, log })
  let loopTurnedAt = performance.now()
  const turned = () => {
    loopTurnedAt = performance.now()
  }
  const worker = new Worker({
    run: {
      tasks,
      mediaStore,
      mediaEngine,
      sources,
      clock,
      watermarkText: () => watermarkText(config, address.siteUrl()),
    },
    tasks,
    workspaces,
    diskSpace,
    log,
    observer: { ...metrics.tasks, turned },
    ...config.worker,
  })
  const sweeper = new Sweeper({
    tasks,
    sessions,
    sessionLimits: config.site.sessionLimits,
    catalogue,
    mediaStore,
    workspaces: [workspaces, new Workspaces(uploads), new Workspaces(renderFolder)],
    clock,
    log,
    graceMs: fileGraceMs,
  })
  const clientOf = clientNamer({ secret: stores.secret, maxWaiting: config.limits.maxWaitingOfClient })
  const submitCreation = creationSubmitter({
    catalogue,
    tasks,
    mediaStore,
    sources,
    limits: config.limits,
    clientOf,
    onAccepted: () => worker.wake(),
  })
  const cancelCreation = creationCanceller({
    tasks,
    mediaStore,
    onCancelled: (taskId) => worker.cancelled(taskId),
  })
  const limits = { ...serverLimits, ...overrides.serverLimits }
  const uploadLimits = {
    folder: uploads,
    ...config.limits,
    pace: pressingPace(limits.body, () => doors.isCrowded()),
    onUploaded: metrics.uploaded,
  }
  const doors = admission({ tasks, clientOf, limits: config.limits, diskSpace })
  const checks = healthChecks({
    ...{ tryDatabase: stores.tryToWrite, mediaStore, temporary, freeBytes },
    minFreeBytes: config.data.minFreeBytes,
    maker:
      config.worker.concurrency === 0
        ? null
        : {
            searchPath: config.render.searchPath,
            loopSilenceMs: () => performance.now() - loopTurnedAt,
            tryDecoder: () => decoderCheck.check(),
          },
  })
  const readiness = new Readiness(checks, log)
  const server = await buildServer({
    log,
    requests: { onEnd: metrics.request, logAddresses: config.log.addresses },
    readiness,
    reservedBytes: () => diskSpace.reservedBytes,
    version,
    siteUrl: address.siteUrl,
    viewerOf: (token) => viewerOfToken(accounts, token),
    trustedProxies: config.server.trustedProxies,
    rates: config.rates,
    connections: config.server.connections,
    limits,
    api: {
      catalogue,
      tasks,
      mediaUrls,
      submitCreation,
      admitCreation: doors.admit,
      uploadLimits,
      gifLimits: config.limits,
      eventStreams: config.server.eventStreams,
    },
    routes: (app) => {
      const settings = { ...config.site, url: address.siteUrl }
      mediaRoutes(app, { mediaStore, catalogue, mediaUrls, viewerOf: viewerReader({ sessions, settings }) })
      siteRoutes(app, {
        ...{ catalogue, accounts, sessions, reports, tasks, mediaStore, mediaUrls, clock, version },
        ...{ submitCreation, cancelCreation, admitCreation: doors.admit, uploadLimits },
        devices: knownDevices({ secret: stores.secret, clock }),
        limits: config.limits,
        rates: config.rates,
        wakeWorker: () => worker.wake(),
        diskFacts: async () => ({ ...(await diskFacts(config)), reservedBytes: diskSpace.reservedBytes }),
        settings,
      })
    },
  })

  return {
    metricsUrl: () => metricsServer.url,
    async sandboxes() {
      if (config.worker.concurrency === 0) return []
      const { describe } = await mediaEngine.prepare()
      const ytDlp = await sources.describeSandbox(temporary)
      return ytDlp === undefined ? [describe] : [describe, ytDlp]
    },
    async start() {
      await sweeper.start()
      if (config.worker.concurrency > 0) {
        const { level } = await mediaEngine.prepare()
        if (level === 'bubblewrap') await refuseVisibleData('DATA_DIR', config.data.folder, config)
        decoderCheck.start()
      }
      if (config.metrics !== null) {
        metrics.watchState({
          queue: () => tasks.counts(),
          oldestWaitMs: () => tasks.oldestWaitMs(),
          openConnections: promisify(server.server.getConnections.bind(server.server)),
          renderProcesses: () => mediaEngine.processes,
          freeBytes,
          reservedBytes: () => diskSpace.reservedBytes,
          checks: readiness.names,
          failingChecks: () => readiness.failing(),
        })
        await metricsServer.listen(config.metrics)
      }
      address.listeningOn(await server.listen({ host: config.server.host, port: config.server.port }))
      worker.wake()
      return address.siteUrl()
    },
    async stop() {
      readiness.stop()
      doors.close()
      const drainMs = config.server.drainSeconds * 1000
      const closed = closeServer(server, drainMs)
      // It is looked at later.
      closed.catch(() => undefined)
      await runEach([
        () => worker.stop(drainMs),
        () => decoderCheck.stop(),
        () => sweeper.stop(),
        () => mediaEngine.close(),
        () => closed,
        () => metricsServer.close(),
        () => stores.close(),
      ])
    },
  }
}

/** What holds the data, without the server: for the command line too. */
export async function openStores(config: Config, clock: Clock = systemClock, observer?: DatabaseObserver) {
  await makeDataFolder(config, config.data.folder)
  await keepDataPrivate(config)
  await refuseLostDatabase(config)
  const { db, close } = await openDatabase({ file: databaseFile(config), observer })
  return {
    db,
    close,
    catalogue: new SqlCatalogueStore(db),
    accounts: new SqlAccountStore(db, clock),
    sessions: new SqlSessionStore(db, clock),
    reports: new SqlReportStore(db, clock),
    tasks: new SqlTaskQueue(db, clock),
    mediaStore: new FileMediaStore(join(config.data.folder, 'media')),
    secret: await instanceSecret(db),
    tryToWrite: () => tryToWrite(db, clock.now()),
  }
}

/** Adds made-up GIFs to the catalogue. */
export async function fillWithDemo(config: Config, count: number): Promise<void> {
  const { db, mediaStore, close } = await openStores(config)
  const log = createLog('error', 2)
  const mediaEngine = new RenderPool({ ...config.render, concurrency: 1, log, folder: tmpdir() })
  try {
    await addDemoGifs(db, { count, template: await storeDemoAnimation(mediaEngine, mediaStore) })
  } finally {
    await mediaEngine.close()
    await close()
  }
}

async function diskFacts(config: Config): Promise<Omit<DiskFacts, 'reservedBytes'>> {
  const { bavail, blocks, bsize } = await statfs(config.data.folder)
  return { freeBytes: bavail * bsize, wholeBytes: blocks * bsize, databaseBytes: await databaseBytes(config) }
}

async function makeDataFolder({ data }: Config, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: ownersFolder }).catch((cause: unknown) => {
    throw new Error(
      `DATA_DIR ${data.folder} cannot be used as a folder; set it to one that can be written.`,
      { cause },
    )
  })
}

/** Some GIFs are private, and the database holds the secret that opens them. DATA_DIR itself may be anybody's folder. */
async function keepDataPrivate(config: Config): Promise<void> {
  const { folder } = config.data
  const file = databaseFile(config)
  await keepPrivate({
    folders: [join(folder, 'media'), join(folder, 'tmp')],
    files: [file, `${file}-wal`, `${file}-shm`],
  })
}

/** The address of the site: as set, or else where the server listens, which port 0 tells only then. */
function siteAddress({ site, server }: Config) {
  const everywhere = ['0.0.0.0', '::'].includes(server.host)
  const host = everywhere ? 'localhost' : isIPv6(server.host) ? `[${server.host}]` : server.host
  let url = site.url ?? `http://${host}:${server.port}`
  const siteUrl = () => url
  const siteMediaUrl = () => `${siteUrl()}/media`
  return {
    siteUrl,
    siteMediaUrl,
    mediaUrl: () => site.mediaUrl ?? siteMediaUrl(),
    listeningOn: (address: string) => {
      if (site.url === null) url = `http://${host}:${new URL(address).port}`
    },
  }
}

function watermarkText({ site }: Config, siteUrl: string): string {
  if (site.watermarkText !== '') return site.watermarkText
  const { hostname } = new URL(siteUrl)
  return hostname === 'localhost' || /^[\d.]+$|^\[/.test(hostname) ? site.name : hostname
}
