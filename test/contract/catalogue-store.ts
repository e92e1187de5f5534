import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { maxPublicIds } from '../../src/catalogue/catalogue-store.ts'
import type { GifQuery } from '../../src/catalogue/find-gifs.ts'
import { type Gif, isListed, isNsfw, type Rating } from '../../src/catalogue/gif.ts'
import { randomNumericId } from '../../src/lib/ids.ts'
import { addAccount, type OpenStores, publish, type StoresUnderTest } from './stores.ts'

/** Tests the GIFs and categories of every catalogue store; search and random have suites of their own. */
export function describeCatalogueStore(name: string, open: OpenStores): void {
  describe(`catalogue on ${name}`, () => {
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
        limit: 25,
        ...query,
      })
    const codes = (gifs: Gif[]) => gifs.map((gif) => gif.code)
    const refused = (code: string) => ({ name: 'AppError', code })

    test('begins with about twenty categories, each with an id, a name and a code', async () => {
      const categories = await stores.catalogue.listCategories()
      assert.ok(categories.length >= 18 && categories.length <= 30)
      for (const { id, name: title, code } of categories) {
        assert.ok(Number.isInteger(id) && title.length > 0)
        assert.match(code, /^[a-z0-9-]+$/)
      }
      assert.equal(new Set(categories.map(({ code }) => code)).size, categories.length)
      assert.deepEqual(await stores.catalogue.categoryById(categories[3]!.id), categories[3])
      assert.equal(await stores.catalogue.categoryById(999_999), undefined)
    })

    test('returns every field of a published GIF', async () => {
      const [category] = await stores.catalogue.listCategories()
      const account = await addAccount(stores, 'fields@example.org')
      const given = {
        code: 'EveryField12',
        tenorId: '9223372036854775807',
        mediaId: 'media-of-every-field',
        title: 'Łódź "in" <quotes> 😀',
        tags: ['a tag', 'ünïcode', '"quoted"'] as string[],
        width: 481,
        height: 271,
        durationMs: 1234,
        frames: 17,
        renditions: {
          gif: { width: 481, height: 271, bytes: 2 ** 33 + 5, frames: 17 },
          mp4: { width: 482, height: 272, bytes: 11, frames: 70_000 },
          thumb: { width: 65_535, height: 1, bytes: null, frames: 1 },
        },
        hasAlpha: true,
        alt: 'A łódź on a pond',
        flashing: true,
        rating: 'r',
        visibility: 'private',
        hidden: true,
        ownerId: account.id,
        createdAt: 1_800_000_000_123,
      } as const
      const { id, ...gif } = await publish(stores, { ...given, categoryId: category!.id })
      assert.deepEqual({ ...gif }, { ...given, category })
      assert.equal((await stores.catalogue.gifByMediaId('media-of-every-field'))?.id, id)
      assert.equal(await stores.catalogue.gifByCode('everyfield12'), undefined)
      assert.equal(await stores.catalogue.gifByMediaId('unknown'), undefined)
    })

    test('lists a category without text newest first, page by page, with an exact total', async () => {
      const category = await stores.catalogue.addCategory({ name: 'Paging', code: 'paging' })
      const made: Gif[] = []
      for (let number = 0; number < 7; number++) {
        made.unshift(
          await publish(stores, {
            categoryId: category.id,
            rating: number === 2 ? 'r' : null,
            visibility: number === 4 ? 'private' : 'public',
          }),
        )
      }
      const safe = codes(made.filter((gif) => !isNsfw(gif) && isListed(gif)))
      const seen = codes(made.filter((gif) => isListed(gif)))
      const inPaging = { categoryCode: 'paging' }
      const all = await find(inPaging)
      assert.deepEqual([all.total, codes(all.gifs)], [5, safe])
      const nsfw = await find({ ...inPaging, maxRating: 'r' })
      assert.deepEqual([nsfw.total, codes(nsfw.gifs)], [6, seen])
      const page = await find({ ...inPaging, start: 2, limit: 2 })
      assert.deepEqual([page.total, codes(page.gifs)], [5, safe.slice(2, 4)])
      const beyond = await find({ ...inPaging, start: 50 })
      assert.deepEqual([beyond.total, beyond.gifs], [5, []])
      const newest = await find({ limit: 3 })
      assert.deepEqual(codes(newest.gifs), safe.slice(0, 3))
    })

    test('finds nothing in a category that does not exist', async () => {
      assert.deepEqual(await find({ categoryCode: 'nowhere' }), { total: 0, gifs: [] })
      assert.deepEqual(await find({ categoryCode: 'nowhere', text: 'frog' }), { total: 0, gifs: [] })
    })

    test('removes a GIF from everywhere and returns it as it was', async () => {
      const category = await stores.catalogue.addCategory({ name: 'Removals', code: 'removals' })
      const stays = await publish(stores, { categoryId: category.id, title: 'Vanishing act one' })
      const goes = await publish(stores, { categoryId: category.id, title: 'Vanishing act two' })
      assert.deepEqual(await stores.catalogue.remove(goes.id), goes)
      assert.equal(await stores.catalogue.remove(goes.id), undefined)
      assert.equal(await stores.catalogue.gifByCode(goes.code), undefined)
      assert.deepEqual(await find({ text: 'vanishing' }), { total: 1, gifs: [stays] })
      assert.deepEqual(await find({ categoryCode: 'removals' }), { total: 1, gifs: [stays] })
      const random = await stores.catalogue.random({ categoryId: category.id, maxRating: 'r' })
      assert.equal(random?.code, stays.code)
    })

    test('finds listed GIFs by code or numeric id, in order, each once', async () => {
      const { catalogue } = stores
      const tenorId = '4611686018427387904'
      const one = await publish(stores, { tenorId })
      // Its code is the numeric id of the other one.
      const two = await publish(stores, { code: tenorId.slice(0, 18) + '5', tenorId: randomNumericId() })
      const three = await publish(stores, { tenorId: tenorId.slice(0, 18) + '5' })
      const unlisted = await publish(stores, { visibility: 'unlisted' })
      const hidden = await publish(stores, { hidden: true })
      const asked = [
        two.code,
        unlisted.code,
        one.code,
        hidden.tenorId,
        '',
        two.tenorId,
        tenorId,
        unlisted.tenorId,
      ]
      assert.deepEqual(await catalogue.idsByPublicIds(asked), [two.id, one.id])
      assert.equal((await catalogue.gifByPublicId(three.code))?.id, three.id)
      assert.deepEqual(await catalogue.gifByPublicId(three.tenorId), two)
      const junk = [
        `${tenorId}x`,
        `0${tenorId}`,
        ` ${tenorId}`,
        '9999999999999999999',
        String(one.id),
        '0',
        '-1',
        '\0',
      ]
      assert.deepEqual(await catalogue.idsByPublicIds(junk), [])
      assert.equal(await catalogue.gifByPublicId(hidden.code), undefined)
      assert.deepEqual(await catalogue.idsByPublicIds([]), [])
      const beyond = [...Array.from({ length: maxPublicIds }, () => 'none'), one.code]
      assert.deepEqual(await catalogue.idsByPublicIds(beyond), [])
      assert.deepEqual(await catalogue.idsByPublicIds(beyond.slice(1)), [one.id])
    })

    test('knows a media id as long as a GIF has it', async () => {
      const one = await publish(stores, { mediaId: 'shared' })
      const two = await publish(stores, { mediaId: 'shared' })
      await stores.catalogue.remove(one.id)
      assert.equal((await stores.catalogue.gifByMediaId('shared'))?.code, two.code)
      await stores.catalogue.remove(two.id)
      assert.equal(await stores.catalogue.gifByMediaId('shared'), undefined)
    })

    test('adds a category at the end of the list and moves it to any place', async () => {
      const added = await stores.catalogue.addCategory({ name: 'Places', code: 'places' })
      const order = async () => (await stores.catalogue.listCategories()).map(({ code }) => code)
      assert.equal((await order()).at(-1), 'places')
      await stores.catalogue.moveCategory(added.id, 1)
      assert.equal((await order())[0], 'places')
      await stores.catalogue.moveCategory(added.id, 3)
      assert.equal((await order())[2], 'places')
      await stores.catalogue.moveCategory(added.id, 1000)
      assert.equal((await order()).at(-1), 'places')
      for (const place of [0, -1, 1.5, NaN]) {
        await assert.rejects(stores.catalogue.moveCategory(added.id, place), refused('invalid_value'))
      }
      await assert.rejects(stores.catalogue.moveCategory(999_999, 1), refused('not_found'))
    })

    test('lists the categories that have listed GIFs of a rating, in their order', async () => {
      const { catalogue } = stores
      const [late, early, empty] = await Promise.all(
        ['filled-late', 'filled-early', 'filled-empty'].map((code) =>
          catalogue.addCategory({ name: code, code }),
        ),
      )
      await catalogue.moveCategory(early!.id, 1)
      const filled = async (maxRating: Rating) =>
        (await catalogue.filledCategories(maxRating)).filter(({ code }) => code.startsWith('filled-'))
      await publish(stores, { categoryId: empty!.id, visibility: 'private' })
      await publish(stores, { categoryId: empty!.id, hidden: true })
      assert.deepEqual(await filled('r'), [])
      const one = await publish(stores, { categoryId: early!.id, rating: 'pg' })
      await publish(stores, { categoryId: late!.id, rating: 'r' })
      assert.deepEqual(await filled('pg-13'), [early])
      assert.deepEqual(await filled('r'), [early, late])
      assert.deepEqual(await filled('g'), [])
      await catalogue.remove(one.id)
      assert.deepEqual(await filled('r'), [late])
    })

    test('finds the GIFs of a renamed category by its new name only', async () => {
      const category = await stores.catalogue.addCategory({ name: 'Quokkas', code: 'quokkas' })
      const gif = await publish(stores, { categoryId: category.id })
      assert.equal((await find({ text: 'quokkas' })).total, 1)
      await stores.catalogue.renameCategory(category.id, { name: 'Wombats' })
      assert.equal((await find({ text: 'quokkas' })).total, 0)
      assert.equal((await find({ text: 'wombats' })).gifs[0]?.category.name, 'Wombats')
      await stores.catalogue.renameCategory(category.id, { code: 'wombats' })
      assert.equal((await find({ categoryCode: 'quokkas' })).total, 0)
      assert.deepEqual(codes((await find({ categoryCode: 'wombats' })).gifs), [gif.code])
    })

    test('refuses a category with a code that is taken or is not a slug, or without a name', async () => {
      const before = await stores.catalogue.listCategories()
      const add = (name: string, code: string) => stores.catalogue.addCategory({ name, code })
      await assert.rejects(add('Again', before[0]!.code), refused('invalid_value'))
      await assert.rejects(add('Spaces', 'no spaces'), refused('invalid_value'))
      await assert.rejects(add('Empty', ''), refused('invalid_value'))
      await assert.rejects(add('  ', 'nameless'), refused('invalid_value'))
      const [one, two] = before
      await assert.rejects(
        stores.catalogue.renameCategory(one!.id, { code: two!.code }),
        refused('invalid_value'),
      )
      await assert.rejects(stores.catalogue.renameCategory(999_999, { name: 'X' }), refused('not_found'))
      assert.deepEqual(await stores.catalogue.listCategories(), before)
    })

    test('removes a category only when it contains no GIF, not even a private one', async () => {
      const account = await addAccount(stores, 'hermit@example.org')
      const category = await stores.catalogue.addCategory({ name: 'Hermits', code: 'hermits' })
      const gif = await publish(stores, {
        categoryId: category.id,
        visibility: 'private',
        ownerId: account.id,
      })
      await assert.rejects(stores.catalogue.removeCategory(category.id), refused('invalid_value'))
      await stores.catalogue.remove(gif.id)
      await stores.catalogue.removeCategory(category.id)
      assert.equal(await stores.catalogue.categoryById(category.id), undefined)
      await assert.rejects(stores.catalogue.removeCategory(category.id), refused('not_found'))
    })

    test('keeps all of it over a restart', async () => {
      const gif = await publish(stores, { title: 'Survivor of the restart' })
      const categories = await stores.catalogue.listCategories()
      await stores.reopen()
      assert.deepEqual(await stores.catalogue.gifByCode(gif.code), gif)
      assert.deepEqual(await find({ text: 'survivor restart' }), { total: 1, gifs: [gif] })
      assert.deepEqual(await stores.catalogue.listCategories(), categories)
    })
  })
}
