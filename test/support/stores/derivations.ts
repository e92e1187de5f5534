import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NewVisitorGif } from '#src/catalogue/publishing/visitor-gif.ts'
import type { TestContext } from 'node:test'
import { openStores } from '#src/app/stores.ts'
import { unlimitedDiskSpace } from '#src/creation/disk-space.ts'
import { runCreation } from '#src/creation/run-creation.ts'
import type { DerivationSettings } from '#src/creation/run.ts'
import type { AcceptedRequest } from '#src/creation/request.ts'
import type { NewGif } from '#src/catalogue/gif.ts'
import { createLog } from '#src/lib/log/log.ts'
import type { DerivePlan, DerivedFiles, MediaEngine, CreationPlan } from '#src/media/media-engine.ts'
import { type StoreKey, storeKey } from '#src/media/media-store.ts'
import {
  mainRenditions,
  renditionKey,
  type RenditionName,
  renditions,
  renditionShape,
} from '#src/media/rendition.ts'
import { Sweeper } from '#src/worker/sweeper.ts'
import type { WorkerDeps } from '#src/worker/claim-run.ts'
import { Worker } from '#src/worker/worker.ts'
import { Workspaces } from '#src/worker/workspaces.ts'
import { newDerivation, newTask } from '../../contract/stores.ts'
import { publishGif } from './gifs.ts'
import { runDeps } from './run-deps.ts'
import { dataFolder } from '../processes/server-process.ts'
import { until } from '../until.ts'
import { cleanUp } from '../clean-up.ts'
import { testConfig } from '../instance.ts'

/** The fake engine's description of every GIF. */
export const madeGif = { width: 480, height: 270, frames: 20, durationMs: 2000 }

/** The limits of prepared sources in the lab. */
export const sourceLimits = {
  keepMs: 3_600_000,
  maxBytes: 10_000,
  maxBytesOfClient: 10_000,
  maxOfClient: 9,
  previewSeconds: 60,
}

export type DerivationLab = Awaited<ReturnType<typeof openDerivationLab>>

/**
 * Real stores, a worker and a sweeper, on an engine that writes a few bytes for each file. `mediaEngine` replaces parts
 * of it, and with `measure` sources are prepared; `settings` are those of derivations.
 */
