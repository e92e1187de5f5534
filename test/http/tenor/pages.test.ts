import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { formatsOf } from '#src/http/tenor/media-formats.ts'
import { pageAnswer } from './answers.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { publishGif } from '#test/support/stores/gifs.ts'
import { readAsKotlin } from './readers/kotlin.ts'
import { readAsMattermost } from './readers/mattermost.ts'
import { readAsOdoo } from './readers/odoo.ts'
import { readAsStoat } from './readers/stoat.ts'
import { readAsTenorDart } from './readers/tenor-dart.ts'
import { readAsZulip } from './readers/zulip.ts'

const isPage = Compile(pageAnswer)
type Page = Static<typeof pageAnswer>

const count = 120
const stickers = 30

describe('pages of results', () => {
  let app: TestApp
  const endings: (() => Promise<void>)[] = []
  before(async () => {
    app = await startApp(
      { after: (end) => void endings.push(end as () => Promise<void>) },
      { WORKER_CONCURRENCY: '0', DEFAULT_RATING: 'g' },
    )
    await app.withStores(async (stores) => {
      const ids: number[] = []
      for (let at = 0; at < count; at++) {
        const { id } = await publishGif(stores, {
          title: `Frog number ${at}`,
          alt: at % 2 === 0 ? null : `A frog that has the number ${at}`,
          tags: ['frog', at % 2 === 0 ? 'pond' : 'meadow'],
          hasAlpha: at < stickers,
          createdAt: 1_700_000_000_000 + at,
        })
        ids.push(id)
      }
      await stores.trends.addUses(new Map(ids.slice(40, 70).map((id, at) => [id, at + 1])))
    })
  })
  after(() => Promise.all(endings.map((end) => end())))

  const read = async (path: string): Promise<Page> => {
    const { status, headers, body } = await app.json(`/v2/${path}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    const page: unknown = body
    assert.ok(isPage.Check(page), JSON.stringify(isPage.Errors(page).slice(0, 3)))
    return page
  }
  const walk = async (path: string): Promise<{ ids: string[]; pages: number }> => {
    const ids: string[] = []
    let pos = ''
    for (let pages = 1; ; pages++) {
      const { results, next } = await read(`${path}&pos=${pos}`)
      ids.push(...results.map(({ id }) => id))
      if (next === '') return { ids, pages }
      pos = next
    }
  }

  test('are finite for a search, for featured GIFs and in random order, without duplicates', async () => {
    for (const [path, pages] of [
      ['search?q=frog', 6],
      ['search?q=frog&limit=7', 18],
      ['featured?limit=50', 3],
      ['featured?q=nothing', 6],
      ['search?q=frog&random=true&limit=50', 3],
    ] as const) {
      const walked = await walk(path)
      assert.deepEqual(
        [path, walked.ids.length, new Set(walked.ids).size, walked.pages],
        [path, count, count, pages],
      )
    }
    assert.equal((await walk('search?q=frog&searchfilter=sticker')).ids.length, stickers)
    assert.equal((await walk('featured?searchfilter=sticker,-static&limit=8')).ids.length, stickers)
    assert.deepEqual(await read('search?q=frog&searchfilter=sticker,static'), { results: [], next: '' })
  })

  test('begin with the most used recently for featured GIFs, and continue with the newest', async () => {
    const { results } = await read('featured?limit=50')
    const order = Array.from({ length: 30 }, (_, at) => 69 - at).concat(
      Array.from({ length: 20 }, (_, at) => 119 - at),
    )
    assert.deepEqual(
      results.map(({ title }) => title),
      order.map((number) => `Frog number ${number}`),
    )
  })

  test('in random order are not by relevance, and in another order each time', async () => {
    const orderOf = async (path: string) => (await read(path)).results.map(({ id }) => id).join(' ')
    const plain = await orderOf('search?q=frog&limit=50')
    const orders = [plain]
    for (let time = 0; time < 3; time++) orders.push(await orderOf('search?q=frog&limit=50&random=true'))
    assert.equal(new Set(orders).size, 4)
  })

  test('have 20 results by default, and at most 50', async () => {
    for (const [values, length] of [
      ['', 20],
      ['&limit=', 20],
      ['&limit=undefined', 20],
      ['&limit=1', 1],
      ['&limit=50', 50],
      ['&limit=999', 50],
    ] as const)
      assert.equal((await read(`search?q=frog${values}`)).results.length, length, values)
    for (const limit of ['0', '-1', 'x']) {
      const { status, body } = await app.json(`/v2/featured?limit=${limit}`)
      const message = '`limit` must be a whole number from 1 to 50.'
      const error = { code: 400, message, status: 'INVALID_ARGUMENT', details: [] }
      assert.deepEqual([status, body as unknown], [400, { error }])
    }
  })

  test('start from the beginning for an empty or unknown pos, and junk changes nothing', async () => {
    const first = await read('search?q=frog')
    for (const values of [
      'pos=',
      'pos=0',
      'pos=CAEQ_2_junk',
      'pos=%00',
      'pos=a&pos=b',
      'excludeDynamicResults=undefined&component=categories&anon_id=1&fields=next',
      'ar_range=square&searchfilter=none&country=&locale=x&client_key=%F0%9F%98%82',
      'media_filter=&random=maybe&type=stickers&__proto__=1&constructor[]=2',
      'media_filter=undefined&contentfilter=off&x[]=',
      'contentfilter=nonsense',
      'contentfilter=HIGH&ar_range=ALL',
    ])
      assert.deepEqual(await read(`search?q=frog&${values}`), first, values)
    const second = await read(`search?q=frog&pos=${first.next}`)
    assert.notDeepEqual(second.results, first.results)
    assert.equal((await app.json(`/v2/search?pos=%&q=frog`)).status, 200)
  })

  test('have the formats that a media_filter names', async () => {
    const formatsFor = async (values: string) => {
      const { results } = await read(`search?q=number+119&limit=1&${values}`)
      return Object.keys(results[0]?.media_formats ?? {})
    }
    const all = formatsOf({ hasAlpha: false })
    assert.deepEqual(await formatsFor(''), all)
    assert.deepEqual(await formatsFor('media_filter=undefined'), all)
    assert.deepEqual(await formatsFor('media_filter=preview,gif,tinygif'), ['gif', 'tinygif', 'preview'])
    assert.deepEqual(await formatsFor('media_filter=%20GIF%20,%20nonsense'), ['gif'])
    assert.deepEqual(await formatsFor('media_filter=minimal'), ['gif', 'tinygif', 'mp4'])
    assert.deepEqual(await formatsFor('media_filter=gif_transparent'), [])
    const { results } = await read('search?q=frog&limit=1&searchfilter=sticker')
    assert.deepEqual(Object.keys(results[0]?.media_formats ?? {}), formatsOf({ hasAlpha: true }))
    assert.deepEqual(results[0]?.flags, ['sticker'])
  })

  test('pass strict readers, modeled on apps that use this interface', async () => {
    const base = `${app.url}/v2`
    const stoat = await readAsStoat(base, 'frog')
    assert.deepEqual([stoat.found.results.length, stoat.more.results.length], [2, 2])
    assert.deepEqual(Object.keys(stoat.found.results[0]?.media_formats ?? {}), ['webm', 'tinywebm'])
    assert.equal(stoat.featured.results.length, 20)
    const zulip = await readAsZulip(base)
    assert.equal(new Set(zulip.map(({ preview }) => preview)).size, count)
    const odoo = await readAsOdoo(base, 'frog pond')
    assert.equal(odoo.found.length, 8)
    assert.deepEqual(odoo.favorites, odoo.found)
    assert.deepEqual(odoo.noFavorites, [])
    assert.ok(odoo.categories.length > 0)
    const shuffled = await readAsMattermost(base, 'frog meadow', 'mediumgif')
    assert.equal(new Set(shuffled).size, count / 2)
    const kotlin = await readAsKotlin(base, 'frog')
    assert.equal(kotlin.length, 50)
    const dart = readAsTenorDart(base)
    const ids = (await dart.search('frog')).results.map(({ id }) => id)
    assert.deepEqual(
      (await dart.posts(ids)).map(({ id }) => id),
      ids,
    )
    assert.equal((await dart.stickers()).results.length, 5)
    assert.deepEqual(await dart.suggestions('frog'), ['meadow', 'pond', 'frog number'])
    assert.ok((await dart.autocomplete('fr')).includes('frog'))
    assert.equal(await dart.registerShare('16989471141791455574'), true)
    for (const type of ['featured', 'trending']) assert.ok((await dart.categories(type)).length > 0)
    assert.ok((await dart.trending()).length > 0)
    await assert.rejects(dart.failing('nothing'), /There is nothing at this address/)
  })
})
