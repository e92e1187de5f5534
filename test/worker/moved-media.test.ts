import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Gif } from '#src/catalogue/gif.ts'
import { storeKey } from '#src/media/media-store.ts'
import { newMediaId } from '#src/media/media-files.ts'
import { renditionKey, type RenditionName } from '#src/media/rendition.ts'
import { derivedIn, openDerivationLab } from '../support/stores/derivations.ts'
import { until } from '../support/until.ts'

const names: RenditionName[] = ['still200w', 'webmIn320']

test('a derivation whose GIF is hidden in the meantime writes no public file, and continues with the moved files', async (t) => {
  let isHidden = false
  const lab = await openDerivationLab(t, {
    mediaEngine: {
      derive: async (plan, folder) => {
        if (!isHidden) {
          isHidden = true
          await lab.stores.catalogue.change(gif.id, { hidden: true })
        }
        return derivedIn(plan, folder)
      },
    },
  })
  const { catalogue, mediaStore } = lab.stores
  const gif: Gif = await lab.addGif({ mediaId: newMediaId('public') })
  await lab.addDerivation(gif.mediaId, names)
  lab.worker.wake()
  await until('the GIF is being derived', () => isHidden)
  // The claim of the old files is gone; the lease of its run ends by itself.
  lab.fake.nowMs += 120_000
  await lab.work()
  const after = await catalogue.gifByCode(gif.code)
  assert.ok(after && !after.mediaId.startsWith('pub-'))
  for (const name of names) {
    assert.ok(after.renditions[name], name)
    assert.ok(await mediaStore.stat(renditionKey(after.mediaId, name)), name)
    assert.equal(await mediaStore.stat(renditionKey(gif.mediaId, name)), undefined)
  }
  assert.deepEqual(await lab.stored('public/gifs'), [])
})

test('a derivation waits while the files of its GIF are still being copied', async (t) => {
  const lab = await openDerivationLab(t)
  const { db, mediaStore, catalogue } = lab.stores
  const gif = await lab.addGif({ mediaId: newMediaId('public') })
  await lab.addDerivation(gif.mediaId, names)
  const copyAll = mediaStore.copyAll.bind(mediaStore)
  mediaStore.copyAll = () => Promise.reject(new Error('the store is away'))
  await assert.rejects(catalogue.change(gif.id, { hidden: true }), { code: 'unavailable' })
  lab.worker.wake()
  const failures = async () => {
    const row = await db
      .selectFrom('task')
      .select('failures')
      .where('class', '=', 'derivation')
      .executeTakeFirst()
    return row?.failures
  }
  await until('the derivation was tried', async () => (await failures()) === 1)
  assert.deepEqual(lab.derived, [])
  mediaStore.copyAll = copyAll
  await lab.stores.mediaMover.finishOf([gif.id])
  lab.fake.nowMs += 60_000
  await lab.work()
  assert.ok((await catalogue.gifByCode(gif.code))?.renditions.still200w)
})

test('the sweeper removes public files that no GIF has, and leaves those that are being moved', async (t) => {
  const lab = await openDerivationLab(t)
  const { mediaStore, catalogue } = lab.stores
  const [gif, open] = [
    await lab.addGif({ mediaId: newMediaId('public') }),
    await lab.addGif({ mediaId: newMediaId('public') }),
  ]
  const orphan = newMediaId('public')
  for (const key of [renditionKey(orphan, 'gif'), storeKey(`sources/${gif.mediaId}/0`)]) {
    const path = join(lab.folder, 'orphan')
    await writeFile(path, 'a file')
    await mediaStore.put(key, path)
  }
  mediaStore.copyAll = () => Promise.reject(new Error('the store is away'))
  await assert.rejects(catalogue.change(gif.id, { visibility: 'private' }), { code: 'unavailable' })
  lab.fake.nowMs += 24 * 3_600_000
  const swept = await lab.sweeper.sweep()
  assert.deepEqual([swept.renditions, swept.sources], [1, 0])
  assert.deepEqual(await lab.stored('public/gifs'), [gif.mediaId, open.mediaId].toSorted())
})
