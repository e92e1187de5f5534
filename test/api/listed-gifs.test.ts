import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ListedGifs } from '#src/http/media/listed-gifs.ts'
import type { Gif } from '#src/catalogue/gif.ts'
import { fakeFeed } from '../support/stores/change-feed.ts'
import { gifRecord } from '../support/stores/gif-records.ts'
import { fakeOf } from '../support/fakes.ts'
import type { CatalogueStore } from '#src/catalogue/catalogue-store.ts'

function listedGifs(gifs: Gif[], maxGifs = 10) {
  const changes = fakeFeed()
  const byMediaId = new Map(gifs.map((gif) => [gif.mediaId, gif]))
  const catalogue = fakeOf<CatalogueStore>({ gifByMediaId: async (mediaId) => byMediaId.get(mediaId) })
  return { ...changes, catalogue, listed: new ListedGifs(catalogue, changes.feed, maxGifs) }
}

describe('the GIFs that are known to be listed', () => {
  test('are cached with the keys of their files; others are not', async () => {
    const gifs = [gifRecord(), gifRecord({ visibility: 'unlisted' }), gifRecord({ visibility: 'private' })]
    const hidden = gifRecord({ hidden: true })
    const { listed } = listedGifs([...gifs, hidden])
    for (const gif of [...gifs, hidden]) {
      assert.equal(listed.remembered(gif.mediaId, 'mp4'), undefined)
      assert.equal(await listed.read(gif.mediaId), gif)
    }
    const [shown] = gifs
    assert.equal(listed.remembered(shown!.mediaId, 'mp4')?.listed.key, `gifs/${shown!.mediaId}/video.mp4`)
    assert.equal(listed.remembered(shown!.mediaId, 'webm'), undefined, 'it has none')
    for (const { mediaId } of [...gifs.slice(1), hidden])
      assert.equal(listed.remembered(mediaId, 'mp4'), undefined)
  })

  test('are dropped from the cache when they change, and all of them after a gap', async () => {
    const gifs = [gifRecord({ id: 1 }), gifRecord({ id: 2 }), gifRecord({ id: 3 })]
    const { listed, tell } = listedGifs(gifs)
    const known = () =>
      gifs.filter(({ mediaId }) => listed.remembered(mediaId, 'gif') !== undefined).map(({ id }) => id)
    for (const { mediaId } of gifs) await listed.read(mediaId)
    tell({ gifs: [2, 99] })
    assert.deepEqual(known(), [1, 3])
    tell({ all: true })
    assert.deepEqual(known(), [])
  })

  test('are neither cached from before a change nor used while one is pending', async () => {
    const gif = gifRecord({ id: 1 })
    const { listed, tell, setPending } = listedGifs([gif])
    const begun = listed.read(gif.mediaId)
    tell({ gifs: [1] })
    await begun
    assert.equal(listed.remembered(gif.mediaId, 'mp4'), undefined)
    await listed.read(gif.mediaId)
    setPending(Promise.resolve())
    assert.equal(listed.remembered(gif.mediaId, 'mp4'), undefined)
    setPending(null)
    assert.notEqual(listed.remembered(gif.mediaId, 'gif'), undefined)
  })

  test('are bounded in number', async () => {
    const gifs = Array.from({ length: 30 }, (_, id) => gifRecord({ id }))
    const { listed } = listedGifs(gifs)
    for (const { mediaId } of gifs) await listed.read(mediaId)
    assert.equal(gifs.filter(({ mediaId }) => listed.remembered(mediaId, 'gif') !== undefined).length, 10)
  })
})
