import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { DerivationClaim, NewDerivation } from '../../src/creation/task.ts'
import { randomId } from '../../src/lib/ids.ts'
import { defaultClipOptions } from '../../src/options/clip-options.ts'
import { defaultGifOptions } from '../../src/options/gif-options.ts'
import {
  newDerivation,
  newTask,
  type OpenStores,
  publish,
  publishClaimed,
  newGif,
  type StoresUnderTest,
} from './stores.ts'

const leaseMs = 30_000
const still = { width: 480, height: 270, bytes: 321, frames: 1 }

/** Tests how every task queue keeps derivations apart from creations, and records their results. */
export function describeDerivations(name: string, open: OpenStores): void {
  describe(`derivations on ${name}`, () => {
    let stores: StoresUnderTest
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    const withoutThumb = async () => {
      const { thumb: _, ...renditions } = newGif().renditions
      return publish(stores, { renditions })
    }
    const addDerivation = async (mediaId: string, changes: Partial<NewDerivation> = {}) => {
      const id = randomId(22)
      await stores.unitOfWork.inTransaction(({ tasks }) =>
        tasks.addDerivation({ ...newDerivation(mediaId), id, ...changes }),
      )
      return id
    }
    const claimOne = async (): Promise<DerivationClaim> => {
      const claim = await stores.tasks.claims.claimDerivation('worker', leaseMs)
      assert.ok(claim !== undefined, 'there is a derivation to claim')
      return claim
    }
    const record = (claim: DerivationClaim) =>
      stores.unitOfWork.inTransaction(async ({ catalogue, tasks }) => {
        const { standing } = await tasks.standing(claim)
        if (standing !== 'held') return standing
        const hasGif = await catalogue.addRenditions(claim.mediaId, { thumb: still })
        await tasks.complete(claim)
        return hasGif
      })

    test('are claimed separately from creations, oldest first, and not counted with them', async () => {
      const gif = await withoutThumb()
      const ids = [await addDerivation(gif.mediaId), await addDerivation(gif.mediaId)]
      assert.equal(await stores.tasks.claims.claim('worker', leaseMs), undefined)
      const task = newTask()
      await stores.tasks.submissions.add(task, 1)
      assert.deepEqual(await stores.tasks.records.counts(), { waiting: 1, processing: 0 })
      assert.deepEqual(await stores.tasks.submissions.view(task.id), { status: 'waiting', position: 1 })
      assert.equal((await stores.tasks.records.list({ status: 'waiting', start: 0, limit: 10 })).total, 1)
      assert.equal(await stores.tasks.submissions.view(ids[0]!), undefined)
      assert.equal(await stores.tasks.submissions.cancel(ids[0]!), false)
      const { kind, id, mediaId, renditions, attempt } = await claimOne()
      assert.deepEqual(
        { kind, id, mediaId, renditions, attempt },
        { kind: 'derivation', id: ids[0], mediaId: gif.mediaId, renditions: ['thumb'], attempt: 1 },
      )
      assert.equal((await stores.tasks.claims.claim('worker', leaseMs))?.id, task.id)
      assert.deepEqual(await stores.tasks.retention.claimedMedia([mediaId]), new Set([mediaId]))
    })

    test('take turns among clients, and use no turn and no share of creations', async () => {
      const gif = await withoutThumb()
      const add = (client: string) => addDerivation(gif.mediaId, { client })
      const many = [await add('many'), await add('many'), await add('many')]
      const few = await add('few')
      const client = { name: 'many', maxWaiting: 1 }
      await stores.tasks.submissions.add(newTask(), 10, client)
      await assert.rejects(stores.tasks.submissions.add(newTask(), 10, client), { code: 'rate_limited' })
      assert.equal((await stores.tasks.claims.claim('worker', leaseMs))?.client, 'many')
      const first = await claimOne()
      assert.deepEqual([first.id, first.client], [many[0], 'many'])
      assert.deepEqual([(await claimOne()).id, (await claimOne()).id], [many[1], few])
      await add('few')
      await stores.tasks.claims.penalize(first, 30)
      assert.equal((await claimOne()).client, 'few')
      assert.equal((await claimOne()).id, many[2])
    })

    test('keep the given source until they end', async () => {
      const gif = await withoutThumb()
      const source = {
        plan: {
          kind: 'video' as const,
          startSeconds: 1,
          endSeconds: 2,
          watermarkText: null,
          gif: defaultGifOptions,
          clip: defaultClipOptions,
        },
        files: 1,
        bytes: 700,
        until: stores.clock.nowMs + leaseMs + 1,
      }
      await addDerivation(gif.mediaId, { source, loops: 3 })
      const { records, retention, claims } = stores.tasks
      const first = await claimOne()
      assert.deepEqual([first.source, first.loops, await records.keptSourceBytes()], [source, 3, 700])
      assert.deepEqual(await retention.neededSources([gif.mediaId, 'other']), new Set([gif.mediaId]))
      stores.clock.nowMs += leaseMs
      const second = await claimOne()
      assert.equal(await claims.fail(second, { code: 'media_broken', message: 'No.' }), true)
      assert.equal(await records.keptSourceBytes(), 0)
      assert.deepEqual(await retention.neededSources([gif.mediaId]), new Set())
      await addDerivation(gif.mediaId, { source })
      stores.clock.nowMs += 1
      assert.equal(await records.keptSourceBytes(), 0)
      assert.deepEqual(await records.derivationCounts(), { waiting: 1, processing: 0 })
    })

    test('add their results to the GIF and end, in one transaction; everything else stays', async () => {
      const gif = await withoutThumb()
      await addDerivation(gif.mediaId)
      const claim = await claimOne()
      assert.equal(await record(claim), true)
      const after = await stores.catalogue.gifByCode(gif.code)
      assert.deepEqual(after, { ...gif, renditions: { ...gif.renditions, thumb: still } })
      assert.equal(await record(claim), 'completed')
      assert.equal(await stores.tasks.claims.claimDerivation('worker', leaseMs), undefined)
      assert.equal(await stores.tasks.claims.nextDueInMs(), undefined)
    })

    test('write nothing if the claim was lost or the transaction fails', async () => {
      const gif = await withoutThumb()
      await addDerivation(gif.mediaId)
      const lost = await claimOne()
      stores.clock.nowMs += leaseMs
      const held = await claimOne()
      assert.deepEqual([held.id, held.attempt], [lost.id, 2])
      assert.equal(await record(lost), 'lost')
      assert.equal(await stores.tasks.claims.fail(lost, { code: 'internal', message: 'No.' }), false)
      const failing = stores.unitOfWork.inTransaction(async ({ catalogue, tasks }) => {
        await catalogue.addRenditions(held.mediaId, { thumb: still })
        await tasks.complete(held)
        throw new Error('Undo it all')
      })
      await assert.rejects(failing, /Undo it all/)
      assert.deepEqual(await stores.catalogue.gifByCode(gif.code), gif)
      assert.equal(await record(held), true)
    })

    test('find no GIF if it has been removed', async () => {
      const gif = await withoutThumb()
      await addDerivation(gif.mediaId)
      const claim = await claimOne()
      await stores.catalogue.remove(gif.id)
      assert.equal(await record(claim), false)
    })

    test('are retried like creations', async () => {
      const gif = await withoutThumb()
      await addDerivation(gif.mediaId)
      const first = await claimOne()
      assert.equal(await stores.tasks.claims.releaseTask(first, { delayMs: 2000, failed: true }), true)
      assert.equal(await stores.tasks.claims.claimDerivation('worker', leaseMs), undefined)
      assert.equal(await stores.tasks.claims.nextDueInMs(), 2000)
      stores.clock.nowMs += 2000
      const { attempt, failures } = await claimOne()
      assert.deepEqual([attempt, failures], [2, 1])
    })

    test('do not end with their GIF: a creation and a derivation may share the name of files', async () => {
      const task = newTask()
      await stores.tasks.submissions.add(task, 1)
      const creation = await stores.tasks.claims.claim('worker', leaseMs)
      assert.ok(creation)
      const gif = newGif({ code: task.code, mediaId: creation.mediaId })
      assert.equal(await publishClaimed(stores, creation, gif), true)
      await addDerivation(creation.mediaId)
      assert.equal(await record(await claimOne()), true)
    })
  })
}
