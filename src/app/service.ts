import type { Logger } from 'pino'
import { schemaVersion } from '../adapters/db/shared/migrate.ts'
import type { IndexBuilder } from '../adapters/search/index-builder.ts'
import type { Config } from '../config/config.ts'
import { type ServerLimits, serverLimits } from '../http/connection/server-limits.ts'
import { answerHealth, answerReadiness, answerWhole } from '../http/health/health-answers.ts'
import { Readiness } from '../http/health/readiness.ts'
import type { Clock } from '../lib/clock.ts'
import { runEach } from '../lib/run-at-once.ts'
import { metricsPortError, MetricsServer } from '../observe/metrics/metrics-server.ts'
import { version } from '../version.ts'
import { healthChecks, toleratedFaults } from './health-checks.ts'
import { checkMediaAccess } from './media-access.ts'
import { migrateDatabase } from './migrate.ts'
import { createOffloadAccess } from './offload-access.ts'
import { openSharedParts, type SharedParts } from './shared-parts.ts'
import { createUpkeep } from './upkeep.ts'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** The role of a process: everything, only answering requests, or only making GIFs. */
export type Role = 'all' | 'web' | 'worker'

export type Overrides = {
  role?: Role
  serverLimits?: Partial<ServerLimits>
  log?: Logger
  /** The settings that differ from their defaults, for the log. */
  settings?: Record<string, unknown>
  clock?: Clock
  searchBuilder?: IndexBuilder
}

export type App = {
  /** Starts to listen and to work; resolves with the address of the site, which is empty for a worker. */
  start(): Promise<string>
  /** The address of the metrics after the start; null if they are off. */
  metricsUrl(): string | null
  /** After the start: a sentence for each sandbox that reads untrusted input; empty if this process makes no GIFs. */
  sandboxes(): string[]
  /** A sentence about anything that keeps the proxy from sending media files; null if there is no known fault. */
  offloadFault(): Promise<string | null>
  /** Returns true if at least one administrator can sign in. */
  hasAdmin(): Promise<boolean>
  /** Immediately checks for changes that other processes, such as a command, made to the catalogue. */
  noticeChanges(): Promise<void>
  /** Refuses new work, finishes or releases running work, and closes everything. */
  stop(): Promise<void>
}

/**
 * COMPOSITION ROOT of the service: puts together the parts of its role, each in a file next to this one. The code of
 * unused parts is not even loaded.
 */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const parts = await openSharedParts(config, overrides)
  return assembleApp(config, overrides, parts).catch(async (error: unknown) => {
    // Open connections would keep the process alive.
    await runEach([() => parts.stores.close(), () => parts.tracing.stop()])
    throw error
  })
}

