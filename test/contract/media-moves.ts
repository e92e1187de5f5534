import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { newMediaId } from '../../src/media/media-files.ts'
import { isPublicMedia } from '../../src/media/rendition.ts'
import { newDerivation, newTask, type OpenStores, publish, type StoresUnderTest } from './stores.ts'

/**
 * Tests how every database records moves of GIF files, with a prefix where everyone may read the files of open GIFs.
 */
export function describeMediaMoves(name: string, open: OpenStores): void {
  describe(`moves of files on ${name}`, () => {
    let stores: StoresUnderTest
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    const publishOpen = () => publish(stores, { mediaId: newMediaId('public') })

    test('a claim has a public media id if everyone may open the GIF, and none otherwise', async () => {
      for (const visibility of ['public', 'unlisted', 'private'] as const) {
        await stores.tasks.submissions.add(newTask({}, { visibility }), 10)
        const claim = await stores.direct.tasks.claims.claim('worker', 60_000)
        assert.ok(claim)
        assert.equal(isPublicMedia(claim.mediaId), visibility !== 'private', visibility)
      }
      await stores.tasks.submissions.add(newTask(), 10)
      const claim = await stores.tasks.claims.claim('worker', 60_000)
      assert.equal(claim && isPublicMedia(claim.mediaId), false)
    })

    test('hiding a GIF changes its media id immediately and queues the move of its files', async () => {
      const gif = await publishOpen()
      const hidden = await stores.catalogue.change(gif.id, { hidden: true })
      assert.ok(hidden)
      const moves = await stores.mediaMoves.ofGifs([gif.id])
      assert.deepEqual(moves, await stores.mediaMoves.list(0, 10))
      const [move] = moves
      assert.ok(move)
      const expected = { gifId: gif.id, from: gif.mediaId, to: hidden.mediaId, state: 'copy', settleAt: null }
      assert.deepEqual({ ...move, id: 0 }, { id: 0, ...expected })
      for (const mediaId of [gif.mediaId, hidden.mediaId])
        assert.equal(await stores.catalogue.isMediaNamed(mediaId), true)
      assert.equal(await stores.catalogue.isMediaArriving(hidden.mediaId), true)
      assert.equal(await stores.catalogue.isMediaArriving(gif.mediaId), false)
      assert.deepEqual(
        [await stores.mediaMoves.isNeeded(move), await stores.mediaMoves.mayRemove(move)],
        [true, true],
      )
      await stores.mediaMoves.advance(move.id, 'settle', 17)
      const settling = await stores.mediaMoves.read(move.id)
      assert.deepEqual([settling?.state, settling?.settleAt], ['settle', 17])
      assert.equal(await stores.catalogue.isMediaArriving(hidden.mediaId), false)
      await stores.mediaMoves.end(move.id)
      assert.equal(await stores.mediaMoves.read(move.id), undefined)
      assert.equal(await stores.catalogue.isMediaNamed(gif.mediaId), false)
    })

    test('unlisting or renaming a GIF moves nothing', async () => {
      const gif = await publishOpen()
      const renamed = await stores.direct.catalogue.change(gif.id, { title: 'New', visibility: 'unlisted' })
      assert.equal(renamed?.mediaId, gif.mediaId)
      const closed = await publish(stores, { visibility: 'private' })
      const still = await stores.direct.catalogue.change(closed.id, { hidden: true })
      assert.equal(still?.mediaId, closed.mediaId)
      assert.deepEqual(await stores.mediaMoves.list(0, 10), [])
    })

    test('removing a GIF queues deletion of its public files only', async () => {
      const gif = await publishOpen()
      const closed = await publish(stores, { visibility: 'private' })
      for (const { id } of [gif, closed]) await stores.catalogue.remove(id)
      const [move, ...others] = await stores.mediaMoves.list(0, 10)
      assert.deepEqual([move?.from, move?.to, move?.state, others], [gif.mediaId, null, 'remove', []])
      assert.equal(await stores.catalogue.isMediaNamed(gif.mediaId), true)
      assert.equal(await stores.catalogue.isMediaNamed(closed.mediaId), false)
    })

    test('moves know their predecessor, and when the files are no longer needed', async () => {
      const gif = await publishOpen()
      await stores.catalogue.change(gif.id, { hidden: true })
      await stores.direct.catalogue.change(gif.id, { hidden: false })
      const [first, second] = await stores.mediaMoves.ofGifs([gif.id])
      assert.ok(first && second)
      assert.equal(second.from, first.to)
      assert.equal((await stores.mediaMoves.copiedBefore(second))?.id, first.id)
      assert.equal(await stores.mediaMoves.copiedBefore(first), undefined)
      assert.equal(await stores.mediaMoves.isNeeded(first), true, 'the second one moves them further')
      await stores.catalogue.remove(gif.id)
      assert.equal(await stores.mediaMoves.isNeeded(second), false)
      await stores.mediaMoves.advance(second.id, 'remove')
      assert.equal(await stores.mediaMoves.isNeeded(first), false)
    })

    test('a running derivation loses its claim, and waits with the new media id and its source', async () => {
      const gif = await publishOpen()
      const source = {
        plan: { kind: 'keep' as const },
        files: 1,
        bytes: 7,
        until: stores.clock.nowMs + 1_000_000,
      }
      await stores.unitOfWork.inTransaction(({ tasks }) =>
        tasks.addDerivation({ ...newDerivation(gif.mediaId), source }),
      )
      const claim = await stores.tasks.claims.claimDerivation('worker', 30_000)
      assert.equal(claim?.mediaId, gif.mediaId)
      const hidden = await stores.catalogue.change(gif.id, { hidden: true })
      assert.ok(hidden)
      assert.equal(
        await stores.tasks.claims.renewLease(claim, 30_000, { fraction: 0.5, step: 'rendering' }),
        false,
      )
      const needed = await stores.tasks.retention.neededSources([gif.mediaId, hidden.mediaId])
      assert.deepEqual([...needed].toSorted(), [gif.mediaId, hidden.mediaId].toSorted())
      stores.clock.nowMs += 31_000
      const again = await stores.tasks.claims.claimDerivation('worker', 30_000)
      assert.deepEqual(
        [again?.id, again?.mediaId, again?.attempt, again?.source?.bytes],
        [claim.id, hidden.mediaId, 1, 7],
      )
    })

    test('a GIF that not everyone may open is never published with public files', async () => {
      await assert.rejects(
        publish(stores, { mediaId: newMediaId('public'), visibility: 'private' }),
        /has public files/,
      )
    })
  })
}
