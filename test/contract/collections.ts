import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newCode } from '#src/catalogue/reserved-words.ts'
import type { Collection, CollectionValues } from '#src/catalogue/collections/collection.ts'
import { addAccount, type OpenStores, publish, type StoresUnderTest } from './stores.ts'

const everything = { start: 0, limit: 100 }

/** Tests every store of favorites and collections. */
export function describeCollections(name: string, open: OpenStores): void {
  describe(`favorites and collections on ${name}`, () => {
    let stores: StoresUnderTest
    before(async () => {
      stores = await open()
    })
    after(() => stores.close())

    let accounts = 0
    const account = () => addAccount(stores, `collector${++accounts}@example.org`)
    const collection = (
      ownerId: number,
      changes: Partial<CollectionValues> = {},
      max = 10,
    ): Promise<Collection> =>
      stores.collections.add(
        { code: newCode(), ownerId, name: 'Frogs', description: null, visibility: 'public', ...changes },
        max,
      )
    const idsOf = async (found: Promise<{ gifs: { id: number }[] }>) => (await found).gifs.map(({ id }) => id)

    test('lists favorites by the time they were added, without those that the account may not see', async () => {
      const [anna, ben] = [await account(), await account()]
      const gif = await publish(stores)
      const own = await publish(stores, { visibility: 'private', ownerId: anna.id })
      const unlisted = await publish(stores, { visibility: 'unlisted' })
      for (const { id } of [unlisted, own, gif]) {
        await stores.collections.addFavorite(anna.id, id, 3)
        stores.clock.nowMs += 1
      }
      await stores.collections.addFavorite(anna.id, gif.id, 3)
      await stores.collections.addFavorite(ben.id, own.id, 3)
      await stores.collections.addFavorite(ben.id, gif.id, 3)
      assert.deepEqual(await idsOf(stores.collections.favorites(anna.id, everything)), [
        gif.id,
        own.id,
        unlisted.id,
      ])
      assert.deepEqual(await idsOf(stores.collections.favorites(anna.id, { start: 1, limit: 1 })), [own.id])
      const shared = await stores.collections.favorites(ben.id, everything)
      assert.deepEqual([shared.total, shared.gifs.map(({ id }) => id)], [1, [gif.id]])
      const [first] = await stores.collections.favoriteNames(anna.id, null, 1)
      assert.deepEqual([first?.code, first?.title], [gif.code, gif.title])
      const others = await stores.collections.favoriteNames(anna.id, first ?? null, 5)
      assert.deepEqual(
        others.map(({ code }) => code),
        [own.code, unlisted.code],
      )
      await stores.catalogue.change(gif.id, { hidden: true })
      assert.equal((await stores.collections.favorites(anna.id, everything)).total, 2)
      const asked = [gif.id, own.id, unlisted.id, 999_999]
      assert.deepEqual(await stores.collections.favoritesAmong(ben.id, asked), new Set([gif.id, own.id]))
      assert.deepEqual(await stores.collections.favoritesAmong(anna.id, []), new Set())
      await stores.collections.removeFavorite(ben.id, gif.id)
      assert.deepEqual(await stores.collections.favoritesAmong(ben.id, asked), new Set([own.id]))
    })

    test('lists the GIFs of a collection from a given one on, in its order', async () => {
      const anna = await account()
      const { id } = await collection(anna.id)
      const gifs = [await publish(stores), await publish(stores), await publish(stores)]
      for (const gif of gifs) await stores.collections.addGif(id, gif.id, 5)
      await stores.collections.moveGif(id, gifs[2]?.id ?? 0, 1, anna.id)
      const codesOf = (names: { code: string }[]) => names.map(({ code }) => code)
      const first = await stores.collections.names(id, anna.id, null, 2)
      assert.deepEqual(codesOf(first), [gifs[2]?.code, gifs[0]?.code])
      const rest = await stores.collections.names(id, anna.id, first[1] ?? null, 2)
      assert.deepEqual(codesOf(rest), [gifs[1]?.code])
    })

    test('enforces the limits of favorites, collections and GIFs in a collection', async () => {
      const anna = await account()
      const gifs = [await publish(stores), await publish(stores), await publish(stores)] as const
      // A GIF that the account can no longer see, and so not remove, does not count.
      await stores.collections.addFavorite(anna.id, gifs[0].id, 1)
      await stores.collections.addFavorite(anna.id, gifs[0].id, 1)
      await assert.rejects(stores.collections.addFavorite(anna.id, gifs[1].id, 1), { code: 'invalid_value' })
      await stores.catalogue.change(gifs[0].id, { hidden: true })
      await stores.collections.addFavorite(anna.id, gifs[1].id, 1)
      await stores.catalogue.change(gifs[0].id, { hidden: false })
      const { id } = await collection(anna.id, {}, 1)
      await assert.rejects(collection(anna.id, {}, 1), { code: 'invalid_value' })
      await stores.collections.addGif(id, gifs[0].id, 2)
      await stores.collections.addGif(id, gifs[1].id, 2)
      await stores.collections.addGif(id, gifs[1].id, 2)
      await assert.rejects(stores.collections.addGif(id, gifs[2].id, 2), { code: 'invalid_value' })
      // Nothing is kept of removed GIFs.
      await stores.collections.addFavorite(anna.id, 999_999, 10)
      await stores.collections.addGif(id, 999_999, 10)
      assert.equal((await stores.collections.gifs(id, anna.id, everything)).total, 2)
    })

    test('keeps the order of a collection, and moves a GIF among those that its owner sees', async () => {
      const anna = await account()
      const { id } = await collection(anna.id)
      const gifs = []
      for (let count = 0; count < 5; count++) gifs.push((await publish(stores)).id)
      const [a = 0, b = 0, c = 0, d = 0, e = 0] = gifs
      for (const gif of gifs) await stores.collections.addGif(id, gif, 10)
      const order = () => idsOf(stores.collections.gifs(id, anna.id, everything))
      assert.deepEqual(await order(), [a, b, c, d, e])
      assert.equal(await stores.collections.moveGif(id, e, 1, anna.id), true)
      assert.deepEqual(await order(), [e, a, b, c, d])
      assert.equal(await stores.collections.moveGif(id, e, 3, anna.id), true)
      assert.deepEqual(await order(), [a, b, e, c, d])
      assert.equal(await stores.collections.moveGif(id, a, 99, anna.id), true)
      assert.deepEqual(await order(), [b, e, c, d, a])
      // A GIF that has become invisible to the owner is not counted, and nobody sees it.
      await stores.catalogue.change(e, { visibility: 'private' })
      assert.equal(await stores.collections.moveGif(id, a, 2, anna.id), true)
      assert.deepEqual(await order(), [b, a, c, d])
      assert.equal(await stores.collections.removeGif(id, c), true)
      assert.equal(await stores.collections.removeGif(id, c), false)
      assert.equal(await stores.collections.moveGif(id, c, 1, anna.id), false)
      await stores.collections.addGif(id, c, 10)
      assert.deepEqual(await order(), [b, a, d, c])
      await stores.catalogue.remove(a)
      assert.deepEqual(await order(), [b, d, c])
    })

    test('shows others only the listed GIFs of a collection', async () => {
      const anna = await account()
      const { id, code } = await collection(anna.id, {
        name: 'Ponds',
        description: 'Wet.',
        visibility: 'unlisted',
      })
      const listed = await publish(stores)
      const unlisted = await publish(stores, { visibility: 'unlisted' })
      const own = await publish(stores, { visibility: 'private', ownerId: anna.id })
      const ofOther = await publish(stores, { visibility: 'private', ownerId: (await account()).id })
      for (const gif of [own, unlisted, listed, ofOther]) await stores.collections.addGif(id, gif.id, 10)
      assert.deepEqual(await stores.collections.gifs(id, null, everything), { total: 1, gifs: [listed] })
      const seen = await stores.collections.gifs(id, anna.id, { start: 1, limit: 5 })
      assert.deepEqual([seen.total, seen.gifs.map((gif) => gif.id)], [3, [unlisted.id, listed.id]])
      const [first] = await stores.collections.ofOwner(anna.id)
      assert.deepEqual(
        [first?.collection, first?.gifs, first?.covers.map((gif) => gif.id)],
        [await stores.collections.byCode(code), 3, [own.id, unlisted.id, listed.id]],
      )
      assert.deepEqual(await stores.collections.having(anna.id, own.id), new Set([id]))
    })

    test('changes, lists and removes collections', async () => {
      const anna = await account()
      const one = await collection(anna.id, { visibility: 'private' })
      stores.clock.nowMs += 1000
      const two = await collection(anna.id)
      const listed = async () =>
        (await stores.collections.ofOwner(anna.id)).map(({ collection }) => collection.id)
      assert.deepEqual(await listed(), [two.id, one.id])
      stores.clock.nowMs += 1000
      const changed = await stores.collections.change(one.id, { name: 'Toads', hidden: true })
      assert.deepEqual(changed, { ...one, name: 'Toads', hidden: true, updatedAt: stores.clock.nowMs })
      assert.deepEqual(await listed(), [one.id, two.id])
      const { total, collections } = await stores.collections.notPrivate(everything)
      assert.deepEqual([collections[0], collections.length], [two, total])
      assert.ok(!collections.some(({ id }) => id === one.id))
      await stores.collections.remove(one.id)
      assert.equal(await stores.collections.byCode(one.code), undefined)
      assert.equal(await stores.collections.change(one.id, { name: 'Nobody' }), undefined)
    })

    test('removes the favorites and collections of an account together with the account', async () => {
      const anna = await account()
      const gif = await publish(stores)
      const { id, code } = await collection(anna.id)
      await stores.collections.addGif(id, gif.id, 10)
      await stores.collections.addFavorite(anna.id, gif.id, 10)
      await stores.accounts.remove(anna.id, 'keep')
      assert.equal(await stores.collections.byCode(code), undefined)
      assert.equal((await stores.collections.favorites(anna.id, everything)).total, 0)
      assert.ok(await stores.catalogue.gifByCode(gif.code))
    })
  })
}
