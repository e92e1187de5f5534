import { refuseBlocked } from '../accounts/tokens.ts'
import { createAddressGuard } from '../adapters/sources/guard/address-guard.ts'
import type { Config } from '../config/config.ts'
import { admission } from '../creation/admission.ts'
import { creationCanceller } from '../creation/cancel-creation.ts'
import { clientNamer } from '../creation/client.ts'
import type { DiskSpace } from '../creation/disk-space.ts'
import { sizeMeasurer } from '../creation/sources/measure-size.ts'
import { sourcePreparer } from '../creation/sources/prepare-source.ts'
import { libraryFetcher } from '../creation/library-source.ts'
import { creationSubmitter } from '../creation/submit-creation.ts'
import { raiseUnderLoad } from '../http/bodies/receive-body.ts'
import type { Tracer } from '../lib/tracing.ts'
import type { ServerLimits } from '../http/connection/server-limits.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Metrics } from '../observe/metrics/metrics.ts'
import { sourceLimits } from './source-limits.ts'
import type { Stores } from './stores.ts'

export type CreationDeps = {
  stores: Pick<
    Stores,
    'accounts' | 'catalogue' | 'tasks' | 'taskMessages' | 'secret' | 'preparedSources' | 'measurements'
  >
  mediaStore: MediaStore
  diskSpace: DiskSpace
  /** The folder for incoming uploads. */
  uploads: string
  serverLimits: ServerLimits
  freeBytes: () => Promise<number>
  metrics: Pick<Metrics, 'uploaded' | 'tasks'>
  tracer?: Tracer | undefined
}

/** The use cases of a creation (admit, submit and cancel) and the limits for receiving uploads. */
export function createCreations(config: Config, deps: CreationDeps) {
  const { stores, mediaStore, diskSpace, uploads, serverLimits, metrics, tracer, freeBytes } = deps
  const { catalogue, taskMessages, secret } = stores
  const tasks = stores.tasks.submissions
  const { limits } = config
  const clientOf = clientNamer({
    secret,
    maxWaiting: limits.maxWaitingOfClient,
    unpublished: config.publishing.quota,
  })
  // The worker fetches the address; the same guard checks here that it is allowed.
  const sources = createAddressGuard(config.sources)
  const onAccepted = () => taskMessages.added()
  const { admit, isCrowded, close } = admission({ tasks, clientOf, limits, diskSpace })
  return {
    clientOf,
    admitCreation: admit,
    submitCreation: creationSubmitter({
      catalogue,
      tasks,
      mediaStore,
      preparedSources: stores.preparedSources,
      sources,
      limits,
      clientOf,
      publishing: config.publishing.rule,
      async checkOwner(accountId) {
        const account = await stores.accounts.byId(accountId)
        if (account !== undefined) refuseBlocked(account)
      },
      onAccepted,
      ...(tracer !== undefined && { traceparent: () => tracer.traceparent() }),
    }),
    prepareSource: sourcePreparer({
      store: stores.preparedSources,
      mediaStore,
      sources,
      sourceLimits: sourceLimits(config, freeBytes),
      limits,
      clientOf,
      onAccepted,
    }),
    measureSize: sizeMeasurer({
      store: stores.measurements,
      preparedSources: stores.preparedSources,
      catalogue,
      mediaStore,
      sources,
      limits,
      clientOf,
      isOn: config.measuresSizes,
      onAccepted,
      onStopped: (taskId) => taskMessages.tell(taskId, 'cancelled'),
    }),
    cancelCreation: creationCanceller({
      tasks,
      mediaStore,
      onCanceled: (taskId, wasWaiting) => {
        taskMessages.tell(taskId, 'cancelled')
        // Otherwise the worker that runs it counts it.
        if (wasWaiting) metrics.tasks.ended('cancelled')
      },
    }),
    fetchLibrary: libraryFetcher({
      catalogue: stores.catalogue,
      mediaStore,
      diskSpace,
      maxBytes: limits.maxUploadBytes,
    }),
    uploadLimits: {
      folder: uploads,
      ...limits,
      minDataRate: raiseUnderLoad(serverLimits.body, isCrowded),
      onUploaded: metrics.uploaded,
    },
    /** Admits no more creations. */
    close,
  }
}
