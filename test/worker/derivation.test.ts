import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openStores } from '#src/app/stores.ts'
import { loadConfig } from '#src/config/config.ts'
import type { Gif } from '#src/catalogue/gif.ts'
import { AppError } from '#src/lib/app-error.ts'
import { systemClock } from '#src/lib/clock.ts'
import { createLog } from '#src/lib/log/log.ts'
import { randomId } from '#src/lib/ids.ts'
import type { MediaEngine } from '#src/media/media-engine.ts'
import { renditionKey } from '#src/media/rendition.ts'
import { Worker } from '#src/worker/worker.ts'
import { Workspaces } from '#src/worker/workspaces.ts'
import { newGif, newTask } from '../contract/stores.ts'
import { tinyFramesGif } from '../support/hostile-files.ts'
import { publishGif } from '../support/gifs.ts'
import { startPool } from '../support/rendering.ts'
import { dataFolder } from '../support/server-process.ts'
import { until } from '../support/until.ts'

const never = () => Promise.reject(new Error('not reached'))

/** A worker with this engine, and a stored GIF that has no thumbnail. */
async function prepare(t: TestContext, engine: Partial<MediaEngine>) {
  const folder = await dataFolder(t)
  const stores = await openStores(loadConfig({ DATA_DIR: folder }))
  const { catalogue, unitOfWork, mediaStore, tasks } = stores
  const worker = new Worker({
    run: {
      catalogue,
      unitOfWork,
      mediaStore,
      clock: systemClock,
      watermarkText: () => '',
      mediaEngine: { render: never, derive: never, ...engine },
      sources: { fetch: never },
    },
    tasks,
    log: createLog('silent'),
    concurrency: 1,
    leaseMs: 60_000,
    workspaces: new Workspaces(join(folder, 'tmp')),
  })
  t.after(async () => {
    await worker.stop(0)
    await stores.close()
  })
  const { thumb: _, ...renditions } = newGif().renditions
  const gif = await publishGif(stores, { renditions, width: 8, height: 8 })
  const file = join(folder, 'stored')
  await writeFile(file, tinyFramesGif(8, 8, 2))
  await mediaStore.put(renditionKey(gif.mediaId, 'gif'), file)
  const derive = () =>
    unitOfWork.inTransaction(({ tasks }) =>
      tasks.addDerivation({ id: randomId(22), mediaId: gif.mediaId, renditions: ['thumb', 'gif'] }),
    )
  const isIdle = async () => (await tasks.claims.nextDueInMs()) === undefined
  return { folder, stores, worker, gif, derive, isIdle }
}

async function renditionsOf(
  { catalogue }: { catalogue: { gifByCode(code: string): Promise<Gif | undefined> } },
  code: string,
) {
  return (await catalogue.gifByCode(code))?.renditions
}

test('a rendition that a GIF has not is derived from its stored GIF, by a render process', async (t) => {
  const pool = startPool(t)
  const { stores, worker, gif, derive, isIdle } = await prepare(t, {
    derive: (...given) => pool.derive(...given),
  })
  await derive()
  worker.wake()
  await until('it is derived', isIdle)
  const { thumb, ...others } = (await renditionsOf(stores, gif.code)) ?? {}
  assert.deepEqual(others, gif.renditions)
  const stored = await stores.mediaStore.stat(renditionKey(gif.mediaId, 'thumb'))
  assert.deepEqual(thumb, { width: 8, height: 8, bytes: stored?.bytes, frames: 1 })
})

test('a derivation never holds up a creation: it makes way, and is done afterwards', async (t) => {
  let tries = 0
  const { stores, worker, derive, isIdle } = await prepare(t, {
    derive: (_plan, _folder, { signal }) => {
      tries += 1
      if (tries > 1) return Promise.resolve({})
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  await derive()
  worker.wake()
  await until('it is being derived', () => tries === 1)
  const task = newTask()
  await stores.tasks.submissions.add(task, 10)
  worker.wake()
  // Its upload is not there, which ends it.
  await until('the creation has ended', async () => {
    const view = await stores.tasks.submissions.view(task.id)
    return view?.status === 'error'
  })
  await until('it is derived', isIdle)
  assert.equal(tries, 2)
})

test('of a GIF that is removed while renditions are derived, no file is left', async (t) => {
  const { folder, stores, worker, gif, derive, isIdle } = await prepare(t, {
    derive: async (_plan, workspace) => {
      await stores.catalogue.remove(gif.id)
      await stores.mediaStore.removeAll(`gifs/${gif.mediaId}`)
      const path = join(workspace, 'thumb.jpg')
      await writeFile(path, 'a still')
      return { thumb: { path, width: 8, height: 8, bytes: 7, frames: 1 } }
    },
  })
  await derive()
  worker.wake()
  await until('it has ended', isIdle)
  await worker.stop(1000)
  const left: string[] = []
  for await (const { name } of stores.mediaStore.listFolders('gifs')) left.push(name)
  assert.deepEqual(left, [], folder)
})

test('a derivation that fails is tried again by the rule of creations, and then ends', async (t) => {
  let tries = 0
  const { worker, derive, isIdle, stores } = await prepare(t, {
    derive: () => {
      tries += 1
      return Promise.reject(new AppError('media_broken', 'It is broken.'))
    },
  })
  await derive()
  worker.wake()
  await until('it has ended', isIdle)
  assert.equal(tries, 1)
  assert.equal(await stores.tasks.records.failedSince(0), 0)
})
