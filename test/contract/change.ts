import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { GifQuery } from '../../src/catalogue/find-gifs.ts'
import {
  type Gif,
  type GifChange,
  isListed,
  type Rating,
  ratings,
  ratingsUpTo,
} from '../../src/catalogue/gif.ts'
import { findInArray } from './search-model.ts'
import { addAccount, type OpenStores, publish, type StoresUnderTest } from './stores.ts'
import { randomRuns } from '../support/full-run.ts'

/** Tests how every catalogue store changes GIFs, and the lists besides search. */
export function describeChange(name: string, open: OpenStores, randomCases: number): void {
  describe(`changes on ${name}`, () => {
    let stores: StoresUnderTest
    before(async () => {
      stores = await open()
    })
    after(() => stores.close())

    const find = (query: Partial<GifQuery>) =>
      stores.find({
        text: '',
        categoryCode: null,
        maxRating: 'pg-13',
        start: 0,
        limit: 100,
        ...query,
      })
    const total = async (query: Partial<GifQuery>) => (await find(query)).total
    const ids = (gifs: Gif[]) => gifs.map(({ id }) => id)
    let categories = 0
    const addCategory = () => {
      const code = `changes-${++categories}`
      return stores.catalogue.addCategory({ name: code, code })
    }

    /** Every GIF that `random` can return, each as often as it appears in three even rounds. */
    const drawn = async (categoryId: number, maxRating: Rating, size: number) => {
      const times = size * 3
      let number = 0
      stores.setChance(() => (number++ + 0.5) / times)
      const counts = new Map<number, number>()
      for (let draw = 0; draw < times; draw++) {
        const gif = await stores.catalogue.random({ categoryId, maxRating })
        if (gif !== undefined) counts.set(gif.id, (counts.get(gif.id) ?? 0) + 1)
      }
      return counts
    }

    test('changes only the given fields, and returns the updated GIF', async () => {
      const category = await addCategory()
      const gif = await publish(stores, { title: 'Before', tags: ['old'] })
      const titled = await stores.catalogue.change(gif.id, { title: 'After' })
      assert.deepEqual(titled, { ...gif, title: 'After' })
      const changed = await stores.catalogue.change(gif.id, {
        categoryId: category.id,
        tags: ['new', 'two'],
        rating: 'r',
        visibility: 'private',
        hidden: true,
      })
      const flags = { rating: 'r', visibility: 'private', hidden: true }
      assert.deepEqual(changed, { ...gif, title: 'After', category, tags: ['new', 'two'], ...flags })
      assert.deepEqual(await stores.catalogue.gifByCode(gif.code), changed)
      assert.deepEqual(await stores.catalogue.change(gif.id, {}), changed)
      assert.equal(await stores.catalogue.change(999_999, { title: 'None' }), undefined)
    })

    test('changes several GIFs at once, all or none', async () => {
      const category = await addCategory()
      const [one, two] = [await publish(stores, { tags: ['a'] }), await publish(stores, { tags: ['b'] })]
      const ids = [one.id, 999_999, two.id]
      const more = ({ tags }: Gif) => ({ tags: [...tags, 'more'], categoryId: category.id })
      assert.equal(await stores.catalogue.changeAll(ids, more), 2)
      assert.deepEqual(await stores.catalogue.gifByCode(one.code), { ...one, category, tags: ['a', 'more'] })
      const refuse = (gif: Gif) => {
        if (gif.id === two.id) throw new Error('not this one')
        return { title: 'Other' }
      }
      await assert.rejects(stores.catalogue.changeAll(ids, refuse), /not this one/)
      const left = await stores.catalogue.listedByIds([one.id, two.id])
      assert.deepEqual(
        left.map(({ title, tags }) => [title, tags]),
        [
          [one.title, ['a', 'more']],
          [two.title, ['b', 'more']],
        ],
      )
    })

    test('finds a GIF by its new words only', async () => {
      const gif = await publish(stores, { title: 'Aardvark', tags: ['zoo'] })
      await stores.catalogue.change(gif.id, { title: 'Bandicoot', tags: ['wild'] })
      for (const text of ['aardvark', 'zoo']) assert.equal(await total({ text }), 0, text)
      for (const text of ['bandicoot', 'wild']) assert.equal(await total({ text }), 1, text)
    })

    test('refuses an unknown category, and then changes nothing', async () => {
      const gif = await publish(stores)
      await assert.rejects(stores.catalogue.change(gif.id, { title: 'X', categoryId: 999_999 }), {
        name: 'AppError',
        code: 'invalid_value',
        field: 'category',
      })
      assert.deepEqual(await stores.catalogue.gifByCode(gif.code), gif)
      assert.equal((await find({ limit: 1 })).gifs[0]?.id, gif.id)
    })

    const closings: [flag: string, change: GifChange, back: GifChange][] = [
      ['private', { visibility: 'private' }, { visibility: 'public' }],
      ['unlisted', { visibility: 'unlisted' }, { visibility: 'public' }],
      ['hidden', { hidden: true }, { hidden: false }],
    ]
    for (const [flag, change, back] of closings) {
      test(`removes a GIF that becomes ${flag} from everything public, and restores it at its place`, async () => {
        const { id: categoryId, code: categoryCode } = await addCategory()
        const gifs = []
        for (let number = 0; number < 3; number++) {
          gifs.push(await publish(stores, { categoryId, title: `Turn ${flag} ${number}`, tags: [flag] }))
        }
        const [one, two, three] = gifs
        await stores.catalogue.change(two!.id, change)
        for (const query of [{ categoryCode }, { text: `turn ${flag}` }]) {
          assert.deepEqual([await total(query), ids((await find(query)).gifs)], [2, [three!.id, one!.id]])
        }
        assert.deepEqual(new Set((await drawn(categoryId, 'r', 2)).keys()), new Set([one!.id, three!.id]))
        assert.deepEqual(await stores.catalogue.gifByMediaId(two!.mediaId), { ...two!, ...change })
        await stores.catalogue.change(two!.id, back)
        for (const query of [{ categoryCode }, { text: `turn ${flag}` }]) {
          assert.deepEqual(ids((await find(query)).gifs), [three!.id, two!.id, one!.id])
        }
        assert.equal((await drawn(categoryId, 'r', 3)).size, 3)
      })
    }

    test('identifies shared files by a GIF that everyone may see, if there is one', async () => {
      const one = await publish(stores, { mediaId: 'shared-by-three' })
      const two = await publish(stores, { mediaId: 'shared-by-three' })
      const three = await publish(stores, { mediaId: 'shared-by-three' })
      await stores.catalogue.change(one.id, { visibility: 'private' })
      await stores.catalogue.change(three.id, { hidden: true })
      assert.equal((await stores.catalogue.gifByMediaId('shared-by-three'))?.id, two.id)
      await stores.catalogue.change(two.id, { hidden: true })
      await stores.catalogue.change(three.id, { hidden: false })
      assert.equal((await stores.catalogue.gifByMediaId('shared-by-three'))?.id, three.id)
      await stores.catalogue.change(three.id, { visibility: 'unlisted' })
      assert.equal((await stores.catalogue.gifByMediaId('shared-by-three'))?.id, three.id)
    })

    test('lists all GIFs of an account, newest first, page by page', async () => {
      const [anna, ben] = [
        await addAccount(stores, 'anna@change.org'),
        await addAccount(stores, 'ben@change.org'),
      ]
      const made = []
      for (const flags of [{}, { visibility: 'private' }, { hidden: true }, { rating: 'r' }] as const) {
        made.unshift((await publish(stores, { ownerId: anna.id, ...flags })).id)
        await publish(stores, { ownerId: ben.id })
      }
      const page = async (start: number, limit: number) => {
        const listed = await stores.catalogue.ofOwner(anna.id, { start, limit })
        return [listed.total, ids(listed.gifs)]
      }
      assert.deepEqual(await page(0, 10), [4, made])
      assert.deepEqual(await page(1, 2), [4, made.slice(1, 3)])
      assert.deepEqual(await page(4, 2), [4, []])
      assert.deepEqual(await stores.catalogue.ofOwner(999_999, { start: 0, limit: 9 }), {
        total: 0,
        gifs: [],
      })
    })

    test('lists the hidden GIFs, including private ones, newest first, page by page', async () => {
      const before = await stores.catalogue.hidden({ start: 0, limit: 100 })
      const [one, two] = [await publish(stores), await publish(stores)]
      await stores.catalogue.change(two.id, { hidden: true })
      await stores.catalogue.change(one.id, { hidden: true })
      const both = await publish(stores)
      await stores.catalogue.change(both.id, { hidden: true, visibility: 'private' })
      const all = await stores.catalogue.hidden({ start: 0, limit: 100 })
      assert.deepEqual(
        [all.total, ids(all.gifs)],
        [before.total + 3, [both.id, two.id, one.id, ...ids(before.gifs)]],
      )
      assert.deepEqual(ids((await stores.catalogue.hidden({ start: 2, limit: 1 })).gifs), [one.id])
    })

    test('keeps search, the newest and random in sync with any changes', async () => {
      const [one, two] = [await addCategory(), await addCategory()]
      const word = fc.constantFrom('ca', 'cat', 'dog', 'dogs', 'dög')
      const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '))
      const details = {
        title: words,
        tags: fc.array(word, { maxLength: 2 }),
        categoryId: fc.constantFrom(one.id, two.id),
        rating: fc.constantFrom(null, ...ratings),
        visibility: fc.constantFrom('public', 'public', 'unlisted', 'private'),
        hidden: fc.boolean(),
      }
      const step = fc.tuple(
        fc.nat(),
        fc.oneof(
          { weight: 6, arbitrary: fc.record(details, { requiredKeys: [] }) },
          { weight: 1, arbitrary: fc.constant('remove' as const) },
        ),
      )
      const gifs = fc.array(fc.record(details), { minLength: 1, maxLength: 8 })
      const steps = fc.array(step, { maxLength: 12 })

      const check = async (gifs: Gif[]) => {
        const known = await stores.catalogue.listCategories()
        for (const maxRating of ratings) {
          for (const { id, code: categoryCode } of [one, two]) {
            for (const text of ['', 'ca', 'dogs']) {
              const asked = { text, categoryCode, maxRating, start: 0, limit: 100, exactOnly: true }
              const found = await stores.find(asked)
              const got = { total: found.total, codes: found.gifs.map(({ code }) => code) }
              assert.deepEqual(got, findInArray(gifs, known, stores.catalogue.defaultRating, asked))
            }
            const choice = gifs.filter(
              (gif) =>
                isListed(gif) &&
                gif.category.id === id &&
                ratingsUpTo(maxRating, stores.catalogue.defaultRating).includes(gif.rating),
            )
            const shares = new Map(choice.map((gif) => [gif.id, 3]))
            assert.deepEqual(await drawn(id, maxRating, choice.length), shares)
          }
        }
      }
      const changed = async (gif: Gif, change: GifChange | 'remove') => {
        if (change === 'remove') {
          assert.deepEqual(await stores.catalogue.remove(gif.id), gif)
          return []
        }
        const { categoryId = gif.category.id, ...rest } = change
        const expected = { ...gif, ...rest, category: categoryId === one.id ? one : two }
        assert.deepEqual(await stores.catalogue.change(gif.id, change), expected)
        return [expected]
      }
      const property = fc.asyncProperty(gifs, steps, async (given, changes) => {
        let there: Gif[] = []
        for (const gif of given) there.push(await publish(stores, gif))
        for (const [pick, change] of changes) {
          const at = pick % Math.max(1, there.length)
          const gif = there[at]
          if (gif !== undefined) there = there.toSpliced(at, 1, ...(await changed(gif, change)))
        }
        await check(there)
        for (const { id } of there) await stores.catalogue.remove(id)
      })
      await fc.assert(property, randomRuns(40 * randomCases, 15 * randomCases))
    })
  })
}
