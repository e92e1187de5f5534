import assert from 'node:assert/strict'
import { writeFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStores } from '#src/app/stores.ts'
import { AppError } from '#src/lib/app-error.ts'
import { systemClock } from '#src/lib/clock.ts'
import { createLog } from '#src/lib/log/log.ts'
import type { Rendered } from '#src/media/media-engine.ts'
import { storeKey } from '#src/media/media-store.ts'
import { renditionKey, mainRenditions } from '#src/media/rendition.ts'
import { Sweeper } from '#src/worker/sweeper.ts'
import { Worker } from '#src/worker/worker.ts'
import { Workspaces } from '#src/worker/workspaces.ts'
import { newTask, seededChance } from '../contract/stores.ts'
import { isFullRun } from '../support/full-run.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { testConfig } from '../support/instance.ts'
import { runDeps } from '../support/stores/run-deps.ts'

const hourMs = 60 * 60_000

/**
 * A store whose calls fail occasionally: some before they have done anything, some after they have done it all, as when
 * an answer is lost.
 */
function faulty<T extends object>(store: T, chance: () => number, rate: number): T {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function' || name === 'listFolders') return member
      return async (...given: unknown[]) => {
        const drawn = chance()
        if (drawn < rate / 2) throw lost('before')
        const result: unknown = await Reflect.apply(member, target, given)
        if (drawn < rate) throw lost('after')
        return result
      }
    },
  })
}

function lost(when: string): AppError {
  return new AppError('unavailable', { detail: 'databaseAway' }, { retry: true, cause: when })
}

for (const seed of isFullRun ? [1, 2, 3] : [1]) {
  test(`stores that fail one call in ten, before or after its work, lose no task and publish none twice (seed ${seed})`, async (t) => {
    const folder = await dataFolder(t)
    const config = testConfig({ DATA_DIR: folder })
    const skew = { ms: 0 }
    const clock = { now: () => systemClock.now() + skew.ms }
    const stores = await openStores(config, clock)
    const {
      tasks,
      preparedSources,
      catalogue,
      visitorGifs,
      unitOfWork,
      mediaStore,
      sessions,
      notices,
      close,
    } = stores
    const chance = seededChance(seed)
    const faultyTasks = {
      ...tasks,
      claims: faulty(tasks.claims, chance, 0.1),
      submissions: faulty(tasks.submissions, chance, 0.1),
    }
    const worker = new Worker({
      run: runDeps(stores, {
        unitOfWork: faulty(unitOfWork, chance, 0.1),
        mediaStore: faulty(mediaStore, chance, 0.1),
        mediaEngine: {
          render: (_plan, workspace) => renderedIn(workspace),
          derive: () => Promise.resolve({}),
        },
      }),
      tasks: faultyTasks,
      workspaces: new Workspaces(join(folder, 'tmp', 'work')),
      log: createLog('silent'),
      concurrency: 4,
      leaseMs: 1000,
    })
    const accepted: string[] = []
    for (let number = 0; number < 60; number++) {
      const task = newTask()
      const upload = storeKey(`incoming/${task.id}/0`)
      const file = join(folder, 'upload')
      await writeFile(file, 'a video')
      await mediaStore.put(upload, file)
      await tasks.submissions.add(
        { ...task, request: { ...task.request, uploads: [upload] } as typeof task.request },
        1000,
      )
      accepted.push(task.id)
    }
    worker.wake()
    await until('every task has ended', async () => {
      // Attempts are far apart: the tests skip the time in between.
      skew.ms += 2000
      worker.wake()
      const { waiting, processing } = await tasks.records.counts()
      return waiting + processing === 0
    })
    await worker.stop(5000)
    const { total, tasks: ended } = await tasks.records.list({ status: null, start: 0, limit: 100 })
    assert.equal(total, accepted.length)
    const media: string[] = []
    for (const { status, code, error } of ended) {
      const gif = await catalogue.gifByCode(code)
      if (status === 'error') {
        assert.equal(gif, undefined)
        assert.ok(error?.message)
        continue
      }
      assert.ok(gif, 'a task that is done has its GIF')
      assert.equal(gif.hasAlpha, true)
      media.push(gif.mediaId)
      for (const name of mainRenditions)
        assert.ok(await mediaStore.stat(renditionKey(gif.mediaId, name)), name)
    }
    assert.ok(media.length > 50, `${media.length} of ${accepted.length} were made`)
    skew.ms += 48 * hourMs
    const sweeper = new Sweeper({
      tasks,
      visitorGifs,
      keepUnpublishedMs: null,
      preparedSources,
      catalogue,
      mediaStore,
      sessions,
      sessionLimits: config.site.sessionLimits,
      notices,
      keepContactsMs: config.notices.keepContactsMs,
      tryToWrite: async () => undefined,
      clock,
      graceMs: hourMs,
    })
    await sweeper.sweep()
    const left: string[] = []
    for await (const { name } of mediaStore.listFolders('gifs')) left.push(name)
    assert.deepEqual(left.toSorted(), media.toSorted())
    for await (const { name } of mediaStore.listFolders('incoming')) assert.fail(`${name} was left`)
    await close()
  })
}

async function renderedIn(workspace: string) {
  const file = async (name: string): Promise<Rendered['files']['gif']> => {
    const path = join(workspace, name)
    await writeFile(path, name)
    return { path, bytes: (await stat(path)).size, width: 320, height: 180, frames: 20 }
  }
  const [gif, mp4, webp, thumb] = await Promise.all(mainRenditions.map(file))
  assert.ok(gif && mp4 && webp && thumb)
  return {
    width: 320,
    height: 180,
    durationMs: 1000,
    frames: 10,
    hasAlpha: true,
    flashing: null,
    loop: null,
    look: null,
    files: { gif, mp4, webp, thumb },
  }
}
