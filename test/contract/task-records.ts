import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { keepUploadsMs } from '../../src/creation/retry.ts'
import type { NewTask } from '../../src/creation/task.ts'
import type { ErrorView } from '../../src/lib/app-error.ts'
import { defaultClipOptions } from '../../src/options/clip-options.ts'
import { defaultGifOptions } from '../../src/options/gif-options.ts'
import {
  publishClaimed,
  addAccount,
  newGif,
  newTask,
  type OpenStores,
  type StoresUnderTest,
} from './stores.ts'

const broken: ErrorView = { code: 'media_broken', message: 'The file could not be decoded.', field: 'video' }
const ours: ErrorView = { code: 'internal', message: 'Something went wrong on our side.' }

/** Tests the records of every task queue, and how it retries a task. */
export function describeTaskRecords(name: string, open: OpenStores): void {
  describe(`records of tasks on ${name}`, () => {
    let stores: StoresUnderTest
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    const add = async (task = newTask()) => {
      await stores.tasks.submissions.add(task, 1000)
      return task
    }
    const claim = async () => {
      const claimed = await stores.tasks.claims.claim('worker', 30_000)
      assert.ok(claimed !== undefined, 'there is a task to claim')
      return claimed
    }
    const failed = async (error: ErrorView, task: NewTask = newTask()) => {
      await add(task)
      assert.equal(await stores.tasks.claims.fail(await claim(), error), true)
      return task.id
    }
    const ofAddress = (changes: Partial<NewTask> = {}): NewTask => {
      const task = newTask(changes)
      const details = {
        categoryId: 1,
        title: null,
        alt: null,
        tags: [],
        visibility: 'public' as const,
        rating: null,
        watermark: true,
      }
      const clip = { startSeconds: 0, endSeconds: 1, clip: defaultClipOptions, gif: defaultGifOptions }
      return {
        ...task,
        request: { kind: 'url', url: 'https://example.org/a', uploads: [], ...clip, ...details },
      }
    }
    const ids = async (status: 'waiting' | 'processing' | 'done' | 'error' | null, start = 0, limit = 10) => {
      const { total, tasks } = await stores.tasks.records.list({ status, start, limit })
      return [total, ...tasks.map(({ id }) => id)]
    }

    test('counts the tasks that failed since a time', async () => {
      await failed(broken)
      stores.clock.nowMs += 1000
      const since = stores.clock.nowMs
      assert.equal(await stores.tasks.records.failedSince(since), 0)
      await failed(ours)
      await add()
      assert.equal(await stores.tasks.records.failedSince(since), 1)
      assert.equal(await stores.tasks.records.failedSince(since - 1000), 2)
      assert.equal(await stores.tasks.records.failedSince(since - 1000, [ours.code, 'timed_out']), 1)
      assert.equal(await stores.tasks.records.failedSince(since, [broken.code]), 0)
      const { id } = await add()
      await stores.tasks.submissions.cancel(id)
      assert.equal(await stores.tasks.records.failedSince(since), 1)
    })

    test('reports a task completely throughout its life', async () => {
      const { id: ownerId } = await addAccount(stores, 'anna@example.org')
      const createdAt = stores.clock.nowMs
      const task = await add(newTask({ ownerId }))
      const record = { ...task, step: null, progress: 0, failures: 0, error: null, createdAt }
      const running = { endedAt: null, mayRetry: false }
      assert.deepEqual(await stores.tasks.submissions.read(task.id), {
        ...record,
        status: 'waiting',
        ...running,
      })
      const claimed = await claim()
      await stores.tasks.claims.renewLease(claimed, 30_000, { fraction: 0.5, step: 'rendering' })
      assert.deepEqual(await stores.tasks.submissions.read(task.id), {
        ...record,
        ...running,
        status: 'processing',
        step: 'rendering',
        progress: 0.5,
      })
      stores.clock.nowMs += 5000
      await stores.tasks.claims.fail(claimed, ours)
      assert.deepEqual(await stores.tasks.submissions.read(task.id), {
        ...record,
        status: 'error',
        step: 'rendering',
        progress: 0.5,
        error: ours,
        endedAt: createdAt + 5000,
        mayRetry: true,
      })
      assert.equal(await stores.tasks.submissions.read('unknown'), undefined)
    })

    test('lists the tasks of a status, or all, newest first and page by page', async () => {
      const done = await add()
      const claimed = await claim()
      await publishClaimed(stores, claimed, newGif({ code: claimed.code }))
      const wrong = await failed(broken)
      const running = await add()
      await claim()
      const [one, two] = [await add(), await add()]
      assert.deepEqual(await ids(null), [5, two.id, one.id, running.id, wrong, done.id])
      assert.deepEqual(await ids(null, 1, 2), [5, one.id, running.id])
      assert.deepEqual(await ids('waiting'), [2, two.id, one.id])
      assert.deepEqual(await ids('waiting', 1, 5), [2, one.id])
      assert.deepEqual(await ids('processing'), [1, running.id])
      assert.deepEqual(await ids('done'), [1, done.id])
      assert.deepEqual(await ids('error'), [1, wrong])
      assert.deepEqual(await ids('error', 1), [1])
    })

    test('lets a failed task wait again like a new one, after those that wait', async () => {
      const { id } = await add()
      await stores.tasks.claims.releaseTask(await claim(), { delayMs: 0, failed: true })
      const lost = await claim()
      await stores.tasks.claims.fail(lost, ours)
      stores.clock.nowMs += 1000
      const waiting = await add()
      stores.clock.nowMs += 1000
      assert.equal(await stores.tasks.records.retry(id), true)
      assert.deepEqual(await stores.tasks.submissions.view(id), { status: 'waiting', position: 2 })
      const record = await stores.tasks.submissions.read(id)
      assert.deepEqual(
        [record?.error, record?.endedAt, record?.step, record?.progress, record?.failures],
        [null, null, null, 0, 0],
      )
      assert.equal(await stores.tasks.claims.fail(lost, ours), false)
      assert.equal((await claim()).id, waiting.id)
      const again = await claim()
      assert.deepEqual([again.id, again.attempt, again.failures], [id, 1, 0])
      assert.equal(await publishClaimed(stores, again, newGif({ code: again.code })), true)
    })

    test('does not retry a task that has not ended, is done, or does not exist', async () => {
      const { id } = await add()
      assert.equal(await stores.tasks.records.retry(id), false)
      const claimed = await claim()
      assert.equal(await stores.tasks.records.retry(id), false)
      await publishClaimed(stores, claimed, newGif({ code: claimed.code }))
      assert.equal(await stores.tasks.records.retry(id), false)
      assert.equal(await stores.tasks.records.retry('unknown'), false)
    })

    test('retries uploads only after an internal error and while they are kept; an address always', async () => {
      const wrong = await failed(broken)
      const upload = await failed(ours)
      const full = await failed({ ...ours, code: 'unavailable' })
      const address = await failed({ ...ours, code: 'source_unreachable' }, ofAddress())
      const mayRetry = async () =>
        (await stores.tasks.records.list({ status: 'error', start: 0, limit: 9 })).tasks.flatMap((task) =>
          task.mayRetry ? [task.id] : [],
        )
      assert.deepEqual(await mayRetry(), [address, full, upload])
      stores.clock.nowMs += keepUploadsMs - 1
      assert.deepEqual(await mayRetry(), [address, full, upload])
      stores.clock.nowMs += 1
      assert.deepEqual(await mayRetry(), [address])
      for (const id of [wrong, upload, full]) assert.equal(await stores.tasks.records.retry(id), false)
      assert.equal(await stores.tasks.records.retry(address), true)
    })

    test('reports the uploads still needed: those of tasks that have not ended or may be retried', async () => {
      const wrong = await failed(broken)
      const upload = await failed(ours)
      const address = await failed(broken, ofAddress())
      const running = await add()
      await claim()
      const waiting = await add()
      const all = [wrong, upload, address, running.id, waiting.id, 'unknown']
      const needed = [upload, address, running.id, waiting.id]
      assert.deepEqual(await stores.tasks.retention.needingUploads(all), new Set(needed))
      stores.clock.nowMs += keepUploadsMs
      assert.deepEqual(await stores.tasks.retention.needingUploads(all), new Set(needed.slice(1)))
      assert.deepEqual(await stores.tasks.retention.needingUploads([]), new Set())
    })

    test('does not retry a task whose GIF would have no owner', async () => {
      const { id: ownerId } = await addAccount(stores, 'anna@example.org')
      const secret = ofAddress({ ownerId })
      const failedSecret = await failed(broken, {
        ...secret,
        request: { ...secret.request, visibility: 'private' as const },
      })
      const failedOpen = await failed(broken, ofAddress({ ownerId }))
      const wanted = await add(newTask({ ownerId }, { visibility: 'private' as const }))
      await stores.accounts.remove(ownerId, 'keep')
      for (const id of [failedSecret, wanted.id]) {
        assert.equal((await stores.tasks.submissions.read(id))?.error?.code, 'forbidden')
        assert.equal(await stores.tasks.records.retry(id), false)
      }
      assert.equal(await stores.tasks.records.retry(failedOpen), true)
    })
  })
}
