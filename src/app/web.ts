import type { UpstreamFiles } from '../catalogue/upstream.ts'
import { statfs } from 'node:fs/promises'
import { promisify } from 'node:util'
import { knownDevices } from '../accounts/known-devices.ts'
import { viewerOfToken } from '../accounts/tokens.ts'
import { ArchiveThreads } from '../adapters/frame-archives/archive-threads.ts'
import { LookKeeper } from '../adapters/looks/look-keeper.ts'
import { createDeleteKeys } from '../catalogue/delete-keys.ts'
import { createDiscovery } from '../catalogue/discovery/discovery.ts'
import type { Config } from '../config/config.ts'
import { apiSurface } from '../http/api/api.ts'
import { apiRecordWriter, fullRecordWriter } from '../http/api/write-record.ts'
import type { ServerLimits } from '../http/connection/server-limits.ts'
import type { HealthDeps } from '../http/health/health-answers.ts'
import { healthSurface } from '../http/health/health-routes.ts'
import { mediaSurface } from '../http/media/media-routes.ts'
import { offloadHeaders } from '../http/media/offload.ts'
import { RecordCache } from '../http/records/record-cache.ts'
import { RecordStore } from '../http/records/record-store.ts'
import { buildServer, closeServer } from '../http/server.ts'
import { manageKeyLimit } from '../site/kit/requests/manage-key-limit.ts'
import { viewerReader } from '../site/kit/requests/viewer.ts'
import { siteSurface } from '../site/site-routes.ts'
import { version } from '../version.ts'
import { Workspaces } from '../worker/workspaces.ts'
import { createCompat } from './compat.ts'
import { createCreations } from './creations.ts'
import { databaseBytes, mediaFolder } from './data-folder.ts'
import { dailyNotices, operatorTexts } from './operator-texts.ts'
import type { Search } from './search/search.ts'
import type { SharedParts } from './shared-parts.ts'
import { watermarkFrames } from './watermark-frames.ts'
import { createWebhooks } from './webhooks.ts'
import { filesReceiver } from '../library/import/drops/receive-files.ts'
import { fileImporter } from '../library/import/import-file.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from 'pino'
import { signOnFlows } from '../accounts/sign-on/sign-on-flows.ts'
import type { SignOn } from '../site/site.ts'
import { guardedClient } from '../adapters/sources/source-fetcher.ts'
import { createUpstream } from '../adapters/sources/upstream/upstream-server.ts'
import { createUpstreamUrls } from '../media/upstream-urls.ts'

const minuteMs = 60_000
/** The maximum number of addresses whose wrong manage keys are counted. */
const maxAddresses = 10_000

