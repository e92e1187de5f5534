import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { buffer } from 'node:stream/consumers'
import { type Gif, type GifChange, isOpen } from '#src/catalogue/gif.ts'
import { isPublicMedia, renditionKey } from '#src/media/rendition.ts'
import { openMoveLab } from '../support/stores/media-moves.ts'

const unavailable = { code: 'unavailable', retry: true }
const failAlways = () => {
  throw new Error('the store is away')
}

test('the files of a hidden or newly private GIF are under another media id before the change is answered', async (t) => {
  const lab = await openMoveLab(t)
  for (const change of [{ hidden: true }, { visibility: 'private' }] satisfies GifChange[]) {
    const gif = await lab.addGif()
    const bytes = await buffer(await lab.stores.mediaStore.read(renditionKey(gif.mediaId, 'gif')))
    const changed = await lab.catalogue.change(gif.id, change)
    assert.ok(changed)
    assert.equal(isPublicMedia(changed.mediaId), false)
    assert.deepEqual(await lab.filesOf(gif.mediaId), [])
    assert.equal((await lab.filesOf(changed.mediaId)).length, 5)
    const key = renditionKey(changed.mediaId, 'gif')
    assert.deepEqual(await buffer(await lab.stores.mediaStore.read(key)), bytes)
    assert.equal(lab.purged.at(-1), gif.mediaId)
    // Nothing leads from the old address to the new one.
    assert.equal(await lab.catalogue.gifByMediaId(gif.mediaId), undefined)
    assert.equal(await lab.catalogue.gifMovedFrom({ mediaId: gif.mediaId }), undefined)
  }
  assert.deepEqual(await lab.settle(), [])
})

test('a GIF that is shown again, or made public, gets publicly readable files under a new media id', async (t) => {
  const lab = await openMoveLab(t)
  const gif = await lab.addGif()
  const hidden = await lab.catalogue.change(gif.id, { hidden: true })
  const shown = await lab.catalogue.change(gif.id, { hidden: false })
  assert.ok(hidden && shown)
  assert.ok(isPublicMedia(shown.mediaId) && shown.mediaId !== gif.mediaId)
  assert.deepEqual([await lab.filesOf(gif.mediaId), await lab.filesOf(hidden.mediaId)], [[], []])
  assert.equal((await lab.filesOf(shown.mediaId)).length, 5)
  const unlisted = await lab.catalogue.change(gif.id, { visibility: 'unlisted' })
  assert.equal(unlisted?.mediaId, shown.mediaId, 'everyone with the address may open it')
})

test('without MEDIA_DIRECT nothing becomes public, and public files are still moved when hidden', async (t) => {
  const lab = await openMoveLab(t)
  const closed = await lab.addGif({ mediaId: 'closed', visibility: 'private' })
  const open = await lab.addGif()
  const { catalogue } = lab.stores
  assert.equal((await catalogue.change(closed.id, { visibility: 'public' }))?.mediaId, 'closed')
  const hidden = await catalogue.change(open.id, { hidden: true })
  assert.deepEqual([hidden && isPublicMedia(hidden.mediaId), await lab.filesOf(open.mediaId)], [false, []])
})

test('no public file is left of GIFs that are removed, merged or removed with their account', async (t) => {
  const lab = await openMoveLab(t)
  const [removed, kept, merged] = [await lab.addGif(), await lab.addGif(), await lab.addGif()]
  await lab.catalogue.remove(removed.id)
  await lab.duplicates.merge(kept.id, merged.id, () => ({}))
  const owner = await lab.stores.accounts.add({
    email: 'a@example.org',
    premium: false,
    admin: false,
    passwordHash: null,
  })
  const owned = await lab.addGif({ ownerId: owner.id })
  await lab.stores.accounts.remove(owner.id, 'remove')
  for (const { mediaId } of [removed, merged, owned]) assert.deepEqual(await lab.filesOf(mediaId), [])
  assert.deepEqual(lab.purged, [removed.mediaId, merged.mediaId])
  assert.equal((await lab.filesOf(kept.mediaId)).length, 5)
  assert.equal((await lab.catalogue.gifMovedFrom({ mediaId: merged.mediaId }))?.id, kept.id)
  assert.deepEqual(await lab.settle(), [])
})

test('a change of many GIFs moves the files of each', async (t) => {
  const lab = await openMoveLab(t)
  const gifs: Gif[] = []
  for (let count = 0; count < 7; count++) gifs.push(await lab.addGif())
  await lab.catalogue.changeAll(
    gifs.map(({ id }) => id),
    () => ({ visibility: 'private' }),
  )
  for (const gif of gifs) {
    assert.deepEqual(await lab.filesOf(gif.mediaId), [])
    assert.equal((await lab.filesOf((await lab.gifOf(gif)).mediaId)).length, 5)
  }
})

