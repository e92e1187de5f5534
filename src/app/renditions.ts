import type { Config } from '../config/config.ts'
import { countMissing, type LadderCounts, type MadeMissing, makeMissing } from '../creation/make-missing.ts'
import type { TaskCounts } from '../creation/task.ts'
import { createLog } from '../lib/log/log.ts'
import { runEach } from '../lib/run-at-once.ts'
import { createCommandMaker } from './maker.ts'
import { makeTemporaryFolders, openStores, type Stores } from './stores.ts'

/* The composition root of `renditions make`, as service.ts is the one of the service. */

export type RenditionOptions = {
  /** The code of a category; null: all GIFs. */
  category: string | null
  limit: number
  /** The number of GIFs to work on at the same time; null: as many as the service. */
  jobs: number | null
  signal: AbortSignal
  onProgress: (done: number, of: number) => void
}

/** The report of `renditions status`. */
export type RenditionReport = LadderCounts & { derivations: TaskCounts; keptSourceBytes: number }

/** The number of derivations kept open in addition to those of this process, for a running service. */
const spareDerivations = 8

/**
 * Derives missing files of the catalogue's GIFs, with or without a running service, including derivations already
 * waiting. Throws a sentence for an unknown category, and if decoders could read the data.
 */
export async function makeRenditions(config: Config, options: RenditionOptions): Promise<MadeMissing> {
  const jobs = options.jobs ?? Math.max(1, config.worker.concurrency)
  const stores = await openStores(config, undefined, { mayCreate: false })
  const folders = await makeTemporaryFolders(config)
  const log = createLog('warn', 2)
  const maker = createCommandMaker(config, stores, { jobs, folders, log, claims: ['derivation'] })
  try {
    const categoryId = await categoryIdOf(stores, options.category)
    await maker.start()
    return await makeMissing(stores, {
      wake: () => stores.taskMessages.added(),
      categoryId,
      limit: options.limit,
      window: 2 * jobs + spareDerivations,
      signal: options.signal,
      onProgress: options.onProgress,
    })
  } finally {
    await runEach([...maker.stopSteps(0), () => stores.close()])
  }
}

/** Reports the missing files of the catalogue, and the derivations in progress. */
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