/** The parts that answer requests: the interfaces, the site, and their data in memory. Also delivers webhooks. */
export async function createWeb(
  config: Config,
  parts: SharedParts,
  { search, health, limits }: { search: Search; health: HealthDeps; limits: ServerLimits },
) {
  const { log, metrics, tracer, folders, stores, clock, mediaStore, diskSpace, address, mediaUrls } = parts
  const { catalogue, changes, accounts, sessions, tasks, taskMessages } = stores
  const { index } = search
  const deleteKeys = createDeleteKeys(stores.secret)
  const looks = new LookKeeper(stores.duplicates, changes)
  const discovery = createDiscovery({
    ...stores,
    index,
    settings: config.discovery,
    onUse: (id) => index.loaded?.noteUse(id),
    clock,
    log,
  })
  const memory = new RecordStore(config.data.recordCacheBytes)
  const recordDeps = { source: stores.records, changes, memory }
  const writeDeps = { catalogue, mediaUrls }
  const records = new RecordCache({ ...recordDeps, write: apiRecordWriter(writeDeps), number: 0 })
  const fullRecords = new RecordCache({ ...recordDeps, write: fullRecordWriter(writeDeps), number: 1 })
  const upstreamFiles = connectUpstream(config, { mediaUrl: address.mediaUrl, secret: stores.secret, log })
  const creations = createCreations(config, parts, limits)
  const { receiveFiles } = createDrops(config, parts)
  const { webhooks, deliveries } = createWebhooks(config, { stores, mediaUrls, clock, log })
  const { admitCreation, submitCreation, uploadLimits } = creations
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
  const archives = new ArchiveThreads(
    { mediaStore, diskSpace, folders: new Workspaces(folders.uploads) },
    config.frameArchives,
  )
  const settings = { ...config.site, url: address.siteUrl }
  const server = buildServer({
    log,
    requests: { onEnd: metrics.request, logAddresses: config.log.addresses },
    tracer,
    version,
    trustedProxies: config.server.trustedProxies,
    rates: config.rates,
    counters: stores.counters,
    connections: config.server.connections,
    limits,
    surfaces: [
      healthSurface(health),
      apiSurface({
        ...stores,
        ...creations,
        mediaStore,
        deleteKeys,
        viewerOf,
        siteUrl: address.siteUrl,
        looks,
        discovery,
        index,
        records,
        fullRecords,
        tasks,
        taskMessages,
        mediaUrls,
        gifLimits: config.limits,
        collectionLimits: config.collections,
        eventStreams: config.server.eventStreams,
      }),
      ...compat.surfaces,
      mediaSurface({
        mediaStore,
        catalogue,
        changes,
        discovery,
        mediaUrls,
        presign: parts.presign,
        offload: offloadHeaders(config.site.mediaOffload, mediaFolder(config)),
        upstreamFiles,
        viewerOf,
        viewerOfRequest: viewerReader({ sessions, settings }),
      }),
      siteSurface({
        ...stores,
        ...creations,
        mediaStore,
        looks,
        publishing: config.publishing.rule,
        keepUnpublishedMs: config.publishing.keepUnpublishedMs,
        manageKeys: manageKeyLimit(
          stores.counters.exact({ name: 'wrong manage key', windowMs: minuteMs, maxKeys: maxAddresses }),
          config.rates?.signInsPerMinute ?? null,
        ),
        watermarkText: address.watermarkText,
        drawWatermark: watermarkFrames(),
        discovery,
        index,
        compatIsOpen: config.compat.apiKeys.length === 0,
        daily: dailyNotices(config, stores.counters),
        hourlyExports: config.rates && {
          counter: stores.counters.exact({ name: 'export', windowMs: 60 * minuteMs, maxKeys: maxAddresses }),
          max: config.rates.exportsPerHour,
        },
        ...operatorTexts(config),
        webhooks,
        mediaUrls,
        deleteKeys,
        clock,
        version,
        openFrameArchive: (gif, clients) => archives.open(gif, clients),
        keepSourceMs: config.derivations.keepSourceMs,
        collectionLimits: config.collections,
        receiveFiles,
        dropLimits: config.imports,
        signOn: await createSignOn(config, { secret: stores.secret, clock, log }),
        devices: knownDevices({ secret: stores.secret, clock }),
        limits: config.limits,
        rates: config.rates,
        wakeWorker: () => taskMessages.added(),
        diskFacts: () => diskFacts(config, diskSpace.reservedBytes),
        settings,
      }),
    ],
  })
  let closed = Promise.resolve()
  return {
    openConnections: promisify(server.server.getConnections.bind(server.server)),
    /** Fills the data in memory. Does not listen yet. */
    async start(): Promise<void> {
      await changes.start((error) => log.error({ err: error }, 'changes of the catalogue were not read'))
      discovery.start()
      compat.start()
      await search.start()
    },
    /** Resolves with the address of the site. */
    async listen(): Promise<string> {
      const { host, port } = config.server
      address.setListeningAddress(await server.listen({ host, port }))
      deliveries.start()
      return address.siteUrl()
    },
    /** Accepts no more requests; responses in progress get `drainMs`. `stopSteps` wait for it. */
    refuse(drainMs: number): void {
      creations.close()
      closed = closeServer(server, drainMs)
      // Awaited in `stopSteps`, after the worker.
      closed.catch(() => undefined)
    },
    /** The order matters. */
    stopSteps: [
      () => deliveries.stop(),
      () => closed,
      () => discovery.stop(),
      () => compat.stop(),
      () => search.stop(),
    ],
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

/** The import of files that people bring to the site. */
function createDrops(config: Config, { stores, mediaStore, diskSpace, clock }: SharedParts) {
  const importFile = fileImporter({
    tasks: stores.tasks,
    mediaStore,
    maxClipSeconds: config.limits.maxClipSeconds,
    onAdded: () => stores.taskMessages.added(),
  })
  const { drops, catalogue } = stores
  return {
    drops,
    receiveFiles: filesReceiver({
      importFile,
      drops,
      catalogue,
      diskSpace,
      now: () => clock.now(),
      limits: config.imports,
    }),
  }
}

/** Sign-in with the operator's OpenID provider; null without one. It is first contacted when someone signs in. */
async function createSignOn(
  { signOn }: Config,
  { secret, clock, log }: { secret: string; clock: Clock; log: Logger },
): Promise<SignOn | null> {
  if (signOn === null) return null
  const { OpenIdProvider } = await import('../adapters/oidc/openid-provider.ts')
  return {
    rules: signOn.rules,
    provider: new OpenIdProvider(signOn.provider, { clock, log }),
    flows: signOnFlows({ secret, clock }),
  }
}

/** The upstream server and the addresses of its files here; null if none is configured. */
function connectUpstream(
  { upstream, sources }: Config,
  { mediaUrl, secret, log }: { mediaUrl: () => string; secret: string; log: Logger },
): UpstreamFiles | null {
  if (upstream === null) return null
  const { client } = guardedClient(sources)
  return { upstream: createUpstream(upstream, { client, log }), urls: createUpstreamUrls(mediaUrl, secret) }
}
