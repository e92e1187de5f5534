import { mkdir, stat, statfs } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { viewerOfToken } from './accounts/tokens.ts'
import { openDatabase } from './adapters/db/sqlite.ts'
import { SqlAccountStore } from './adapters/db/account-store.ts'
import { addDemoGifs } from './adapters/db/demo-gifs.ts'
import { SqlCatalogueStore } from './adapters/db/catalogue-store.ts'
import { instanceSecret } from './adapters/db/instance.ts'
import { SqlReportStore } from './adapters/db/report-store.ts'
import { SqlSessionStore } from './adapters/db/session-store.ts'
import { SqlTaskQueue } from './adapters/db/task-queue.ts'
import { FileMediaStore } from './adapters/media-store/file-media-store.ts'
import { RenderPool } from './adapters/render-pool/render-pool.ts'
import { createSourceFetcher } from './adapters/sources/source-fetcher.ts'
import type { Config } from './config/config.ts'
import { admission } from './creation/admission.ts'
import { creationSubmitter } from './creation/submit-creation.ts'
import { storeDemoAnimation } from './cli/demo-animation.ts'
import { mediaRoutes } from './http/media/media-routes.ts'
import { buildServer, closeServer } from './http/server.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { createMediaUrls } from './media/media-urls.ts'
import type { DiskFacts } from './site/site.ts'
import { siteRoutes } from './site/site-routes.ts'
import { version } from './version.ts'
import { Sweeper } from './worker/sweeper.ts'
import { Worker } from './worker/worker.ts'
import { Workspaces } from './worker/workspaces.ts'

export type Overrides = { log?: Logger; clock?: Clock }

export type App = {
  /** Listens and begins to work; gives the address of the site. */
  start(): Promise<string>
  /** Takes no more, finishes or gives back what runs, closes everything. */
  stop(): Promise<void>
}

const fileGraceMs = 60 * 60_000

/** COMPOSITION ROOT: the only place that names concrete adapters. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const clock = overrides.clock ?? systemClock
  const log = overrides.log ?? pino({ level: config.log.level })
  const temporary = join(config.data.folder, 'tmp')
  const uploads = join(temporary, 'uploads')
  await makeDataFolder(config, uploads)

  const stores = await openStores(config, clock)
  const { catalogue, accounts, sessions, reports, tasks, mediaStore } = stores
  const address = siteAddress(config)
  const mediaUrls = createMediaUrls({
    mediaUrl: address.mediaUrl,
    secret: stores.secret,
    clock,
    privateTtlSeconds: config.site.privateUrlSeconds,
  })
  const mediaEngine = new RenderPool({
    ...config.render,
    concurrency: Math.max(1, config.worker.concurrency),
    log,
  })
  const sources = createSourceFetcher(config.sources)
  const workspaces = new Workspaces(join(temporary, 'work'))
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
    log,
    ...config.worker,
  })
  const sweeper = new Sweeper({
    tasks,
    sessions,
    sessionLimits: config.site.sessionLimits,
    catalogue,
    mediaStore,
    workspaces: [workspaces, new Workspaces(uploads)],
    clock,
    log,
    graceMs: fileGraceMs,
  })
  const submitCreation = creationSubmitter({
    catalogue,
    tasks,
    mediaStore,
    sources,
    limits: config.limits,
    onAccepted: () => worker.wake(),
  })
  const uploadLimits = { folder: uploads, ...config.limits }
  const doors = admission({
    tasks,
    limits: config.limits,
    freeBytes: async () => (await diskFacts(config)).freeBytes,
    minFreeBytes: config.data.minFreeBytes,
  })
  const server = await buildServer({
    log,
    version,
    siteUrl: address.siteUrl,
    viewerOf: (token) => viewerOfToken(accounts, token),
    trustedProxies: config.server.trustedProxies,
    rates: config.rates,
    api: {
      catalogue,
      tasks,
      mediaUrls,
      submitCreation,
      admitCreation: doors.admit,
      uploadLimits,
      eventStreams: config.server.eventStreams,
    },
    routes: (app) => {
      mediaRoutes(app, { mediaStore, catalogue, mediaUrls })
      siteRoutes(app, {
        ...{ catalogue, accounts, sessions, reports, tasks, mediaStore, mediaUrls, clock, version },
        ...{ submitCreation, admitCreation: doors.admit, uploadLimits },
        limits: config.limits,
        rates: config.rates,
        wakeWorker: () => worker.wake(),
        diskFacts: () => diskFacts(config),
        settings: { ...config.site, url: address.siteUrl },
      })
    },
  })

  return {
    async start() {
      await sweeper.start()
      address.listeningOn(await server.listen({ host: config.server.host, port: config.server.port }))
      worker.wake()
      return address.siteUrl()
    },
    async stop() {
      doors.close()
      const closed = closeServer(server, config.server.drainSeconds * 1000)
      await worker.stop(config.server.drainSeconds * 1000)
      await sweeper.stop()
      await mediaEngine.close()
      await closed
      await stores.close()
    },
  }
}

/** What holds the data, without the server: for the command line too. */
export async function openStores(config: Config, clock: Clock = systemClock) {
  await makeDataFolder(config, config.data.folder)
  const { db, close } = await openDatabase({ file: databaseFile(config) })
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
  }
}

/** Adds made-up GIFs to the catalogue. */
export async function fillWithDemo(config: Config, count: number): Promise<void> {
  const { db, mediaStore, close } = await openStores(config)
  const log = pino({ level: 'error' }, pino.destination(2))
  const mediaEngine = new RenderPool({ ...config.render, concurrency: 1, log })
  try {
    await addDemoGifs(db, { count, template: await storeDemoAnimation(mediaEngine, mediaStore) })
  } finally {
    await mediaEngine.close()
    await close()
  }
}

function databaseFile({ data }: Config): string {
  return join(data.folder, 'gifwright.db')
}

async function diskFacts(config: Config): Promise<DiskFacts> {
  const { bavail, blocks, bsize } = await statfs(config.data.folder)
  return { freeBytes: bavail * bsize, wholeBytes: blocks * bsize, databaseBytes: await databaseBytes(config) }
}

/** What was written last is in the log beside the database. */
async function databaseBytes(config: Config): Promise<number> {
  const sizes = ['', '-wal'].map((ending) =>
    stat(databaseFile(config) + ending).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function makeDataFolder({ data }: Config, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw new Error(
      `DATA_DIR ${data.folder} cannot be used as a folder; set it to one that can be written.`,
      { cause },
    )
  })
}

/** The address of the site: as set, or else where the server listens, which port 0 tells only then. */
function siteAddress({ site, server }: Config) {
  const everywhere = ['0.0.0.0', '::'].includes(server.host)
  const host = everywhere ? 'localhost' : isIPv6(server.host) ? `[${server.host}]` : server.host
  let url = site.url ?? `http://${host}:${server.port}`
  const siteUrl = () => url
  return {
    siteUrl,
    mediaUrl: () => site.mediaUrl ?? `${siteUrl()}/media`,
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
