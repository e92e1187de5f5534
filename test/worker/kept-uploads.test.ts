import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import pino from 'pino'
import { openStores } from '#src/app.ts'
import { loadConfig } from '#src/config/config.ts'
import { keepUploadsMs, maxAttempts } from '#src/creation/settlement.ts'
import { AppError } from '#src/lib/app-error.ts'
import { usualClipOptions, usualGifOptions } from '#src/media/gif-options.ts'
import { Sweeper } from '#src/worker/sweeper.ts'
import { Worker } from '#src/worker/worker.ts'
import { Workspaces } from '#src/worker/workspaces.ts'
import { dataFolder, until } from '../support/server-process.ts'

const key = 'incoming/task/0'
const ours = new AppError('internal', 'Something went wrong on our side.')
const theirs = new AppError('media_broken', 'The file could not be decoded.')

/** A worker whose renders fail as `fault` says, a task with one upload for it, and a sweeper. */
async function failingWorker(t: TestContext) {
  const folder = await dataFolder(t)
  const fake = { fault: ours, nowMs: Date.now() }
  const clock = { now: () => fake.nowMs }
  const config = loadConfig({ DATA_DIR: folder })
  const stores = await openStores(config, clock)
  const { tasks, mediaStore, catalogue, sessions } = stores
  const log = pino({ level: 'silent' })
  const workspaces = new Workspaces(join(folder, 'tmp'))
  const worker = new Worker({
    run: {
      ...{ tasks, mediaStore, clock, watermarkText: () => '' },
      mediaEngine: { render: () => Promise.reject(fake.fault) },
      sources: { fetch: () => Promise.reject(new Error('not reached')) },
    },
    ...{ tasks, workspaces, log, concurrency: 1, leaseMs: 60_000 },
  })
  t.after(async () => {
    await worker.stop(0)
    await stores.close()
  })
  await writeFile(join(folder, 'video'), 'not a video')
  await mediaStore.put(key, join(folder, 'video'))
  const request = {
    ...{ kind: 'video' as const, uploads: [key], startSeconds: 0, endSeconds: 1 },
    ...{ categoryId: 1, title: 'A frog', tags: [], private: false, nsfw: false, watermark: true },
    ...{ gif: usualGifOptions, clip: usualClipOptions },
  }
  await tasks.add({ id: 'task', code: 'code12345678', request, ownerId: null }, 10)
  const sweeper = new Sweeper({
    ...{ tasks, catalogue, mediaStore, sessions, sessionLimits: config.site.sessionLimits },
    ...{ workspaces: [], clock, log, graceMs: 0 },
  })
  return {
    tasks,
    fake,
    isUploadThere: async () => (await mediaStore.stat(key)) !== undefined,
    fail: async () => {
      worker.wake()
      await until('the task has ended', async () => (await tasks.view('task'))?.status === 'error')
      await until('the claim is settled', async () => (await tasks.counts()).processing === 0)
    },
    sweep: () => {
      fake.nowMs += 1000
      return sweeper.sweep()
    },
  }
}

test('uploads outlive a fault of ours, so that the task can be tried again', async (t) => {
  const { tasks, fake, isUploadThere, fail, sweep } = await failingWorker(t)
  await fail()
  assert.equal((await sweep()).uploads, 0)
  assert.ok(await isUploadThere())
  fake.fault = theirs
  assert.equal(await tasks.retry('task'), true)
  await fail()
  assert.equal((await tasks.read('task'))?.error?.code, 'media_broken')
  await until('the uploads are removed', async () => !(await isUploadThere()))
  assert.equal(await tasks.retry('task'), false)
})

test('the sweeper removes kept uploads when nothing can be done with them any more', async (t) => {
  const { tasks, fake, isUploadThere, fail, sweep } = await failingWorker(t)
  await fail()
  fake.nowMs += keepUploadsMs
  assert.equal(await tasks.retry('task'), false)
  assert.equal((await sweep()).uploads, 1)
  assert.equal(await isUploadThere(), false)
})

test('a task whose workers all died keeps its uploads, and may be tried again', async (t) => {
  const { tasks, fake, isUploadThere, fail } = await failingWorker(t)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    await tasks.claim('a worker that dies', 1000)
    fake.nowMs += 1000
  }
  await fail()
  assert.equal((await tasks.read('task'))?.error?.code, 'internal')
  assert.ok(await isUploadThere())
  assert.equal(await tasks.retry('task'), true)
})
