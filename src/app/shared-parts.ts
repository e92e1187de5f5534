import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Clock } from '../lib/clock.ts'
import { freeBytesOf } from '../lib/disk/free-space.ts'
import { createLog } from '../lib/log/log.ts'
import { createMediaUrls } from '../media/media-urls.ts'
import { observedMediaStore } from '../media/observed-media-store.ts'
import { createMetrics, type Metrics } from '../observe/metrics/metrics.ts'
import { version } from '../version.ts'
import { createDiskSpace } from './data-folder.ts'
import { privateMediaAccess } from './media-access.ts'
import { makeTemporaryFolders, openStores } from './stores.ts'
import { isIPv6 } from 'node:net'
import { traceSearch, traceStatements, traceStore } from '../observe/tracing/observers.ts'

export type SharedParts = Awaited<ReturnType<typeof openSharedParts>>

/** The parts of every process of the service, whatever its role: the stores, metrics and limits. */
export async function openSharedParts(config: Config, given: { role?: string; log?: Logger; clock?: Clock }) {
  const log = given.log ?? createLog(config.log.level)
  const metrics = createMetrics(version)
  const tracing = await openTracing(config, { role: given.role ?? 'all', log, metrics })
  const stores = await openStores(config, given.clock, {
    observers: tracing.observers,
    mayCreate: true,
    mayMigrate: true,
  })
  const folders = await makeTemporaryFolders(config)
  const freeBytes = () => freeBytesOf(config.data.folder)
  const address = siteAddress(config)
  const mediaStore = observedMediaStore(stores.mediaStore, tracing.store)
  const { presign, redirectOrigin } = await privateMediaAccess(config, mediaStore)
  return {
    log,
    metrics,
    tracing,
    tracer: tracing.tracer,
    folders,
    stores,
    clock: stores.clock,
    mediaStore,
    freeBytes,
    diskSpace: createDiskSpace(config, freeBytes),
    address,
    /** Addresses of private files in the bucket itself; null if they go through the program. */
    presign,
    mediaUrls: createMediaUrls({
      direct: config.media.direct,
      redirectOrigin,
      mediaUrl: address.mediaUrl,
      siteMediaUrl: address.siteMediaUrl,
      secret: stores.secret,
      clock: stores.clock,
      privateTtlSeconds: config.site.privateUrlSeconds,
    }),
  }
}

/**
 * The address of the site: SITE_URL, or the listening address, which is known only once the server listens if PORT is
 * 0.
 */
export function siteAddress({ site, server }: Config) {
  const everywhere = ['0.0.0.0', '::'].includes(server.host)
  const host = everywhere ? 'localhost' : isIPv6(server.host) ? `[${server.host}]` : server.host
  let url = site.url ?? `http://${host}:${server.port}`
  const siteUrl = () => url
  const siteMediaUrl = () => `${url}/media`
  return {
    siteUrl,
    siteMediaUrl,
    mediaUrl: () => site.mediaUrl ?? siteMediaUrl(),
    /**
     * The watermark text of a GIF for the account that makes it: the configured text, the host name, or the site's name
     * if the host is not meaningful. Null for no watermark.
     */
    watermarkText: (accountId: number | null): string | null => {
      if (site.watermark === 'off' || (site.watermark === 'visitors' && accountId !== null)) return null
      if (site.watermarkText !== '') return site.watermarkText
      const { hostname } = new URL(url)
      return hostname === 'localhost' || /^[\d.]+$|^\[/.test(hostname) ? site.name : hostname
    },
    setListeningAddress: (address: string) => {
      if (site.url === null) url = `http://${host}:${new URL(address).port}`
    },
  }
}

/**
 * Traces, if they are on: OpenTelemetry is loaded only then. Otherwise there is no tracer, and the observers are those
 * of the metrics only.
 */
async function openTracing(
  config: Config,
  { role, log, metrics }: { role: string; log: Logger; metrics: Metrics },
) {
  const { database, cluster, store, search } = metrics
  // Each statement is reported to its observer; without metrics, nobody reads the counts.
  const observers = config.metrics === null ? undefined : { database, cluster }
  if (config.tracing === null)
    return { tracer: undefined, observers, store, search, stop: async () => undefined }
  const { startTracing } = await import('../observe/tracing/start-tracing.ts')
  const { tracer, stop } = startTracing(config.tracing, {
    version,
    role,
    observer: {
      spans: metrics.spans,
      failing: (reason) =>
        log.warn({ reason }, 'traces are not taken by OTEL_EXPORTER_OTLP_ENDPOINT; they are dropped'),
      recovered: () => log.info('traces are taken by OTEL_EXPORTER_OTLP_ENDPOINT again'),
    },
  })
  const system = config.database === null ? 'sqlite' : 'postgresql'
  return {
    tracer,
    observers: { database: traceStatements(tracer, system, database), cluster },
    store: traceStore(tracer, store),
    search: traceSearch(tracer, search),
    stop,
  }
}
