import type { Config } from '../config/config.ts'
import { countMissing, type LadderCounts, type MadeMissing, makeMissing } from '../creation/make-missing.ts'
import type { TaskCounts } from '../creation/task.ts'
import { freeBytesOf } from '../lib/disk/free-space.ts'
import { createLog } from '../lib/log/log.ts'
import { runEach } from '../lib/run-at-once.ts'
import { createMetrics } from '../observe/metrics/metrics.ts'
import { version } from '../version.ts'
import { createDiskSpace } from './data-folder.ts'
import { createMaker } from './maker.ts'
import { makeTemporaryFolders, openStores, type Stores } from './stores.ts'

/* The composition root of `renditions make`, as service.ts is the one of the service. */

export type RenditionOptions = {
  /** The code of a category; null: all GIFs. */
  category: string | null
  limit: number
  /** How many GIFs are worked on at once; null: as many as the service would. */
  jobs: number | null
  signal: AbortSignal
  onProgress: (done: number, of: number) => void
}

/** What `renditions status` tells. */
export type RenditionReport = LadderCounts & { derivations: TaskCounts; keptSourceBytes: number }

/** How many derivations are open beside those that this process works on, for a service that works beside it. */
const spareDerivations = 8

/**
 * Derives what the GIFs of a catalogue lack, beside a service that runs or without one; what other GIFs wait for is
 * derived too. Throws a sentence for an unknown category, and where decoders could read the data.
 */
export async function makeRenditions(config: Config, options: RenditionOptions): Promise<MadeMissing> {
  const concurrency = options.jobs ?? Math.max(1, config.worker.concurrency)
  const stores = await openStores(config, undefined, { mayCreate: false })
  const folders = await makeTemporaryFolders(config)
  const freeBytes = () => freeBytesOf(config.data.folder)
  const maker = createMaker(
    { ...config, worker: { ...config.worker, concurrency } },
    {
      stores,
      mediaStore: stores.mediaStore,
      diskSpace: createDiskSpace(config, freeBytes),
      freeBytes,
      folders,
      watermarkText: () => '',
      clock: stores.clock,
      log: createLog('warn', 2),
      metrics: createMetrics(version),
      claims: ['derivation'],
    },
  )
  try {
    const categoryId = await categoryIdOf(stores, options.category)
    await maker.start()
    return await makeMissing(stores, {
      wake: () => stores.taskMessages.added(),
      categoryId,
      limit: options.limit,
      window: 2 * concurrency + spareDerivations,
      signal: options.signal,
      onProgress: options.onProgress,
    })
  } finally {
    await runEach([...maker.stopSteps(0), () => stores.close()])
  }
}

/** What the catalogue lacks, and what is under way. */
export async function renditionReport({ catalogue, tasks }: Stores): Promise<RenditionReport> {
  return {
    ...(await countMissing(catalogue)),
    derivations: await tasks.records.derivationCounts(),
    keptSourceBytes: await tasks.records.keptSourceBytes(),
  }
}

async function categoryIdOf({ catalogue }: Stores, code: string | null): Promise<number | null> {
  if (code === null) return null
  const category = await catalogue.categoryByCode(code)
  if (category === undefined)
    throw new Error(`There is no category with the code ${code}; see category list.`)
  return category.id
}
