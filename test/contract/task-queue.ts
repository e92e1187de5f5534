import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { CreationClaim } from '../../src/creation/task.ts'
import {
  publishClaimed,
  addAccount,
  newGif,
  newTask,
  type OpenStores,
  publish,
  type StoresUnderTest,
} from './stores.ts'

const leaseMs = 30_000
const dayMs = 24 * 60 * 60_000
const error = { code: 'media_broken', message: 'The file could not be decoded.', field: 'video' } as const

/** Tests every task queue. */
export function describeTaskQueue(name: string, open: OpenStores): void {
  describe(`tasks on ${name}`, () => {
    let stores: StoresUnderTest
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    const add = async (changes?: Parameters<typeof newTask>[0]) => {
      const task = newTask(changes)
      await stores.tasks.submissions.add(task, 100)
      return task
    }
    const claimOne = async (): Promise<CreationClaim> => {
      const claim = await stores.tasks.claims.claim('worker', leaseMs)
      assert.ok(claim !== undefined, 'there is a task to claim')
      return claim
    }
    const pass = (ms: number) => {
      stores.clock.nowMs += ms
    }

    test('gives a claim the whole task, oldest first', async () => {
      const first = await add()
      const second = await add()
      const { kind, token, mediaId, attempt, failures, waitedMs, client, ...task } = await claimOne()
      assert.deepEqual(task, first)
      assert.equal(kind, 'creation')
      assert.equal(attempt, 1)
      assert.equal(failures, 0)
      assert.equal(waitedMs, 0)
      assert.equal(client, null)
      assert.ok(mediaId.length >= 16)
      assert.ok(token.length >= 16)
      assert.equal((await claimOne()).id, second.id)
      assert.equal(await stores.tasks.claims.claim('worker', leaseMs), undefined)
    })

    test('gives a claim the trace of the submitter, which is no part of its request', async () => {
      const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
      const task = newTask()
      await stores.tasks.submissions.add({ ...task, trace }, 100)
      const claim = await claimOne()
      assert.equal(claim.trace, trace)
      assert.deepEqual(claim.request, task.request)
      const { tasks } = await stores.tasks.records.list({ status: null, start: 0, limit: 1 })
      assert.deepEqual(tasks[0]?.request, task.request)
    })

    test('tells each task its place among the waiting ones', async () => {
      const tasks = [await add(), await add(), await add()]
      const positions = () => Promise.all(tasks.map(({ id }) => stores.tasks.submissions.view(id)))
      const waiting = (position: number) => ({ status: 'waiting', position })
      assert.deepEqual(await positions(), [waiting(1), waiting(2), waiting(3)])
      const claim = await claimOne()
      const processing = { status: 'processing', progress: 0, step: 'preparing' }
      assert.deepEqual(await positions(), [processing, waiting(1), waiting(2)])
      await stores.tasks.claims.releaseTask(claim, { delayMs: 5000, failed: true })
      assert.deepEqual(await positions(), [waiting(3), waiting(1), waiting(2)])
      assert.deepEqual(await stores.tasks.records.counts(), { waiting: 3, processing: 0 })
    })

    test('accepts no task for an account that has been removed', async () => {
      const { id: ownerId } = await addAccount(stores, 'gone@example.org')
      await stores.accounts.remove(ownerId, 'keep')
      await assert.rejects(add({ ownerId }), { name: 'AppError', code: 'unauthorized' })
    })

    test('knows nothing of a task that was never added', async () => {
      assert.equal(await stores.tasks.submissions.view('unknown'), undefined)
      assert.equal(await stores.tasks.claims.nextDueInMs(), undefined)
      assert.deepEqual(await stores.tasks.records.counts(), { waiting: 0, processing: 0 })
    })

    test('enforces the limit of waiting tasks; running ones do not count', async () => {
      await stores.tasks.submissions.add(newTask(), 2)
      await stores.tasks.submissions.add(newTask(), 2)
      await assert.rejects(stores.tasks.submissions.add(newTask(), 2), {
        name: 'AppError',
        code: 'queue_full',
      })
      await claimOne()
      await stores.tasks.submissions.add(newTask(), 2)
      const added = await Promise.allSettled(
        Array.from({ length: 10 }, () => stores.tasks.submissions.add(newTask(), 5)),
      )
      assert.equal(added.filter(({ status }) => status === 'fulfilled').length, 3)
      assert.deepEqual(await stores.tasks.records.counts(), { waiting: 5, processing: 1 })
    })

    test('gives each task to only one of many claimers', async () => {
      for (let number = 0; number < 20; number++) await add()
      const claims = await Promise.all(
        Array.from({ length: 30 }, () => stores.tasks.claims.claim('worker', leaseMs)),
      )
      const ids = claims.flatMap((claim) => claim?.id ?? [])
      assert.equal(ids.length, 20)
      assert.equal(new Set(ids).size, 20)
    })

    test('shows progress and step, and renews the lease', async () => {
      const { id } = await add()
      const claim = await claimOne()
      pass(leaseMs - 1)
      assert.equal(
        await stores.tasks.claims.renewLease(claim, leaseMs, { fraction: 0.25, step: 'rendering' }),
        true,
      )
      assert.deepEqual(await stores.tasks.submissions.view(id), {
        status: 'processing',
        progress: 0.25,
        step: 'rendering',
      })
      pass(leaseMs - 1)
      assert.equal(await stores.tasks.claims.claim('other', leaseMs), undefined)
    })

    test('gives a task whose lease expired to the next claimer, counting the attempt', async () => {
      await add()
      const lost = await claimOne()
      await stores.tasks.claims.renewLease(lost, leaseMs, { fraction: 0.5, step: 'storing' })
      pass(leaseMs)
      const claim = await claimOne()
      assert.equal(claim.id, lost.id)
      assert.equal(claim.attempt, 2)
      assert.notEqual(claim.token, lost.token)
      assert.deepEqual(await stores.tasks.submissions.view(claim.id), {
        status: 'processing',
        progress: 0,
        step: 'preparing',
      })
    })

    test('rejects writes from a lost claim', async () => {
      await add()
      const lost = await claimOne()
      pass(leaseMs)
      const claim = await claimOne()
      assert.equal(
        await stores.tasks.claims.renewLease(lost, leaseMs, { fraction: 0.9, step: 'storing' }),
        false,
      )
      assert.equal(await stores.tasks.claims.releaseTask(lost, { delayMs: 0, failed: true }), false)
      assert.equal(await stores.tasks.claims.fail(lost, error), false)
      assert.equal(await publishClaimed(stores, lost, newGif({ code: lost.code })), false)
      assert.equal(await stores.catalogue.gifByCode(lost.code), undefined)
      assert.deepEqual(await stores.tasks.submissions.view(claim.id), {
        status: 'processing',
        progress: 0,
        step: 'preparing',
      })
      assert.equal(await publishClaimed(stores, claim, newGif({ code: claim.code })), true)
    })

    test('publishes the GIF and ends the task atomically, under the code of the task', async () => {
      const { id, code } = await add()
      const claim = await claimOne()
      assert.equal(await publishClaimed(stores, claim, newGif({ title: 'Made', code })), true)
      assert.deepEqual(await stores.tasks.submissions.view(id), { status: 'done', code, loop: null })
      assert.equal((await stores.catalogue.gifByCode(code))?.title, 'Made')
      assert.deepEqual(await stores.tasks.records.counts(), { waiting: 0, processing: 0 })
      pass(leaseMs * 2)
      assert.equal(await stores.tasks.claims.claim('worker', leaseMs), undefined)
    })

    test('reports the chosen loop with the GIF made from it, and with no other', async () => {
      const loop = { startSeconds: 1.25, endSeconds: 3.1 }
      const { id, code } = await add()
      const lost = await claimOne()
      pass(leaseMs)
      const claim = await claimOne()
      assert.equal(await publishClaimed(stores, lost, newGif({ code }), { ...loop, startSeconds: 0 }), false)
      assert.equal(await publishClaimed(stores, claim, newGif({ code }), loop), true)
      assert.deepEqual(await stores.tasks.submissions.view(id), { status: 'done', code, loop })
    })

    test('publishes once when the same claim publishes twice, and confirms both', async () => {
      await add()
      const claim = await claimOne()
      const gif = newGif({ code: claim.code, title: 'Once' })
      const answers = await Promise.all([
        publishClaimed(stores, claim, gif),
        publishClaimed(stores, claim, gif),
      ])
      assert.deepEqual(answers, [true, true])
      const query = { text: 'once', categoryCode: null, maxRating: 'pg-13' as const, start: 0, limit: 10 }
      assert.equal((await stores.find(query)).total, 1)
      assert.equal(await stores.tasks.claims.fail(claim, error), false)
      assert.deepEqual(await stores.tasks.submissions.view(claim.id), {
        status: 'done',
        code: claim.code,
        loop: null,
      })
    })

    test('publishes nothing, and leaves the claim unchanged, if the category is gone', async () => {
      const category = await stores.catalogue.addCategory({ name: 'Fleeting', code: 'fleeting' })
      await add()
      const claim = await claimOne()
      await stores.catalogue.removeCategory(category.id)
      const gif = newGif({ code: claim.code, categoryId: category.id })
      await assert.rejects(publishClaimed(stores, claim, gif), { code: 'invalid_value', field: 'category' })
      assert.equal(await stores.catalogue.gifByCode(claim.code), undefined)
      assert.equal(await stores.tasks.claims.fail(claim, error), true)
    })

    test('ends a failed task with its error', async () => {
      const { id } = await add()
      assert.equal(await stores.tasks.claims.fail(await claimOne(), error), true)
      assert.deepEqual(await stores.tasks.submissions.view(id), { status: 'error', error })
      assert.equal(await stores.tasks.claims.claim('worker', leaseMs), undefined)
    })

    test('makes a released task due after its delay, counted as a failure or as never claimed', async () => {
      await add()
      await stores.tasks.claims.releaseTask(await claimOne(), { delayMs: 2000, failed: true })
      assert.equal(await stores.tasks.claims.claim('worker', leaseMs), undefined)
      assert.equal(await stores.tasks.claims.nextDueInMs(), 2000)
      pass(2000)
      assert.equal(await stores.tasks.claims.nextDueInMs(), 0)
      const second = await claimOne()
      assert.equal(second.attempt, 2)
      assert.equal(second.failures, 1)
      await stores.tasks.claims.releaseTask(second, { delayMs: 0, failed: false })
      const third = await claimOne()
      assert.equal(third.attempt, 2)
      assert.equal(third.failures, 1)
    })

    test('reports when a lease ends, so that it can be taken over in time', async () => {
      await add()
      await claimOne()
      pass(1000)
      assert.equal(await stores.tasks.claims.nextDueInMs(), leaseMs - 1000)
    })

    test('forgets tasks that ended long enough ago, and no others', async () => {
      const old = await add()
      await stores.tasks.claims.fail(await claimOne(), error)
      const waiting = await add()
      pass(7 * dayMs)
      const claim = await claimOne()
      await publishClaimed(stores, claim, newGif({ code: claim.code }))
      assert.equal(await stores.tasks.retention.forget(7 * dayMs), 0)
      pass(1)
      assert.equal(await stores.tasks.retention.forget(7 * dayMs), 1)
      assert.equal(await stores.tasks.submissions.view(old.id), undefined)
      assert.deepEqual(await stores.tasks.submissions.view(waiting.id), {
        status: 'done',
        code: claim.code,
        loop: null,
      })
    })

    test('keeps every accepted task over a restart, and its place', async () => {
      const first = await add()
      const second = await add()
      const claim = await claimOne()
      await stores.reopen()
      assert.equal(
        await stores.tasks.claims.renewLease(claim, leaseMs, { fraction: 0.1, step: 'fetching' }),
        true,
      )
      assert.deepEqual(await stores.tasks.submissions.view(second.id), { status: 'waiting', position: 1 })
      pass(leaseMs)
      assert.deepEqual([(await claimOne()).id, (await claimOne()).id], [first.id, second.id])
    })

    test('publishes a GIF without an owner if its account was removed, and ends a private one', async () => {
      const account = await addAccount(stores, 'leaves@example.org')
      const open = newTask({ ownerId: account.id })
      const secret = newTask({ ownerId: account.id }, { visibility: 'private' })
      await stores.tasks.submissions.add(open, 10)
      await stores.tasks.submissions.add(secret, 10)
      const [openClaim, secretClaim] = [await claimOne(), await claimOne()]
      await stores.accounts.remove(account.id, 'keep')
      assert.equal(
        await publishClaimed(stores, openClaim, newGif({ code: open.code, ownerId: account.id })),
        true,
      )
      assert.equal((await stores.catalogue.gifByCode(open.code))?.ownerId, null)
      const privateGif = newGif({ code: secret.code, ownerId: account.id, visibility: 'private' })
      assert.equal(await publishClaimed(stores, secretClaim, privateGif), false)
      assert.equal((await stores.tasks.submissions.view(secret.id))?.status, 'error')
    })

    test('continues when other GIFs are published in between', async () => {
      const waiting = await add({ ownerId: null })
      const claim = await claimOne()
      await publish(stores)
      assert.equal(await publishClaimed(stores, claim, newGif({ code: waiting.code })), true)
    })
  })
}
