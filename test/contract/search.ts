import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { GifQuery } from '../../src/catalogue/find-gifs.ts'
import { type Gif, type NewGif, ratings } from '../../src/catalogue/gif.ts'
import { findInArray } from './search-model.ts'
import { addAccount, type OpenStores, publish, type StoresUnderTest } from './stores.ts'
import { randomRuns } from '../support/full-run.ts'

/** Tests how every catalogue store searches by text. */
export function describeSearch(name: string, open: OpenStores, randomCases: number): void {
  describe(`search on ${name}`, () => {
    let stores: StoresUnderTest
    before(async () => {
      stores = await open()
    })
    after(() => stores.close())

    const find = (text: string, query: Partial<GifQuery> = {}) =>
      stores.find({ text, categoryCode: null, maxRating: 'pg-13', start: 0, limit: 100, ...query })
    const titles = async (text: string, query?: Partial<GifQuery>) =>
      (await find(text, query)).gifs.map((gif) => gif.title)

    /** Runs on a catalogue of exactly these GIFs, the first the oldest. */
    const withGifs = async (gifs: Partial<NewGif>[], use: (published: Gif[]) => Promise<void>) => {
      const published: Gif[] = []
      for (const gif of gifs) published.push(await publish(stores, gif))
      try {
        await use(published)
      } finally {
        for (const { id } of published) await stores.catalogue.remove(id)
      }
    }

    test('matches title, description, tags and the name of the category', async () => {
      const movies = (await stores.catalogue.listCategories()).find(({ code }) => code === 'movies')
      await withGifs(
        [
          { title: 'Zebra', tags: [] },
          { title: 'One', tags: ['zebra crossing'] },
          { title: 'Two', categoryId: movies!.id },
          { title: 'Three', alt: 'A heron stands in the river' },
        ],
        async () => {
          assert.deepEqual(await titles('zebra'), ['Zebra', 'One'])
          assert.deepEqual(await titles('movies'), ['Two'])
          assert.deepEqual(await titles('two movies'), ['Two'])
          assert.deepEqual(await titles('one zebra'), ['One'])
          assert.deepEqual(await titles('heron river'), ['Three'])
          assert.deepEqual(await titles('three heron'), ['Three'])
        },
      )
    })

    test('requires all words, in any order, and matches the last one also as a prefix', async () => {
      await withGifs([{ title: 'The quick brown fox' }], async () => {
        for (const text of ['fox', 'fo', 'f', 'brown qui', 'fox the quick', 'QUICK  Fox']) {
          assert.equal((await find(text)).total, 1, text)
        }
        for (const text of ['fox wolf', 'bro fox', 'row'])
          assert.equal((await find(text, { exactOnly: true })).total, 0, text)
        assert.equal((await find('foxes')).total, 1, 'another form of the word')
        assert.equal((await find('fox wolf')).total, 1, 'all words but one')
        assert.equal((await find('wolf')).total, 0)
      })
    })

    test('ignores case, accents and the like', async () => {
      await withGifs([{ title: 'Crème BRÛLÉE in der Straße zu Łódź, İstanbul' }], async () => {
        for (const text of [
          'creme brulee',
          'CRÈME',
          'strasse',
          'STRASSE',
          'lodz',
          'ŁÓDŹ',
          'istanbul',
          'ISTANBUL',
        ]) {
          assert.equal((await find(text)).total, 1, text)
        }
      })
    })

    test('finds words of scripts without spaces, and emoji', async () => {
      await withGifs([{ title: '東京タワーへ行く' }, { title: 'so funny 😂👍🏽', tags: ['🇩🇪'] }], async () => {
        for (const text of ['東京', 'タワー', '京タ', '行'])
          assert.deepEqual(await titles(text), ['東京タワーへ行く'], text)
        assert.equal((await find('京東')).total, 0)
        for (const text of ['😂', '👍', '👍🏿', '🇩🇪', '😂 funny'])
          assert.equal((await find(text)).total, 1, text)
      })
    })

    test('ranks whole words before prefixes, title before tags, typed order before others, newest first', async () => {
      const [category] = await stores.catalogue.listCategories()
      const gifs = [
        { title: 'Big cat' },
        { title: 'A cat, and big' },
        { title: 'Big caterpillar' },
        { title: 'Other', tags: ['big', 'cat'] },
        { title: 'Last', tags: ['big', 'cathedral'] },
        { title: 'My big cat' },
        { title: 'Cat too big' },
        { title: 'Big category' },
        { title: 'Big', tags: ['cat'] },
        { title: 'Catalogue', tags: ['big'] },
      ]
      await withGifs(
        gifs.map((gif) => ({ ...gif, categoryId: category!.id })),
        async () => {
          const order = [
            ['My big cat', 'Big cat'],
            ['Cat too big', 'A cat, and big'],
            ['Big', 'Other'],
            ['Big category', 'Big caterpillar'],
            ['Catalogue', 'Last'],
          ].flat()
          assert.deepEqual(await titles('big cat'), order)
          for (let start = 0; start <= order.length; start++) {
            assert.deepEqual(await titles('big cat', { start, limit: 3 }), order.slice(start, start + 3))
          }
        },
      )
    })

    test('always leaves out private GIFs, and NSFW ones by default', async () => {
      const account = await addAccount(stores, 'search@example.org')
      await withGifs(
        [
          { title: 'Secret yak', visibility: 'private', ownerId: account.id },
          { title: 'Rude yak', rating: 'r' },
          { title: 'Yak' },
        ],
        async () => {
          assert.deepEqual(await titles('yak'), ['Yak'])
          assert.deepEqual(await titles('yak', { maxRating: 'r' }), ['Yak', 'Rude yak'])
          assert.equal((await find('secret', { maxRating: 'r' })).total, 0)
        },
      )
    })

    test('keeps a search within a category', async () => {
      const [one, two] = await stores.catalogue.listCategories()
      await withGifs(
        [
          { title: 'Gnu one', categoryId: one!.id },
          { title: 'Gnu two', categoryId: two!.id },
        ],
        async () => {
          assert.deepEqual(await titles('gnu', { categoryCode: two!.code }), ['Gnu two'])
        },
      )
    })

    test('finds nothing for a text without any word', async () => {
      await withGifs([{ title: 'Something' }], async () => {
        for (const text of ['"', '*', '-', '()', '^', ':', '\0', '\ud800', '.,;', "'", '__']) {
          assert.deepEqual(await find(text), { total: 0, gifs: [] }, JSON.stringify(text))
        }
      })
    })

    test('treats everything a person can type as words, never as operators', async () => {
      await withGifs([{ title: 'cat and dog near title nsfw c1' }], async () => {
        for (const text of ['cat AND', 'cat OR lizard', 'NOT cat lizard', 'title:lizard', 'cat NOT dog']) {
          const expected = text === 'cat AND' ? 1 : 0
          assert.equal((await find(text, { exactOnly: true })).total, expected, text)
        }
        for (const text of [
          'NEAR(cat dog',
          '"cat',
          'cat*',
          '^cat',
          'title : cat',
          '{title}: cat',
          'cat"" dog',
          "cat' -- dog",
        ]) {
          assert.equal((await find(text)).total, 1, text)
        }
        assert.equal((await find('_nsfw')).total, 1)
        assert.equal((await find('_c2')).total, 0)
      })
    })

    test('answers any text, even a very long one', async () => {
      await withGifs([{ title: 'a b c' }], async () => {
        const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 200 }))
        await fc.assert(
          fc.asyncProperty(text, async (typed) => {
            const { total, gifs } = await find(typed, { maxRating: 'r' })
            assert.equal(total, gifs.length)
          }),
          randomRuns(300 * randomCases, 100 * randomCases),
        )
        for (const piece of ['a ', '"', 'word', '東', '😂', '( NOT ']) await find(piece.repeat(100_000))
        assert.equal((await find('a b c '.repeat(50_000))).total, 1)
      })
    })

    test('finds every title by itself', async () => {
      const title = fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
        // Trademark signs are left out, though ™ is two letters when it is normalized. U+FC5E, a letter of its own, is
        // then two combining marks without a letter.
        .filter((text) => /\p{L}|\p{N}/u.test(text.replace(/[℠™]/g, ' ').normalize('NFKC')))
      await fc.assert(
        fc.asyncProperty(title, (typed) =>
          withGifs([{ title: typed }], async () => assert.equal((await find(typed)).total, 1)),
        ),
        randomRuns(100 * randomCases, 50 * randomCases),
      )
    })

    test('gives the same totals and order as the plainly stated rules over an array', async () => {
      const [one, two, three] = await stores.catalogue.listCategories()
      // Few words, most of them prefixes of others, so that most searches have hits in most tiers.
      const word = fc.constantFrom('ca', 'cat', 'CATS', 'an', 'animals', 'dög', '東京', '京')
      const words = (maxLength: number) =>
        fc.array(word, { minLength: 1, maxLength }).map((list) => list.join(' '))
      const gif = fc.record({
        title: words(3),
        tags: fc.array(words(2), { maxLength: 2 }),
        categoryId: fc.constantFrom(one!.id, two!.id, three!.id),
        rating: fc.constantFrom(null, null, ...ratings),
        visibility: fc.constantFrom('public', 'public', 'public', 'public', 'unlisted', 'private'),
      })
      const query = fc.record({
        text: fc.oneof({ weight: 9, arbitrary: words(2) }, { weight: 1, arbitrary: fc.constant('') }),
        categoryCode: fc.constantFrom(null, null, null, one!.code, two!.code),
        maxRating: fc.constantFrom(...ratings),
        start: fc.nat({ max: 4 }),
        limit: fc.integer({ min: 1, max: 12 }),
        exactOnly: fc.constant(true),
      })
      const catalogue = fc.array(gif, { minLength: 1, maxLength: 14 })
      const property = fc.asyncProperty(
        catalogue,
        fc.array(query, { minLength: 5, maxLength: 15 }),
        fc.nat(),
        (gifs, queries, gone) =>
          withGifs(gifs, async (published) => {
            const categories = await stores.catalogue.listCategories()
            const removed = published[gone % published.length]!
            await stores.catalogue.remove(removed.id)
            const left = published.filter((one) => one !== removed)
            for (const asked of queries) {
              const found = await stores.find(asked)
              const got = { total: found.total, codes: found.gifs.map(({ code }) => code) }
              assert.deepEqual(got, findInArray(left, categories, stores.catalogue.defaultRating, asked))
            }
          }),
      )
      await fc.assert(property, randomRuns(60 * randomCases, 20 * randomCases))
    })
  })
}
