import { refuseBlocked } from '../accounts/tokens.ts'
import { createAddressGuard } from '../adapters/sources/guard/address-guard.ts'
import type { Config } from '../config/config.ts'
import { admission } from '../creation/admission.ts'
import { creationCanceller } from '../creation/cancel-creation.ts'
import { clientNamer } from '../creation/client.ts'
import type { CreationDeps } from '../creation/creation-deps.ts'
import { sizeMeasurer } from '../creation/sources/measure-size.ts'
import { sourcePreparer } from '../creation/sources/prepare-source.ts'
import { libraryFetcher } from '../creation/library-source.ts'
import { creationSubmitter } from '../creation/submit-creation.ts'
import { raiseUnderLoad } from '../http/bodies/receive-body.ts'
import type { ServerLimits } from '../http/connection/server-limits.ts'
import { sourceLimits } from './source-limits.ts'
import type { SharedParts } from './shared-parts.ts'

/** The use cases of a creation: admit, submit and cancel, and the limits that uploads are received under. */
export function createCreations(config: Config, parts: SharedParts, serverLimits: ServerLimits) {
  const { stores, mediaStore, diskSpace, folders, metrics, tracer, freeBytes } = parts
  const { catalogue, preparedSources, tasks, taskMessages, secret } = stores
  const { limits } = config
  // The worker fetches; that the address is allowed is checked by the same guard.
  const guard = createAddressGuard(config.sources)
  const deps: CreationDeps = {
    catalogue,
    tasks,
    preparedSources,
    mediaStore,
    diskSpace,
    checkAddress: (address) => guard.check(address),
    limits,
    sourceLimits: sourceLimits(config, freeBytes),
    measuresSizes: config.measuresSizes,
    clientOf: clientNamer({
      secret,
      maxWaiting: limits.maxWaitingOfClient,
      unpublished: config.publishing.quota,
    }),
    publishing: config.publishing.rule,
    async checkOwner(accountId) {
      const account = await stores.accounts.byId(accountId)
      if (account !== undefined) refuseBlocked(account)
    },
    onAccepted: () => taskMessages.added(),
    onCanceled: (taskId, wasWaiting) => {
      taskMessages.tell(taskId, 'cancelled')
      // Otherwise the worker that has it counts it.
      if (wasWaiting) metrics.tasks.ended('cancelled')
    },
    onMeasurementStopped: (taskId) => taskMessages.tell(taskId, 'cancelled'),
    ...(tracer !== undefined && { traceparent: () => tracer.traceparent() }),
  }
  const { admit, isCrowded, close } = admission(deps)
  return {
    clientOf: deps.clientOf,
    admitCreation: admit,
    submitCreation: creationSubmitter(deps),
    prepareSource: sourcePreparer(deps),
    measureSize: sizeMeasurer(deps),
    cancelCreation: creationCanceller(deps),
    fetchLibrary: libraryFetcher(deps),
    uploadLimits: {
      folder: folders.uploads,
      ...limits,
      minDataRate: raiseUnderLoad(serverLimits.body, isCrowded),
      onUploaded: metrics.uploaded,
    },
    /** Admits no more creations. */
    close,
  }
}
