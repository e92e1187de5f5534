import type { Logger } from 'pino'
import { RenderPool } from '../adapters/render-pool/render-pool.ts'
import { createSourceFetcher } from '../adapters/sources/source-fetcher.ts'
import type { Config } from '../config/config.ts'
import type { DiskSpace } from '../creation/disk-space.ts'
import type { Clock } from '../lib/clock.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Metrics } from '../observe/metrics/metrics.ts'
import type { Tracer } from '../lib/tracing.ts'
import { tracePublishing, traceRuns, traceSources, traceTasks } from '../observe/tracing/observers.ts'
import { DecoderCheck } from '../worker/decoder-check.ts'
import type { WorkerDeps } from '../worker/claim-run.ts'
import { Worker } from '../worker/worker.ts'
import { Workspaces } from '../worker/workspaces.ts'
import { maxKeptBytes, sourceLimits } from './source-limits.ts'
import { pathsReadableByTools, refuseReadableData } from './data-folder.ts'
import type { Stores } from './stores.ts'

export type MakerDeps = {
  stores: Stores
  mediaStore: MediaStore
  diskSpace: DiskSpace
  freeBytes: () => Promise<number>
  folders: { root: string; render: string; work: string }
  watermarkText: (accountId: number | null) => string | null
  clock: Clock
  log: Logger
  metrics: Metrics
  tracer?: Tracer | undefined
  /** What is claimed here; other tasks are left to the service. Left out: everything. */
  claims?: WorkerDeps['claims']
  /** How many cores imports may take; left out: as many as the service's. */
  importCores?: number
}

export type Maker = ReturnType<typeof createMaker>

/** What makes GIFs: the media engine, the sources and the worker that takes tasks from the queue. */
export function createMaker(config: Config, deps: MakerDeps) {
  const {
    stores,
    mediaStore,
    diskSpace,
    freeBytes,
    folders,
    watermarkText,
    clock,
    log,
    metrics,
    claims,
    importCores,
    tracer,
  } = deps
  const mediaEngine = new RenderPool({
    ...config.render,
    concurrency: config.worker.concurrency,
    log,
    onProcess: metrics.renderProcess,
    onFault: () => decoderCheck.toolFailed(),
    folder: folders.render,
  })
  const sources = createSourceFetcher({
    ...config.sources,
    onUnsandboxed: (reason) => log.warn({ reason }, 'yt-dlp runs without a sandbox'),
  })
  const workspaces = new Workspaces(folders.work)
  const decoderCheck = new DecoderCheck({ mediaEngine, workspaces, log })
  let unsubscribe: (() => void)[] = []
  let loopTurnedAt = performance.now()
  const worker = new Worker({
    run: {
      catalogue: stores.catalogue,
      unitOfWork: tracer === undefined ? stores.unitOfWork : tracePublishing(tracer, stores.unitOfWork),
      mediaStore,
      mediaEngine,
      sources: tracer === undefined ? sources : traceSources(tracer, sources),
      clock,
      watermarkText,
      preparedSources: stores.preparedSources,
      sourceLimits: sourceLimits(config, freeBytes),
      derivations: derivationSettings(config, freeBytes),
    },
    tasks: stores.tasks,
    messages: stores.taskMessages,
    ...(claims !== undefined && { claims }),
    ...(importCores !== undefined && { importCores }),
    workspaces,
    diskSpace,
    log,
    observer: {
      ...(tracer === undefined ? metrics.tasks : traceTasks(tracer, metrics.tasks)),
      turned: () => {
        loopTurnedAt = performance.now()
      },
    },
    traceRun: tracer === undefined ? undefined : traceRuns(tracer),
    ...config.worker,
  })
  /** Tries the sandbox. Throws a sentence for one that is required and missing, and where decoders could read the data. */
  async function check(): Promise<void> {
    const { level } = await mediaEngine.prepare()
    if (level === 'bubblewrap') {
      await refuseReadableData('DATA_DIR', config.data.folder, await pathsReadableByTools(config))
    }
  }
  return {
    mediaEngine,
    sources,
    worker,
    workspaces,
    /** What /readyz tries. */
    health: {
      searchPath: config.render.searchPath,
      loopSilenceMs: () => performance.now() - loopTurnedAt,
      tryDecoder: () => decoderCheck.check(),
    },
    /** A sentence for each sandbox that untrusted input is read in. */
    async describeSandboxes(): Promise<string[]> {
      const { describe } = await mediaEngine.prepare()
      const ytDlp = await sources.describeSandbox(folders.root)
      return ytDlp === undefined ? [describe] : [describe, ytDlp]
    },
    check,
    /** Listens to what other processes tell of tasks. Throws as `check`. */
    async start(): Promise<void> {
      await check()
      decoderCheck.start()
      unsubscribe = [
        stores.taskMessages.onAdded(() => worker.wake()),
        stores.taskMessages.onTask((notice) => {
          if (notice === null) worker.checkLeases()
          else if (notice.event === 'cancelled') worker.canceled(notice.id)
        }),
      ]
    },
    /** In this order; the engine closes after whatever may still use it. */
    stopSteps: (drainMs: number) => [
      () => worker.stop(drainMs),
      async () => {
        for (const end of unsubscribe) end()
      },
      () => decoderCheck.stop(),
      () => mediaEngine.close(),
    ],
  }
}

function derivationSettings(config: Config, freeBytes: () => Promise<number>) {
  const { isOn, keepSourceMs } = config.derivations
  return isOn ? { keepSourceMs, maxSourceBytes: maxKeptBytes(config, freeBytes) } : undefined
}
