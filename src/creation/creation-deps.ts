import type { CatalogueStore } from '../catalogue/catalogue-store.ts'
import type { PublishingRule } from '../catalogue/publishing/publishing-rules.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { ClientOf } from './client.ts'
import type { DiskSpace } from './disk-space.ts'
import type { CreationLimits } from './limits.ts'
import type { SourceLimits } from './sources/prepared-source.ts'
import type { PreparedSourceStore } from './sources/source-store.ts'
import type { TaskQueue } from './task-queue.ts'

/** The stores, limits and callbacks of everything that accepts requests for GIFs; runs have `RunDeps`. */
export type CreationDeps = {
  catalogue: CatalogueStore
  tasks: TaskQueue
  preparedSources: PreparedSourceStore
  mediaStore: MediaStore
  diskSpace: DiskSpace
  /** Checks the address of a source as `SourceFetcher.check` does. */
  checkAddress: (address: string) => URL
  limits: CreationLimits
  /** The current limits of prepared sources. */
  sourceLimits: () => Promise<SourceLimits>
  /** True if GIFs can be measured before they are made. */
  measuresSizes: boolean
  clientOf: ClientOf
  publishing: PublishingRule
  /** Throws AppError if the account was blocked after the request began. */
  checkOwner: (accountId: number) => Promise<void>
  /** Wakes the worker: there is a new task. */
  onAccepted: () => void
  /** Notifies the worker at once of a canceled task; `wasWaiting`: no worker had claimed it. */
  onCanceled: (taskId: string, wasWaiting: boolean) => void
  /** Notifies the worker that runs a measurement that it is no longer needed. */
  onMeasurementStopped: (taskId: string) => void
  /** Returns the W3C traceparent of the current request; omitted: requests are not traced. */
  traceparent?: () => string | null
}
