import { mkdtemp, rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { machineOperator } from '../accounts/account.ts'
import { LookKeeper } from '../adapters/looks/look-keeper.ts'
import { findDuplicateGroups, type FoundGroups } from '../catalogue/duplicates/duplicate-groups.ts'
import { scanLooks, type ScanTotals } from '../catalogue/duplicates/scan-looks.ts'
import type { Gif } from '../catalogue/gif.ts'
import type { Config } from '../config/config.ts'
import { freeBytesOf } from '../lib/disk/free-space.ts'
import { createLog } from '../lib/log/log.ts'
import { runEach } from '../lib/run-at-once.ts'
import { createMetrics } from '../observe/metrics/metrics.ts'
import { version } from '../version.ts'
import { createDiskSpace } from './data-folder.ts'
import { createMaker } from './maker.ts'
import { makeTemporaryFolders, openStores, type Stores } from './stores.ts'
import { makeFolder } from '../lib/disk/folders.ts'

/* The composition root of `duplicates`, as service.ts is the one of the service. */

/** The lowest there is: a service that runs beside it comes first. */
const lowestPriority = 19

/** GIFs compared at once. */
const listBatch = 1000

export type ScanCommandOptions = {
  jobs: number | null
  signal: AbortSignal
  onProgress: (done: number) => void
  onFault: (gif: Gif, error: unknown) => void
}

/** Finds out what GIFs show whose look is not known, in the sandbox; beside a service that runs, or without one. */
export async function scanDuplicates(config: Config, options: ScanCommandOptions): Promise<ScanTotals> {
  const jobs = options.jobs ?? Math.max(1, config.worker.concurrency)
  const stores = await openStores(config, undefined, { mayCreate: false })
  // Children inherit it.
  setPriority(lowestPriority)
  const folders = await makeTemporaryFolders(config)
  await makeFolder(folders.work)
  const freeBytes = () => freeBytesOf(config.data.folder)
  const maker = createMaker(
    { ...config, worker: { ...config.worker, concurrency: jobs } },
    {
      stores,
      mediaStore: stores.mediaStore,
      diskSpace: createDiskSpace(config, freeBytes),
      freeBytes,
      folders,
      watermarkText: () => '',
      clock: stores.clock,
      log: createLog('error', 2),
      metrics: createMetrics(version),
      claims: [],
    },
  )
  const folder = await mkdtemp(join(folders.work, 'looks-'))
  try {
    await maker.start()
    return await scanLooks(stores, maker.mediaEngine, { ...options, folder, jobs })
  } finally {
    await runEach([
      ...maker.stopSteps(0),
      () => rm(folder, { recursive: true, force: true }),
      () => stores.close(),
    ])
  }
}

/** Lists the groups of GIFs that look the same as operators see them, newest first, without dismissed groups. */
export async function* listDuplicates(stores: Stores): AsyncIterable<Gif[]> {
  const looks = new LookKeeper(stores.duplicates, null)
  for (let below: number | null = Infinity; below !== null;) {
    const limits = { below, maxGroups: listBatch, maxLooked: listBatch }
    const found: FoundGroups = await findDuplicateGroups(stores, looks, limits, machineOperator)
    yield* found.groups
    below = found.next
  }
}
