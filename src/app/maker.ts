import type { Logger } from 'pino'
import { RenderPool } from '../adapters/render-pool/render-pool.ts'
import { createSourceFetcher } from '../adapters/sources/source-fetcher.ts'
import type { Config } from '../config/config.ts'
import type { DiskSpace } from '../creation/disk-space.ts'
import type { Clock } from '../lib/clock.ts'
import type { MediaStore } from '../media/media-store.ts'
import { freeBytesOf } from '../lib/disk/free-space.ts'
import { createMetrics, type Metrics } from '../observe/metrics/metrics.ts'
import { version } from '../version.ts'
import type { Tracer } from '../lib/tracing.ts'
import { tracePublishing, traceRuns, traceSources, traceTasks } from '../observe/tracing/observers.ts'
import { DecoderCheck } from '../worker/decoder-check.ts'
import type { WorkerDeps } from '../worker/claim-run.ts'
import { Worker } from '../worker/worker.ts'
import { Workspaces } from '../worker/workspaces.ts'
import { maxKeptBytes, sourceLimits } from './source-limits.ts'
import { createDiskSpace, pathsReadableByTools, refuseReadableData } from './data-folder.ts'
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
  /** The tasks to claim; others are left to the service. Missing: all tasks. */
  claims?: WorkerDeps['claims']
  /** The number of cores for imports; by default, as many as the service's. */
  importCores?: number
}

export type Maker = ReturnType<typeof createMaker>

/** A maker for a command, which runs next to a service or without one, and makes no GIF that needs a watermark. */
export function createCommandMaker(
  config: Config,
  stores: Stores,
  {
    jobs,
    diskSpace = createDiskSpace(config, () => freeBytesOf(config.data.folder)),
    ...deps
  }: { jobs: number; diskSpace?: DiskSpace } & Pick<MakerDeps, 'folders' | 'log' | 'claims' | 'importCores'>,
): Maker {
  return createMaker(
    { ...config, worker: { ...config.worker, concurrency: jobs } },
    {
      ...deps,
      stores,
      mediaStore: stores.mediaStore,
      diskSpace,
      freeBytes: () => freeBytesOf(config.data.folder),
      watermarkText: () => '',
      clock: stores.clock,
      metrics: createMetrics(version),
    },
  )
}

/** The parts that make GIFs: the media engine, the sources and the worker that takes tasks from the queue. */
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
  /** Tries the sandbox. Throws a sentence if a required one is missing, or if decoders could read the data. */
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
    /** The checks of /readyz. */
    health: {
      searchPath: config.render.searchPath,
      loopSilenceMs: () => performance.now() - loopTurnedAt,
      tryDecoder: () => decoderCheck.check(),
    },
    /** A sentence for each sandbox that reads untrusted input. */
    async describeSandboxes(): Promise<string[]> {
      const { describe } = await mediaEngine.prepare()
      const ytDlp = await sources.describeSandbox(folders.root)
      return ytDlp === undefined ? [describe] : [describe, ytDlp]
    },
    check,
    /** Listens to messages of other processes about tasks. Throws like `check`. */
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
    /** Order matters: close the engine after its users. */
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
