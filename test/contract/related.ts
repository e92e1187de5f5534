import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Gif, NewGif, Rating } from '../../src/catalogue/gif.ts'
import { type OpenStores, publish, type StoresUnderTest } from './stores.ts'

/** How every catalogue store finds GIFs like another one. */
export function describeRelated(name: string, open: OpenStores): void {
  describe(`related GIFs on ${name}`, () => {
    let stores: StoresUnderTest
    before(async () => {
      stores = await open()
    })
    after(() => stores.close())

    let categories = 0
    /** Runs on GIFs of these tags in a new category, the first the oldest, titled by their tags. */
    const withGifs = async (
      gifs: (string[] | Partial<NewGif>)[],
      use: (published: Gif[]) => Promise<void>,
    ) => {
      const code = `related-${++categories}`
      const category = await stores.catalogue.addCategory({ name: code, code })
      const published: Gif[] = []
      for (const gif of gifs) {
        const changes = Array.isArray(gif) ? { tags: gif } : gif
        const title = changes.title ?? changes.tags?.join(' ') ?? ''
        published.push(await publish(stores, { categoryId: category.id, ...changes, title }))
      }
      await use(published)
      for (const { id } of published) await stores.catalogue.remove(id)
    }
    const titles = async (gif: Gif, limit = 20, maxRating: Rating = 'pg-13') =>
      (await stores.catalogue.related(gif, { maxRating, limit })).map(({ title }) => title)

    test('puts those that share most tags first, the newest of as many, then the newest of the category', async () => {
      await withGifs(
        [['a', 'b'], ['b'], ['a', 'b', 'c'], ['x'], ['C', 'z'], [], ['a', 'c'], ['c', 'b', 'a', 'q']],
        async (gifs) => {
          const [, , subject] = gifs
          assert.deepEqual(await titles(subject!), ['c b a q', 'a c', 'a b', 'C z', 'b', '', 'x'])
          for (let limit = 1; limit < 7; limit++) {
            assert.deepEqual(await titles(subject!, limit), (await titles(subject!)).slice(0, limit))
          }
        },
      )
    })

    test('finds an old one that shares all tags among many new ones that share one', async () => {
      const crowd = Array.from({ length: 150 }, (_, number) => ({ tags: ['cat'], title: `crowd ${number}` }))
      await withGifs([['cat', 'umbrella'], ...crowd, ['umbrella', 'cat']], async (gifs) => {
        assert.deepEqual(await titles(gifs.at(-1)!, 2), ['cat umbrella', 'crowd 149'])
      })
    })

    test('gives public GIFs only, NSFW ones when they are asked for', async () => {
      await withGifs(
        [
          { tags: ['k'], title: 'private', visibility: 'private' },
          { tags: ['k'], title: 'hidden', hidden: true },
          { tags: ['k'], title: 'rude', rating: 'r' },
          { tags: [], title: 'rude too', rating: 'r' },
          { tags: ['k'], title: 'open' },
          ['k'],
        ],
        async (gifs) => {
          assert.deepEqual(await titles(gifs.at(-1)!), ['open'])
          assert.deepEqual(await titles(gifs.at(-1)!, 20, 'r'), ['open', 'rude', 'rude too'])
          assert.deepEqual(await titles(gifs[0]!), ['k', 'open'])
        },
      )
    })

    test('knows tags however they are written, of several words, of any script, without words', async () => {
      await withGifs(
        [['Crème brûlée'], ['brûlée crème'], ['東京'], ['!?'], ['a " quote', 'AND', 'NOT x']],
        async (gifs) => {
          const like = async (tags: string[]) => (await titles({ ...gifs[3]!, tags }, 1))[0]
          assert.equal(await like(['creme brulee']), 'Crème brûlée')
          assert.equal(await like(['東京', '!']), '東京')
          assert.equal(await like(['not x', 'and']), 'a " quote AND NOT x')
          assert.equal((await titles(gifs[3]!)).length, 4)
        },
      )
    })

    test('takes as many tags as a GIF may have', async () => {
      const tags = Array.from({ length: 20 }, (_, number) => `tag ${number}`)
      await withGifs([tags.slice(10), tags.slice(18), tags], async (gifs) => {
        assert.deepEqual(
          (await stores.catalogue.related(gifs[2]!, { maxRating: 'pg-13', limit: 5 })).map(({ id }) => id),
          [gifs[0]!.id, gifs[1]!.id],
        )
      })
    })

    test('gives none where there is none', async () => {
      await withGifs([[]], async ([lonely]) => {
        assert.deepEqual(await titles(lonely!), [])
      })
    })
  })
}
