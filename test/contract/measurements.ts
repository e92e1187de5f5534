import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { AppError } from '../../src/lib/app-error.ts'
import { newSourceId } from '../../src/creation/sources/prepared-source.ts'
import { randomId } from '../../src/lib/ids.ts'
import { newTask, type OpenStores, type StoresUnderTest } from './stores.ts'

const limits = {
  keepMs: 3_600_000,
  maxBytes: 1000,
  maxBytesOfClient: 600,
  maxOfClient: 9,
  previewSeconds: 60,
}
const client = { name: 'a client', maxWaiting: 100 }
const leaseMs = 30_000
const measured = { bytes: 123_456, width: 480, height: 270, frames: 75 }

/** Tests how every store keeps measurements: one per source, apart from everything else that waits. */
export function describeMeasurements(name: string, open: OpenStores): void {
  describe(`measurements on ${name}`, () => {
    let stores: StoresUnderTest
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    const addSource = async () => {
      const id = newSourceId()
      await stores.preparedSources.add(
        {
          ...{
            id,
            ownerId: null,
            browser: 'hash of a browser',
            client: client.name,
            kind: 'upload' as const,
          },
          ...{ url: null, title: null, files: 1, bytes: 10 },
        },
        limits,
      )
      return id
    }
    const add = async (sourceId: string, { maxWaiting = 10, who = client } = {}) => {
      const id = randomId(22)
      const creation = { request: newTask().request, prepared: { id: sourceId, isKept: true, browser: null } }
      const stopped = await stores.preparedSources.measure(
        { id, sourceId, ownerId: null, creation },
        maxWaiting,
        who,
      )
      return { id, creation, stopped }
    }
    const claim = () => stores.tasks.claims.claimMeasurement('worker', leaseMs)
    const refusedWith = (code: string) => (error: unknown) => error instanceof AppError && error.code === code

    test('one is claimed separately from creations and previews, and reports its result', async () => {
      const source = await addSource()
      const { id, creation } = await add(source)
      assert.deepEqual(await stores.preparedSources.measurement(source, id), { status: 'waiting' })
      assert.equal(await stores.tasks.claims.claim('worker', leaseMs), undefined)
      assert.equal(await stores.tasks.claims.claimPreparation('preview', 'worker', leaseMs), undefined)
      const held = await claim()
      assert.ok(held !== undefined)
      assert.deepEqual([held.id, held.sourceId, held.creation], [id, source, creation])
      assert.deepEqual(await stores.preparedSources.measurement(source, id), { status: 'processing' })
      assert.equal(
        await stores.tasks.claims.renewLease(held, leaseMs, { fraction: 0.5, step: 'rendering' }),
        true,
      )
      await stores.unitOfWork.inTransaction(async ({ tasks }) => {
        assert.equal((await tasks.standing(held)).standing, 'held')
        await tasks.complete(held, { measured })
      })
      assert.deepEqual(await stores.preparedSources.measurement(source, id), { status: 'done', measured })
      assert.equal(await stores.preparedSources.measurement(await addSource(), id), undefined)
      assert.equal(await stores.preparedSources.preparation(source), null)
    })

    test('a newer one replaces it, and a worker that has it loses it', async () => {
      const source = await addSource()
      const first = await add(source)
      const held = await claim()
      assert.equal(held?.id, first.id)
      const second = await add(source)
      assert.deepEqual(second.stopped, [first.id])
      assert.equal(await stores.preparedSources.measurement(source, first.id), undefined)
      assert.equal(
        await stores.tasks.claims.renewLease(held, leaseMs, { fraction: 1, step: 'rendering' }),
        false,
      )
      const { standing } = await stores.unitOfWork.inTransaction(({ tasks }) => tasks.standing(held))
      assert.equal(standing, 'lost')
      const next = await claim()
      assert.equal(next?.id, second.id)
      await stores.unitOfWork.inTransaction(({ tasks }) => tasks.complete(next, { measured }))
      // One that has ended is replaced, and nobody needs to be notified.
      assert.deepEqual((await add(source)).stopped, [])
    })

    test('it is stopped on request and with its source, and does not outlive the source', async () => {
      const source = await addSource()
      const { id } = await add(source)
      assert.deepEqual(await stores.tasks.retention.needingUploads([id, 'another']), new Set([id]))
      assert.deepEqual(await stores.preparedSources.stopMeasuring(source), [id])
      assert.deepEqual(await stores.preparedSources.stopMeasuring(source), [])
      assert.deepEqual(await stores.tasks.retention.needingUploads([id]), new Set())
      const another = await add(source)
      await stores.preparedSources.discard(source)
      assert.equal(await claim(), undefined)
      assert.equal((await stores.preparedSources.measurement(source, another.id))?.status, 'error')
      await assert.rejects(add(source), refusedWith('not_found'))
      const ending = await addSource()
      stores.clock.nowMs += limits.keepMs
      await assert.rejects(add(ending), refusedWith('not_found'))
    })

    test('too many are refused, in total and per client, and none is lost by that', async () => {
      const sources = [await addSource(), await addSource(), await addSource(), await addSource()]
      const [first = '', second = '', third = '', fourth = ''] = sources
      const kept = await add(first)
      await add(second)
      await assert.rejects(add(third, { maxWaiting: 2 }), refusedWith('queue_full'))
      await add(third)
      await assert.rejects(
        add(fourth, { who: { name: client.name, maxWaiting: 3 } }),
        refusedWith('rate_limited'),
      )
      // One that replaces another does not add to the number.
      await add(second, { who: { name: client.name, maxWaiting: 3 } })
      assert.deepEqual(await stores.preparedSources.measurement(first, kept.id), { status: 'waiting' })
    })
  })
}