async function assembleApp(config: Config, overrides: Overrides, parts: SharedParts): Promise<App> {
  const { role = 'all', searchBuilder } = overrides
  const { stores, metrics, log, freeBytes, diskSpace, folders, address } = parts
  const upkeep = createUpkeep(config, parts)
  const offloadAccess = role === 'worker' ? null : createOffloadAccess(config, log)
  const makes = role !== 'web' && config.worker.concurrency > 0
  const maker = makes
    ? (await import('./maker.ts')).createMaker(config, {
        ...parts,
        watermarkText: address.watermarkText,
      })
    : null
  const search =
    role === 'worker'
      ? null
      : await (await import('./search/search.ts')).createSearch(config, parts, searchBuilder)

  const isPostgres = stores.kind === 'postgres'
  const checks = healthChecks({
    tryDatabase: stores.tryToWrite,
    checkCatalogue: isPostgres && search !== null ? () => stores.changes.current() : null,
    checkSearch: search === null ? null : () => search.index.checkReady(),
    mediaStore: parts.mediaStore,
    temporary: folders.root,
    freeBytes,
    minFreeBytes: config.data.minFreeBytes,
    maker: maker?.health ?? null,
  })
  // A worker can do nothing without either of them.
  const tolerated =
    role === 'worker'
      ? undefined
      : toleratedFaults({ database: isPostgres, store: isPostgres || config.s3 !== null })
  const readiness = new Readiness(checks, log, undefined, tolerated)
  const health = { readiness, reservedBytes: () => diskSpace.reservedBytes }
  const healthPaths = {
    '/healthz': answerHealth,
    '/readyz': () => answerReadiness(health),
    '/readyz/whole': () => answerWhole(health),
  }
  const metricsServer = new MetricsServer(metrics, healthPaths, log)
  const web =
    search === null
      ? null
      : await (
          await import('./web.ts')
        ).createWeb(config, parts, {
          search,
          health,
          limits: { ...serverLimits, ...overrides.serverLimits },
        })

  async function startMetrics(): Promise<void> {
    if (config.metrics === null) return
    const { tasks, changes } = stores
    metrics.watchState({
      queue: () => tasks.records.counts(),
      imports: () => tasks.imports.counts(),
      derivations: () => tasks.records.derivationCounts(),
      keptSourceBytes: () => tasks.records.keptSourceBytes(),
      oldestWaitMs: () => tasks.records.oldestWaitMs(),
      toReview: () => stores.visitorGifs.countWaiting(),
      renderProcesses: () => maker?.mediaEngine.processes ?? 0,
      freeBytes,
      reservedBytes: health.reservedBytes,
      database: stores.databaseState,
      web:
        web === null || search === null
          ? null
          : {
              openConnections: web.openConnections,
              search: search.state,
              catalogueAgeMs: () => performance.now() - changes.currentAt,
            },
      checks: readiness.names,
      failingChecks: () => readiness.failing(),
    })
    await metricsServer.listen(config.metrics)
  }

  /**
   * Tries everything that could make a start fail, and migrates last: after a failed start, an older version can still
   * run.
   */
  async function prepare(): Promise<{ release: () => Promise<void> } | null> {
    await offloadAccess?.start()
    await checkMediaAccess(config, { mediaStore: parts.mediaStore, folder: folders.root, log })
    await maker?.check()
    sandboxes = (await maker?.describeSandboxes()) ?? []
    if (stores.upgrade === null) return null
    const ports = await reservePorts(config, { isWorker: role === 'worker' })
    try {
      await migrateDatabase(stores.upgrade, log)
      return ports
    } catch (error) {
      await ports.release()
      throw error
    }
  }

  let sandboxes: string[] = []
  return {
    metricsUrl: () => metricsServer.url,
    offloadFault: async () => (await offloadAccess?.fault()) ?? null,
    hasAdmin: () => stores.accounts.hasAdmin(),
    noticeChanges: () => stores.changes.notice(),
    sandboxes: () => sandboxes,
    async start() {
      const ports = await prepare()
      log.info({ version, schema: schemaVersion, settings: overrides.settings }, 'starting Gifwright')
      try {
        await web?.start()
        stores.mediaMover.start(log)
        await upkeep.start()
        await maker?.start()
      } finally {
        await ports?.release()
      }
      await startMetrics()
      const url = (await web?.listen()) ?? ''
      maker?.worker.wake()
      return url
    },
    async stop() {
      const drainMs = config.server.drainSeconds * 1000
      readiness.stop()
      web?.refuse(drainMs)
      await runEach([
        ...(maker?.stopSteps(drainMs) ?? []),
        () => upkeep.stop(),
        async () => offloadAccess?.stop(),
        ...(web?.stopSteps ?? []),
        () => metricsServer.close(),
        () => stores.close(),
        () => parts.tracing.stop(),
      ])
    },
  }
}

/**
 * Takes the ports that a process is about to listen on (only the metrics port for a worker), and closes incoming
 * connections until `release`. Throws like listening itself.
 */
async function reservePorts(
  { server, metrics }: Config,
  { isWorker }: { isWorker: boolean },
): Promise<{ release: () => Promise<void> }> {
  const taken: Server[] = []
  const release = async () => {
    await Promise.all(taken.splice(0).map((one) => new Promise((resolve) => one.close(resolve))))
  }
  const take = async ({ host, port }: { host: string; port: number }) => {
    const one = createServer((socket) => socket.destroy()).listen({ host, port })
    await once(one, 'listening')
    taken.push(one)
  }
  try {
    if (metrics !== null)
      await take(metrics).catch((error: unknown) => {
        throw metricsPortError(error, metrics)
      })
    if (!isWorker) await take(server)
    return { release }
  } catch (error) {
    await release()
    throw error
  }
}
