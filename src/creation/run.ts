import type { CatalogueStore } from '../catalogue/catalogue-store.ts'
import type { Clock } from '../lib/clock.ts'
import type { MediaEngine } from '../media/media-engine.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { JobSpace } from './disk-space.ts'
import type { SourceFetcher } from './source-fetcher.ts'
import type { SourceLimits } from './sources/prepared-source.ts'
import type { PreparedSourceStore } from './sources/source-store.ts'
import type { UnitOfWork } from './task-queue.ts'
import type { Progress } from './task.ts'

/** The stores and engines that the run of a claimed task uses, whatever its class. */
export type RunDeps = {
  catalogue: CatalogueStore
  unitOfWork: UnitOfWork
  mediaStore: MediaStore
  mediaEngine: MediaEngine
  sources: SourceFetcher
  preparedSources: PreparedSourceStore
  /** The current limits of prepared sources. */
  sourceLimits: () => Promise<SourceLimits>
  /** The watermark for GIFs of an account or, if null, of a visitor; null means no watermark. */
  watermarkText: (accountId: number | null) => string | null
  clock: Clock
  /** Omitted: nothing is derived from a GIF after it is published. */
  derivations?: DerivationSettings | undefined
}

/** Settings of the renditions that are derived after a GIF is published. */
export type DerivationSettings = {
  /** The longest time to keep a source for them; 0: never. */
  keepSourceMs: number
  /** The current maximum size of all kept sources together. */
  maxSourceBytes: () => Promise<number>
}

/** The surroundings of one run. */
export type RunContext = {
  signal: AbortSignal
  /** An empty folder for this run. The caller removes it. */
  workspace: string
  /** The disk space of this run. The caller releases it. */
  space: JobSpace
  /** 0 to 1 over the whole run. */
  onProgress: (progress: Progress) => void
}
