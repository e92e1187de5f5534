import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Clock } from '../lib/clock.ts'
import { freeBytesOf } from '../lib/disk/free-space.ts'
import { createLog } from '../lib/log/log.ts'
import { createMediaUrls } from '../media/media-urls.ts'
import { observedMediaStore } from '../media/observed-media-store.ts'
import { createMetrics } from '../observe/metrics/metrics.ts'
import { version } from '../version.ts'
import { createDiskSpace } from './temporary-space.ts'
import { privateMediaAccess } from './media-access.ts'
import { siteAddress } from './site-address.ts'
import { makeTemporaryFolders, openStores } from './stores.ts'
import { openTracing } from './tracing.ts'

export type SharedParts = Awaited<ReturnType<typeof openSharedParts>>

/** What every process of the service has, whatever its role: the stores, and what measures and limits it. */
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
    /** Addresses of private files in the bucket itself; null where they go through the program. */
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
