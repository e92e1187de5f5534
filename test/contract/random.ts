import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Gif, type Rating, ratingsUpTo } from '../../src/catalogue/gif.ts'
import { addAccount, type OpenStores, publish, seededChance, type StoresUnderTest } from './stores.ts'

/** Tests how every catalogue store picks at random. */
export function describeRandom(name: string, open: OpenStores): void {
  describe(`random on ${name}`, () => {
    let stores: StoresUnderTest
    /** Public GIFs of two categories, after as many have been removed again. */
    let kept: Gif[]
    const categoryIds: number[] = []

    before(async () => {
      stores = await open()
      const owner = await addAccount(stores, 'random@example.org')
      for (const { id } of (await stores.catalogue.listCategories()).slice(0, 3)) categoryIds.push(id)
      const [one, two] = categoryIds
      const made: Gif[] = []
      for (let number = 0; number < 60; number++) {
        made.push(
          await publish(stores, {
            categoryId: number % 3 === 0 ? two! : one!,
            rating: number % 5 === 0 ? 'r' : null,
          }),
        )
        if (number % 10 === 0)
          await publish(stores, { categoryId: one!, visibility: 'private', ownerId: owner.id })
      }
      const chance = seededChance(7)
      kept = []
      for (const gif of made) {
        if (chance() < 0.5) await stores.catalogue.remove(gif.id)
        else kept.push(gif)
      }
    })
    after(() => stores.close())

    const draw = async (
      categoryId: number | null,
      maxRating: Rating,
      times: number,
      chance: () => number,
    ) => {
      stores.setChance(chance)
      const drawn = new Map<string, number>()
      for (let number = 0; number < times; number++) {
        const gif = await stores.catalogue.random({ categoryId, maxRating })
        if (gif !== undefined) drawn.set(gif.code, (drawn.get(gif.code) ?? 0) + 1)
      }
      return drawn
    }

    test('gives every eligible public GIF an equal chance, and no other GIF any', async () => {
      for (const categoryId of [null, categoryIds[0]!, categoryIds[1]!]) {
        for (const maxRating of ['r', 'pg-13'] as const) {
          const choice = kept.filter(
            (gif) =>
              (categoryId === null || gif.category.id === categoryId) &&
              ratingsUpTo(maxRating, stores.catalogue.defaultRating).includes(gif.rating),
          )
          // Chances at even distances, three per share.
          let number = 0
          const times = choice.length * 3
          const drawn = await draw(categoryId, maxRating, times, () => (number++ + 0.5) / times)
          assert.deepEqual(new Set(drawn.keys()), new Set(choice.map((gif) => gif.code)))
          assert.ok([...drawn.values()].every((count) => count === 3))
        }
      }
    })

    test('is uniform by the chi-square test', async () => {
      const times = 1500
      const drawn = await draw(null, 'r', times, seededChance(42))
      const expected = times / kept.length
      const chiSquare = kept.reduce(
        (sum, gif) => sum + ((drawn.get(gif.code) ?? 0) - expected) ** 2 / expected,
        0,
      )
      const freedom = kept.length - 1
      const z = (chiSquare - freedom) / Math.sqrt(2 * freedom)
      assert.ok(Math.abs(z) < 4, `z is ${z}`)
    })

    test('returns nothing if there is nothing to choose from', async () => {
      stores.setChance(Math.random)
      assert.equal(await stores.catalogue.random({ categoryId: categoryIds[2]!, maxRating: 'r' }), undefined)
      assert.equal(await stores.catalogue.random({ categoryId: 999_999, maxRating: 'r' }), undefined)
    })
  })
}