test('a move interrupted at any step is finished by another process, and is refused until then', async (t) => {
  const lab = await openMoveLab(t)
  const first = await lab.addGif()
  await lab.catalogue.change(first.id, { hidden: true })
  const steps = lab.operations.length
  assert.ok(steps >= 5)
  for (let step = 1; step <= steps; step++) {
    for (const [broken, again] of [
      [{ hidden: true }, { hidden: false }],
      [{ visibility: 'private' }, { visibility: 'public' }],
    ] satisfies [GifChange, GifChange][]) {
      const gif = await lab.addGif()
      const original = await lab.filesOf(gif.mediaId)
      let operations = 0
      lab.faults.fail = () => {
        operations += 1
        if (operations >= step) throw new Error('ended by kill -9')
      }
      await assert.rejects(lab.catalogue.change(gif.id, broken), unavailable, `step ${step}`)
      const { mediaId } = await lab.gifOf(gif)
      assert.equal(isPublicMedia(mediaId), false, 'the change was made')
      const waiting = (await lab.moves.ofGifs([gif.id])).map(({ state }) => state)
      // Until everything is copied, the old files stay: none is lost in any case.
      if (waiting[0] === 'copy') assert.deepEqual(await lab.filesOf(gif.mediaId), original)
      else assert.equal((await lab.filesOf(mediaId)).length, 5)
      lab.faults.fail = () => {}
      await lab.newMover().turn()
      assert.deepEqual(await lab.filesOf(gif.mediaId), [])
      assert.equal((await lab.filesOf(mediaId)).length, 5)
      assert.equal(lab.purged.at(-1), gif.mediaId)
      const shown = await lab.catalogue.change(gif.id, again)
      assert.ok(shown && isOpen(shown))
      assert.equal((await lab.filesOf(shown.mediaId)).length, 5)
    }
  }
  assert.deepEqual(await lab.settle(), [])
})

test('dependent moves are done in order, so that no file is lost on the way', async (t) => {
  const lab = await openMoveLab(t)
  const gif = await lab.addGif()
  lab.faults.fail = failAlways
  const changes: GifChange[] = [{ hidden: true }, { hidden: false }, { visibility: 'private' }]
  const mediaIds = [gif.mediaId]
  for (const change of changes) {
    await assert.rejects(lab.catalogue.change(gif.id, change), unavailable)
    mediaIds.push((await lab.gifOf(gif)).mediaId)
  }
  assert.equal(new Set(mediaIds).size, 4)
  lab.faults.fail = () => {}
  const [, , last] = await lab.allMoves()
  assert.ok(last)
  // The caller of the last change waits for the earlier ones too.
  await lab.newMover().finishOf([gif.id])
  const last4 = await Promise.all(mediaIds.map((mediaId) => lab.filesOf(mediaId)))
  assert.deepEqual(
    last4.map(({ length }) => length),
    [0, 0, 0, 5],
  )
  assert.deepEqual(await lab.settle(), [])
})

test('a GIF that is removed while its files are being moved leaves none', async (t) => {
  const lab = await openMoveLab(t)
  for (const last of [{ hidden: true }, { hidden: false }]) {
    const gif = await lab.addGif()
    lab.faults.fail = failAlways
    await assert.rejects(lab.catalogue.change(gif.id, { hidden: true }), unavailable)
    if (!last.hidden) await assert.rejects(lab.catalogue.change(gif.id, last), unavailable)
    const { mediaId } = await lab.gifOf(gif)
    await lab.catalogue.remove(gif.id).catch(() => undefined)
    lab.faults.fail = () => {}
    await lab.newMover().turn()
    assert.deepEqual([await lab.filesOf(gif.mediaId), await lab.filesOf(mediaId)], [[], []])
  }
  assert.deepEqual(await lab.settle(), [])
})

test('files that a worker writes under the old media id during the move are removed too, and the CDN is purged again', async (t) => {
  const lab = await openMoveLab(t)
  const gif = await lab.addGif()
  await lab.catalogue.change(gif.id, { hidden: true })
  const path = join(lab.stores.folder, 'late')
  await writeFile(path, 'written late')
  await lab.stores.mediaStore.put(renditionKey(gif.mediaId, 'gif220w'), path)
  await lab.newMover().turn()
  assert.equal((await lab.allMoves())[0]?.state, 'settle', 'it is not due yet')
  assert.deepEqual(await lab.settle(), [])
  assert.deepEqual(await lab.filesOf(gif.mediaId), [])
  assert.deepEqual(lab.purged, [gif.mediaId, gif.mediaId])
})

test('files shared by several GIFs stay until the last of them has its own', async (t) => {
  const lab = await openMoveLab(t)
  const one = await lab.addGif({ mediaId: 'shared', visibility: 'private' })
  const two = await lab.addGif({ mediaId: 'shared', visibility: 'private' })
  const shown = await lab.catalogue.change(one.id, { visibility: 'public' })
  assert.ok(shown)
  assert.equal((await lab.filesOf(shown.mediaId)).length, 5)
  assert.equal((await lab.filesOf('shared')).length, 5)
  await lab.catalogue.change(two.id, { visibility: 'public' })
  assert.deepEqual(await lab.filesOf('shared'), [])
})

test('a turn leaves alone moves that began since the last one: their own process is handling them', async (t) => {
  const lab = await openMoveLab(t)
  const mover = lab.newMover()
  await mover.turn()
  lab.faults.fail = failAlways
  const gif = await lab.addGif()
  await assert.rejects(lab.catalogue.change(gif.id, { hidden: true }), unavailable)
  lab.faults.fail = () => {}
  await mover.turn()
  assert.equal((await lab.allMoves())[0]?.state, 'copy')
  await mover.turn()
  assert.equal((await lab.allMoves())[0]?.state, 'settle')
})
