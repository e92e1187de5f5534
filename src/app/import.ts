import { formatEnglish } from '../lib/errors/error-text.ts'
import { setPriority } from 'node:os'
import { machineOperator } from '../accounts/account.ts'
import { createFetchAnswer } from '../adapters/sources/fetch/fetch-answer.ts'
import { guardedClient } from '../adapters/sources/source-fetcher.ts'
import { listCategories } from '../adapters/db/shared/catalogue/category-rows.ts'
import { LookKeeper } from '../adapters/looks/look-keeper.ts'
import type { Config } from '../config/config.ts'
import type { Rating, Visibility } from '../catalogue/gif.ts'
import { categoryFinder, type DetailLookups } from '../library/import/check-details.ts'
import { fileImporter } from '../library/import/import-file.ts'
import type { ImportSource } from '../library/import/import-item.ts'
import { openImportSource } from '../library/import/open-source.ts'
import type { FolderRule } from '../library/import/path-details.ts'
import { type ImportRunOptions, type ImportTotals, runImport } from '../library/import/run-import.ts'
import { createLog } from '../lib/log/log.ts'
import { runEach } from '../lib/run-at-once.ts'
import { Workspaces } from '../worker/workspaces.ts'
import { freeBytesOf } from '../lib/disk/free-space.ts'
import { createDiskSpace } from './data-folder.ts'
import { createCommandMaker } from './maker.ts'
import { makeTemporaryFolders, openStores, type Stores } from './stores.ts'

/* The composition root of `import`, as service.ts is the one of the service. */

export type ImportOptions = Pick<ImportRunOptions, 'limit' | 'remake' | 'dryRun' | 'signal' | 'report'> & {
  folders: FolderRule
  /** A code or a name; null: `other`, if it exists. */
  category: string | null
  tags: string[]
  /** An e-mail address; null: no owner. */
  owner: string | null
  visibility: Visibility
  rating: Rating | null
  /** The number of GIFs made at the same time. */
  jobs: number
  onProgress: (totals: ImportTotals, expected: number | null) => void
}

/** The category of GIFs without one, if the catalogue has it. */
const defaultCategory = 'other'

/** The maximum disk space for files waiting to be imported, and their number per job. */
const windowBytes = 512 * 2 ** 20
const windowFilesPerJob = 16

/** The maximum number of similar GIFs in the report. */
const maxNear = 5

/** The lowest priority: the service and everything else come first. */
const lowestPriority = 19

/**
 * Imports sources one after the other, with or without a running service. Throws a sentence for sources that cannot be
 * imported at all, and for faults of the service.
 */
export async function importSources(
  config: Config,
  sources: readonly string[],
  options: ImportOptions,
): Promise<ImportTotals> {
  const { folders: rule, jobs, dryRun } = options
  const opened: ImportSource[] = []
  const stores = await openStores(config, undefined, { mayCreate: !dryRun })
  // Child processes inherit it.
  setPriority(lowestPriority)
  const folders = await makeTemporaryFolders(config)
  const diskSpace = createDiskSpace(config, () => freeBytesOf(config.data.folder))
  const log = createLog('error', 2)
  const maker = createCommandMaker(config, stores, {
    jobs,
    diskSpace,
    folders,
    log,
    claims: ['import'],
    importCores: jobs,
  })
  const workspaces = new Workspaces(folders.uploads)
  const fetchAnswer = createFetchAnswer(guardedClient(config.sources).client)
  try {
    for (const source of sources) opened.push(await openImportSource(source, { folders: rule, fetchAnswer }))
    const lookups = await detailLookups(stores)
    const defaults = await defaultsOf(options, lookups)
    if (!dryRun) await maker.start()
    // The index of looks follows additions.
    await stores.changes.start((error) => log.error({ err: error }, 'changes were not read'))
    const looks = new LookKeeper(stores.duplicates, stores.changes)
    // The remains of a killed import.
    await workspaces.removeAbandoned('keep', log)
    const { tasks } = stores
    const deps = {
      tasks,
      importFile: fileImporter({
        tasks,
        mediaStore: stores.mediaStore,
        maxClipSeconds: config.limits.maxClipSeconds,
        onAdded: () => stores.taskMessages.added(),
      }),
      sources: maker.sources,
      maxBytes: config.limits.maxUploadBytes,
      lookups,
      workspaces,
      diskSpace,
      nearCopies: (code: string) => nearCopies(stores, looks, code),
    }
    const counts = opened.map(({ count }) => count)
    const expected = counts.includes(null)
      ? null
      : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
    const totals: ImportTotals = { added: 0, copies: 0, near: 0, refused: 0, bytes: 0 }
    const run = {
      ...options,
      defaults,
      window: { files: windowFilesPerJob * jobs, bytes: windowBytes },
      onProgress: () => options.onProgress(totals, expected),
    }
    if (!dryRun) maker.worker.wake()
    for (const source of opened) if (!options.signal.aborted) await runImport(deps, source, run, totals)
    return totals
  } finally {
    await runEach([
      ...opened.map((source) => () => source.close()),
      ...maker.stopSteps(0),
      () => stores.close(),
    ])
  }
}

/** Caches answers, since a library has many GIFs by few owners. */
async function detailLookups({ db, accounts, clock }: Stores): Promise<DetailLookups> {
  const findCategory = categoryFinder(await listCategories(db))
  const owners = new Map<string, number | undefined>()
  return {
    categoryId: async (text) => findCategory(text),
    ownerId: async (email) => {
      if (!owners.has(email)) owners.set(email, (await accounts.byEmail(email))?.id)
      return owners.get(email)
    },
    now: () => clock.now(),
  }
}

/** Returns the codes of GIFs that look like an added one, as far as operators can see them. */
async function nearCopies({ catalogue }: Stores, looks: LookKeeper, code: string): Promise<string[]> {
  const gif = await catalogue.gifByCode(code)
  const near = gif === undefined ? [] : await looks.near(gif.id, maxNear)
  const ids = near.map(({ id }) => id)
  return (await catalogue.visibleByIds(ids, machineOperator)).map((other) => other.code)
}

async function defaultsOf(options: ImportOptions, lookups: DetailLookups) {
  const { category, owner, tags, visibility, rating } = options
  const categoryId = await lookups.categoryId(category ?? defaultCategory)
  if (category !== null && categoryId === undefined)
    throw new Error(formatEnglish({ detail: 'importNoSuchCategory', category }))
  const ownerId = owner === null ? null : await lookups.ownerId(owner)
  if (ownerId === undefined) throw new Error(formatEnglish({ detail: 'importNoAccount', email: owner ?? '' }))
  return { categoryId: categoryId ?? null, ownerId, tags, visibility, rating }
}
