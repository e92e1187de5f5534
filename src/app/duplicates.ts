import { mkdtemp, rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { machineOperator } from '../accounts/account.ts'
import { LookKeeper } from '../adapters/looks/look-keeper.ts'
import { findDuplicateGroups, type FoundGroups } from '../catalogue/duplicates/duplicate-groups.ts'
import { scanLooks, type ScanTotals } from '../catalogue/duplicates/scan-looks.ts'
import type { Gif } from '../catalogue/gif.ts'
import type { Config } from '../config/config.ts'
import { createLog } from '../lib/log/log.ts'
import { runEach } from '../lib/run-at-once.ts'
import { createCommandMaker } from './maker.ts'
import { makeTemporaryFolders, openStores, type Stores } from './stores.ts'
import { makeFolder } from '../lib/disk/folders.ts'

/* The composition root of `duplicates`, as service.ts is the one of the service. */

/** The lowest priority: a running service comes first. */
const lowestPriority = 19

/** GIFs compared at once. */
const listBatch = 1000

export type ScanCommandOptions = {
  jobs: number | null
  signal: AbortSignal
  onProgress: (done: number) => void
  onFault: (gif: Gif, error: unknown) => void
}

/** Computes missing looks of GIFs in the sandbox, with or without a running service. */
export async function scanDuplicates(config: Config, options: ScanCommandOptions): Promise<ScanTotals> {
  const jobs = options.jobs ?? Math.max(1, config.worker.concurrency)
  const stores = await openStores(config, undefined, { mayCreate: false })
  // Child processes inherit it.
  setPriority(lowestPriority)
  const folders = await makeTemporaryFolders(config)
  await makeFolder(folders.work)
  const maker = createCommandMaker(config, stores, { jobs, folders, log: createLog('error', 2), claims: [] })
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

/** Lists the groups of GIFs that look the same, as operators see them, newest first, without dismissed groups. */
export async function* listDuplicates(stores: Stores): AsyncIterable<Gif[]> {
  const looks = new LookKeeper(stores.duplicates, null)
  for (let below: number | null = Infinity; below !== null;) {
    const limits = { below, maxGroups: listBatch, maxLooked: listBatch }
    const found: FoundGroups = await findDuplicateGroups(stores, looks, limits, machineOperator)
    yield* found.groups
    below = found.next
  }
}
