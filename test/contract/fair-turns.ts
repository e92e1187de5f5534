import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Client } from '../../src/creation/task.ts'
import { publishClaimed, newGif, newTask, type OpenStores, type StoresUnderTest } from './stores.ts'

const leaseMs = 30_000
const hourMs = 60 * 60_000

/** Tests how every task queue divides itself among clients, and keeps its guarantees despite clock changes. */
export function describeFairTurns(name: string, open: OpenStores): void {
  describe(`turns on ${name}`, () => {
    let stores: StoresUnderTest
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    const add = async (client: string, count = 1): Promise<string[]> => {
      const ids: string[] = []
      for (let number = 0; number < count; number++) {
        const task = newTask()
        await stores.tasks.submissions.add(task, 10_000, { name: client, maxWaiting: 1000 })
        ids.push(task.id)
      }
      return ids
    }
    const claim = async () => {
      const claimed = await stores.tasks.claims.claim('worker', leaseMs)
      assert.ok(claimed !== undefined, 'there is a task to claim')
      return claimed
    }
    const make = async () => {
      const claimed = await claim()
      assert.equal(await publishClaimed(stores, claimed, newGif({ code: claimed.code })), true)
      return claimed.id
    }
    const positionOf = async (id: string) => {
      const task = await stores.tasks.submissions.view(id)
      return task?.status === 'waiting' ? task.position : task?.status
    }

    test('100 tasks of one client do not delay the first task of another', async () => {
      const many = await add('greedy', 100)
      const [only] = await add('modest')
      assert.equal(await positionOf(only!), 3)
      assert.equal(await positionOf(many[2]!), 4)
      assert.deepEqual([await make(), await make(), await make()], [many[0], many[1], only])
      const [next] = await add('third')
      const two = await add('fourth', 2)
      assert.deepEqual(
        [await make(), await make(), await make(), await make(), await make(), await make()],
        [many[2], many[3], next, two[0], many[4], two[1]],
      )
    })

    test('new clients do not delay a client with many tasks forever', async () => {
      const many = await add('many', 5)
      const made: string[] = []
      for (let round = 0; round < 10; round++) {
        await add(`newcomer ${round}`)
        await add(`another ${round}`)
        await add(`third ${round}`)
        made.push(await make(), await make(), await make())
      }
      for (const id of many) assert.ok(made.includes(id))
    })

    test('a client has its oldest task first, and places follow the order of claims', async () => {
      const [one, two, three] = [await add('a', 3), await add('b', 2), await add('c', 1)]
      const all = [...one, ...two, ...three]
      const places = await Promise.all(all.map(positionOf))
      const claimed: string[] = []
      while (claimed.length < all.length) claimed.push((await claim()).id)
      assert.deepEqual(
        all.map((id) => claimed.indexOf(id) + 1),
        places,
      )
    })

    test('enforces the limit of waiting tasks of a client, while others are accepted', async () => {
      const client: Client = { name: 'busy', maxWaiting: 2 }
      for (let number = 0; number < 2; number++) await stores.tasks.submissions.add(newTask(), 100, client)
      const refusal = { code: 'rate_limited', retryAfterSeconds: 30, message: /2 GIFs in the queue/ }
      await assert.rejects(stores.tasks.submissions.checkCapacity(100, client), refusal)
      await assert.rejects(stores.tasks.submissions.add(newTask(), 100, client), refusal)
      await add('other')
      await claim()
      await stores.tasks.submissions.checkCapacity(100, client)
      await stores.tasks.submissions.add(newTask(), 100, client)
    })

    test('a burst of tasks of one client is accepted only up to the number that may wait', async () => {
      const client: Client = { name: 'busy', maxWaiting: 10 }
      const added = await Promise.allSettled(
        Array.from({ length: 50 }, () => stores.tasks.submissions.add(newTask(), 1000, client)),
      )
      assert.equal(added.filter(({ status }) => status === 'fulfilled').length, 10)
      assert.equal((await stores.tasks.records.counts()).waiting, 10)
    })

    test('the fuller the queue, the smaller the share of each client, so that a few never fill it', async () => {
      const fill = async (name: string) => {
        let added = 0
        for (;;) {
          const taken = await stores.tasks.submissions.add(newTask(), 200, { name, maxWaiting: 50 }).then(
            () => true,
            () => false,
          )
          if (!taken) return added
          added += 1
        }
      }
      const shares: number[] = []
      for (let client = 0; client < 12; client++) shares.push(await fill(`client ${client}`))
      assert.equal(shares[0], 50)
      assert.ok(
        shares.every((share, index) => share >= 3 && share <= (shares[index - 1] ?? 50)),
        shares.join(' '),
      )
      assert.ok((await stores.tasks.records.counts()).waiting < 200)
    })

    test('a task that took long delays the rest of its client, and of nobody else', async () => {
      const [one, two] = [await add('slow', 4), await add('other', 3)]
      const first = await claim()
      assert.equal(first.client, 'slow')
      await stores.tasks.claims.penalize(first, 30)
      await publishClaimed(stores, first, newGif({ code: first.code }))
      assert.deepEqual([await make(), await make(), await make(), await make()], [...two, one[1]])
    })

    test('reports how long the oldest task has waited, and how long a claimed one did', async () => {
      assert.equal(await stores.tasks.records.oldestWaitMs(), 0)
      await add('a')
      stores.clock.nowMs += 5000
      await add('b')
      stores.clock.nowMs += 1000
      assert.equal(await stores.tasks.records.oldestWaitMs(), 6000)
      const first = await claim()
      assert.equal(first.waitedMs, 6000)
      assert.equal(await stores.tasks.records.oldestWaitMs(), 1000)
      await stores.tasks.claims.releaseTask(first, { delayMs: 0, failed: true })
      assert.equal((await claim()).waitedMs, null)
    })

    test('counts the wait of a retried task from its return to the queue', async () => {
      await add('a')
      const first = await claim()
      stores.clock.nowMs += 10 * hourMs
      await stores.tasks.claims.releaseTask(first, { delayMs: 0, failed: true })
      stores.clock.nowMs += 2000
      assert.equal(await stores.tasks.records.oldestWaitMs(), 2000)
      const second = await claim()
      await stores.tasks.claims.releaseTask(second, { delayMs: 0, failed: false })
      assert.equal(await stores.tasks.records.oldestWaitMs(), 2000)
      const third = await claim()
      await stores.tasks.claims.fail(third, { code: 'internal', message: 'It failed.' })
      stores.clock.nowMs += 10 * hourMs
      assert.equal(await stores.tasks.records.retry(third.id), true)
      stores.clock.nowMs += 1000
      assert.equal(await stores.tasks.records.oldestWaitMs(), 1000)
    })

    test('setting the clock back an hour delays neither waiting tasks nor those of a dead worker', async () => {
      const [left] = await add('a')
      await claim()
      const [waits] = await add('a')
      stores.clock.nowMs -= hourMs
      assert.deepEqual([(await claim()).id, (await claim()).id], [left, waits])
      assert.equal(await stores.tasks.claims.claim('worker', leaseMs), undefined)
    })

    test('setting the clock forward takes no task from a worker that renews its lease', async () => {
      const [running] = await add('a')
      const claimed = await claim()
      stores.clock.nowMs += hourMs
      assert.equal(await stores.tasks.claims.claim('worker', leaseMs, [claimed.id]), undefined)
      assert.equal(
        await stores.tasks.claims.renewLease(claimed, leaseMs, { fraction: 0.5, step: 'rendering' }),
        true,
      )
      assert.equal(await stores.tasks.claims.claim('other', leaseMs), undefined)
      assert.equal(await positionOf(running!), 'processing')
    })

    test('the files of a claim are known until its task has ended or is claimed again', async () => {
      await add('a')
      const lost = await claim()
      assert.deepEqual(
        await stores.tasks.retention.claimedMedia([lost.mediaId, 'other']),
        new Set([lost.mediaId]),
      )
      stores.clock.nowMs += leaseMs
      const held = await claim()
      const both = [lost.mediaId, held.mediaId]
      assert.deepEqual(await stores.tasks.retention.claimedMedia(both), new Set([held.mediaId]))
      await publishClaimed(stores, held, newGif({ code: held.code, mediaId: held.mediaId }))
      assert.deepEqual(await stores.tasks.retention.claimedMedia(both), new Set())
    })

    test('cancels a waiting or running task, and publishes nothing of it; an ended one stays', async () => {
      const [waits, runs] = await add('a', 2)
      assert.equal(await stores.tasks.submissions.cancel(waits!), true)
      const running = await claim()
      assert.equal(running.id, runs)
      assert.equal(await stores.tasks.submissions.cancel(running.id), true)
      assert.equal(await publishClaimed(stores, running, newGif({ code: running.code })), false)
      assert.equal(
        await stores.tasks.claims.renewLease(running, leaseMs, { fraction: 1, step: 'storing' }),
        false,
      )
      assert.equal(await stores.tasks.claims.releaseTask(running, { delayMs: 0, failed: true }), false)
      for (const id of [waits, runs]) {
        const task = await stores.tasks.submissions.view(id!)
        assert.equal(task?.status === 'error' && task.error.code, 'cancelled')
        assert.equal(await stores.tasks.submissions.cancel(id!), false)
      }
      assert.equal(await stores.tasks.claims.claim('worker', leaseMs), undefined)
      assert.equal(await stores.tasks.submissions.cancel('unknown'), false)
    })
  })
}
