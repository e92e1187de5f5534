import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import pino from 'pino'
import { openStores } from '#src/app/stores.ts'
import { keepUploadsMs, maxAttempts } from '#src/creation/retry.ts'
import { storeKey } from '#src/media/media-store.ts'
import type { TaskQueue } from '#src/creation/task-queue.ts'
import { AppError } from '#src/lib/app-error.ts'
import { defaultClipOptions } from '#src/options/clip-options.ts'
import { defaultGifOptions } from '#src/options/gif-options.ts'
import type { MediaEngine } from '#src/media/media-engine.ts'
import { Sweeper } from '#src/worker/sweeper.ts'
import { Worker } from '#src/worker/worker.ts'
import { Workspaces } from '#src/worker/workspaces.ts'
import { fakeTools, restoreTool } from '../support/rendering/fake-tools.ts'
import { makeVideo } from '../support/media/media.ts'
import { startPool } from '../support/rendering/rendering.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { testConfig } from '../support/instance.ts'
import { runDeps } from '../support/stores/run-deps.ts'

const key = storeKey('incoming/task/0')
const ours = new AppError('internal', { detail: 'somethingWrong' })
const theirs = new AppError('media_broken', { detail: 'fileDamaged' })

/**
 * A worker whose renders fail with `fault`, or like those of `mediaEngine`, a task with one upload for it, and a
 * sweeper.
 */
async function failingWorker(
  t: TestContext,
  { mediaEngine, video }: { mediaEngine?: MediaEngine; video?: Uint8Array } = {},
) {
  const folder = await dataFolder(t)
  const fake = { fault: ours, nowMs: Date.now() }
  const clock = { now: () => fake.nowMs }
  const config = testConfig({ DATA_DIR: folder })
  const stores = await openStores(config, clock)
  const { tasks, mediaStore, catalogue, sessions, notices } = stores
  const log = pino({ level: 'silent' })
  const workspaces = new Workspaces(join(folder, 'tmp'))
  const worker = new Worker({
    run: runDeps(stores, {
      mediaEngine: {
        derive: () => Promise.reject(fake.fault),
        render: (...given) => mediaEngine?.render(...given) ?? Promise.reject(fake.fault),
      },
    }),
    tasks,
    workspaces,
    log,
    concurrency: 1,
    leaseMs: 60_000,
  })
  t.after(async () => {
    await worker.stop(0)
    await stores.close()
  })
  await writeFile(join(folder, 'video'), video ?? 'not a video')
  await mediaStore.put(key, join(folder, 'video'))
  const request = {
    kind: 'video' as const,
    uploads: [key],
    startSeconds: 0,
    endSeconds: 1,
    categoryId: 1,
    title: 'A frog',
    alt: null,
    tags: [],
    visibility: 'public' as const,
    rating: null,
    watermark: true,
    gif: defaultGifOptions,
    clip: defaultClipOptions,
  }
  await tasks.submissions.add({ id: 'task', code: 'code12345678', request, ownerId: null }, 10)
  const sweeper = new Sweeper({
    tasks,
    visitorGifs: stores.visitorGifs,
    keepUnpublishedMs: null,
    preparedSources: stores.preparedSources,
    catalogue,
    mediaStore,
    sessions,
    sessionLimits: config.site.sessionLimits,
    notices,
    keepContactsMs: config.notices.keepContactsMs,
    tryToWrite: async () => undefined,
    clock,
    graceMs: 0,
  })
  return {
    tasks,
    fake,
    isUploadThere: async () => (await mediaStore.stat(key)) !== undefined,
    /** Fails, waits and fails until the task has ended; returns how often, and the total wait. */
    failEachTime: async () => {
      const first = fake.nowMs
      const ended = async () => (await tasks.submissions.read('task'))?.status === 'error'
      for (let failures = 1; ; failures++) {
        worker.wake()
        await until('it failed', async () => (await ended()) || (await failuresOf(tasks)) === failures)
        await until('the claim has ended', async () => (await tasks.records.counts()).processing === 0)
        if (await ended()) return { failures, waitedMs: fake.nowMs - first }
        fake.nowMs += (await tasks.claims.nextDueInMs()) ?? 0
      }
    },
    fail: async () => {
      worker.wake()
      await until(
        'the task has ended',
        async () => (await tasks.submissions.view('task'))?.status === 'error',
      )
      await until('the claim has ended', async () => (await tasks.records.counts()).processing === 0)
    },
    wake: () => worker.wake(),
    sweep: () => {
      fake.nowMs += 1000
      return sweeper.sweep()
    },
  }
}

async function failuresOf(tasks: Pick<TaskQueue, 'submissions'>): Promise<number> {
  return (await tasks.submissions.read('task'))?.failures ?? 0
}

test('a tool that never starts ends its task in internal after some minutes, and the upload is kept for the retry', async (t) => {
  const video = await readFile(await makeVideo(t, { seconds: 1 }))
  const broken = 'echo "ffmpeg: error while loading shared libraries: libx264.so.164" >&2; exit 127'
  const searchPath = await fakeTools(t, { ffmpeg: broken })
  const { tasks, isUploadThere, failEachTime, sweep, wake } = await failingWorker(t, {
    video,
    mediaEngine: startPool(t, { searchPath, sandbox: 'off' }),
  })
  const { failures, waitedMs } = await failEachTime()
  assert.equal(failures, 8)
  assert.ok(waitedMs > 2 * 60_000 && waitedMs < 5 * 60_000, `${waitedMs} ms`)
  assert.equal((await tasks.submissions.read('task'))?.error?.code, 'internal')
  assert.equal((await sweep()).uploads, 0)
  assert.ok(await isUploadThere())
  restoreTool(searchPath, 'ffmpeg')
  assert.equal(await tasks.records.retry('task'), true)
  wake()
  await until('the GIF is made', async () => (await tasks.submissions.view('task'))?.status === 'done')
})

test('uploads survive an internal error, so that the task can be retried', async (t) => {
  const { tasks, fake, isUploadThere, fail, sweep } = await failingWorker(t)
  await fail()
  assert.equal((await sweep()).uploads, 0)
  assert.ok(await isUploadThere())
  fake.fault = theirs
  assert.equal(await tasks.records.retry('task'), true)
  await fail()
  assert.equal((await tasks.submissions.read('task'))?.error?.code, 'media_broken')
  await until('the uploads are removed', async () => !(await isUploadThere()))
  assert.equal(await tasks.records.retry('task'), false)
})

test('the sweeper removes kept uploads when they are no longer of use', async (t) => {
  const { tasks, fake, isUploadThere, fail, sweep } = await failingWorker(t)
  await fail()
  fake.nowMs += keepUploadsMs
  assert.equal(await tasks.records.retry('task'), false)
  assert.equal((await sweep()).uploads, 1)
  assert.equal(await isUploadThere(), false)
})

test('a task whose workers all died keeps its uploads, and may be retried', async (t) => {
  const { tasks, fake, isUploadThere, fail } = await failingWorker(t)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    await tasks.claims.claim('a worker that dies', 1000)
    fake.nowMs += 1000
  }
  await fail()
  assert.equal((await tasks.submissions.read('task'))?.error?.code, 'internal')
  assert.ok(await isUploadThere())
  assert.equal(await tasks.records.retry('task'), true)
})