export async function openDerivationLab(
  t: TestContext,
  {
    mediaEngine = {},
    settings = {},
    worker: workerOptions = {},
    watermarkText = () => 'a mark',
    keepUnpublishedMs = null,
  }: {
    mediaEngine?: Partial<MediaEngine>
    settings?: Partial<DerivationSettings>
    worker?: Partial<WorkerDeps>
    watermarkText?: (accountId: number | null) => string | null
    keepUnpublishedMs?: number | null
  } = {},
) {
  const folder = await dataFolder(t)
  const fake = { nowMs: Date.now() }
  const clock = { now: () => fake.nowMs }
  const config = testConfig({ DATA_DIR: folder })
  const stores = await openStores(config, clock)
  const { catalogue, unitOfWork, mediaStore, tasks, sessions, notices } = stores
  const derived: DerivePlan[] = []
  const ended: string[] = []
  const log = createLog('silent')
  const run = runDeps(stores, {
    watermarkText,
    mediaEngine: {
      render: (_plan, workspace) => renderedIn(workspace),
      ...mediaEngine,
      derive: (plan, workspace, options) => {
        derived.push(plan)
        return (mediaEngine.derive ?? derivedIn)(plan, workspace, options)
      },
    },
    ...(mediaEngine.measure !== undefined && { sourceLimits: async () => sourceLimits }),
    derivations: { keepSourceMs: 3_600_000, maxSourceBytes: async () => 1000, ...settings },
  })
  const newWorker = () =>
    new Worker({
      run,
      tasks,
      log,
      observer: {
        turned: () => {},
        claimed: () => {},
        stageEnded: () => {},
        ended: () => {},
        triedAgain: () => {},
        importEnded: (outcome) => void ended.push(outcome),
        derivationEnded: (outcome) => void ended.push(outcome),
      },
      concurrency: 1,
      leaseMs: 60_000,
      workspaces: new Workspaces(join(folder, 'tmp')),
      ...workerOptions,
    })
  const worker = newWorker()
  const sweeper = new Sweeper({
    tasks,
    visitorGifs: stores.visitorGifs,
    keepUnpublishedMs,
    preparedSources: stores.preparedSources,
    catalogue,
    mediaStore,
    sessions,
    sessionLimits: config.site.sessionLimits,
    notices,
    keepContactsMs: config.notices.keepContactsMs,
    tryToWrite: async () => undefined,
    clock,
    graceMs: 3_600_000,
  })
  cleanUp(t, async () => {
    await worker.stop(0)
    await stores.close()
  })
  const isIdle = async () => (await tasks.claims.nextDueInMs()) === undefined
  return {
    folder,
    fake,
    stores,
    worker,
    newWorker,
    sweeper,
    /** The derivations requested from the engine so far. */
    derived,
    /** The outcomes of derivations. */
    ended,
    isIdle,
    /** Wakes the worker and waits until no task is left. */
    work: async () => {
      worker.wake()
      await until('every task has ended', isIdle)
    },
    /** A published GIF with its main files, and no derivation. */
    addGif: async (given: Partial<NewGif> = {}) => {
      const gif = await publishGif(stores, { ...madeGif, ...given })
      for (const name of mainRenditions) {
        const file = join(folder, 'stored')
        await writeFile(file, name)
        await mediaStore.put(renditionKey(gif.mediaId, name), file)
      }
      return gif
    },
    addDerivation: (mediaId: string, names: RenditionName[]) =>
      unitOfWork.inTransaction(({ tasks }) =>
        tasks.addDerivation({ ...newDerivation(mediaId), renditions: names }),
      ),
    addCreation,
    /** A source in the media store that no row names: a copy of a file. */
    putSource: async (mediaId: string, file: string) => {
      const copy = join(folder, 'copy')
      await copyFile(file, copy)
      await mediaStore.put(storeKey(`sources/${mediaId}/0`), copy)
    },
    /** Makes the GIF of a creation, like a worker; its derivation waits. Undefined if it was not published. */
    makeGif: async (given: NewCreation = {}) => {
      const { code } = await addCreation(given)
      const claim = await tasks.claims.claim('test', 60_000)
      if (claim?.code !== code) throw new Error('another creation waits')
      const space = unlimitedDiskSpace.openJob()
      const workspace = await mkdtemp(join(folder, 'work-'))
      const { signal } = new AbortController()
      const context = { signal, workspace, space, onProgress: () => {} }
      await runCreation(run, claim, context).finally(() => space.release())
      return catalogue.gifByCode(code)
    },
    /** The names of the folders in the media store under a prefix. */
    stored: async (prefix: string) => {
      const names: string[] = []
      for await (const { name } of mediaStore.listFolders(prefix)) names.push(name)
      return names.toSorted()
    },
    namesOf: async (code: string) => Object.keys((await catalogue.gifByCode(code))?.renditions ?? {}),
  }

  /** A waiting creation of an upload; returns its task. */
  async function addCreation({
    request = {},
    upload = 'a video',
    ownerId = null,
    visitor,
  }: NewCreation = {}) {
    const task = newTask({ ownerId, ...(visitor && { visitor }) })
    const key: StoreKey = storeKey(`incoming/${task.id}/0`)
    const file = join(folder, 'upload')
    await writeFile(file, upload)
    await mediaStore.put(key, file)
    const whole = { ...task.request, ...request, uploads: [key] } as AcceptedRequest
    await tasks.submissions.add({ ...task, request: whole }, 100, { name: 'somebody', maxWaiting: 100 })
    return task
  }
}

type NewCreation = {
  request?: Partial<AcceptedRequest>
  upload?: string
  ownerId?: number | null
  visitor?: NewVisitorGif
}

/** The results of the fake engine's derivation: a file of a few bytes for each name. */
export async function derivedIn({ renditions: names }: DerivePlan, folder: string): Promise<DerivedFiles> {
  return filesIn(folder, names)
}

/** The results of the fake engine. */
export async function renderedIn(folder: string): Promise<Awaited<ReturnType<MediaEngine['render']>>> {
  const files = await filesIn(folder, mainRenditions)
  const { gif, mp4, webp, thumb } = files
  if (!gif || !mp4 || !webp || !thumb) throw new Error('not reached')
  return {
    ...madeGif,
    hasAlpha: false,
    flashing: null,
    loop: null,
    look: null,
    files: { gif, mp4, webp, thumb },
  }
}

/** The result of a fake engine that found this loop. */
export async function renderedLoopIn(_plan: CreationPlan, folder: string) {
  return { ...(await renderedIn(folder)), loop: { startSeconds: 0.5, endSeconds: 1.5 } }
}

async function filesIn(folder: string, names: readonly RenditionName[]): Promise<DerivedFiles> {
  await mkdir(folder, { recursive: true })
  const files: DerivedFiles = {}
  for (const name of names) {
    const path = join(folder, renditions[name].file)
    await writeFile(path, name)
    files[name] = { path, bytes: name.length, ...renditionShape(name, madeGif) }
  }
  return files
}
