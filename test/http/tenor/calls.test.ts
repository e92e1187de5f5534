import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Gif, NewGif } from '#src/catalogue/gif.ts'
import {
  categoriesQuery,
  featuredQuery,
  postsQuery,
  registerShareQuery,
  searchQuery,
  trendingTermsQuery,
  wordsQuery,
} from '#src/http/tenor/schemas.ts'
import {
  categoriesAnswer,
  errorAnswer,
  pageAnswer,
  postsAnswer,
  shareAnswer,
  wordsAnswer,
} from './answers.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { publishGif } from '#test/support/stores/gifs.ts'
import { until } from '#test/support/until.ts'

const unlistedTitle = 'Zebra that nobody lists'

/** The content of the catalogue: the title is the rating or the shape. */
const given: Partial<NewGif>[] = [
  { title: 'Heron g', rating: 'g', tags: ['bird', 'lake'] },
  { title: 'Heron pg', rating: 'pg', tags: ['bird', 'river'] },
  { title: 'Heron pg-13', rating: 'pg-13', tags: ['bird'] },
  { title: 'Heron r', rating: 'r', tags: ['bird', 'shameless'] },
  { title: 'Heron unrated', rating: null, tags: ['bird', 'lake'] },
  { title: `${unlistedTitle}: unlisted`, visibility: 'unlisted', tags: ['bird', 'zebraword'] },
  { title: `${unlistedTitle}: private`, visibility: 'private', tags: ['bird', 'zebraword'] },
  { title: `${unlistedTitle}: hidden`, hidden: true, tags: ['bird', 'zebraword'] },
  ...[
    [42, 100],
    [41, 100],
    [56, 100],
    [55, 100],
    [178, 100],
    [179, 100],
    [236, 100],
    [237, 100],
  ].map(([width = 0, height = 0]) => ({ title: `Shape ${width}`, width, height, rating: 'g' as const })),
]

describe('calls of the Tenor-v2-compatible interface', () => {
  let app: TestApp
  const gifs = new Map<string, Gif>()
  const endings: (() => Promise<void>)[] = []
  before(async () => {
    app = await startApp(
      { after: (end) => void endings.push(end as () => Promise<void>) },
      { WORKER_CONCURRENCY: '0', DEFAULT_RATING: 'pg' },
    )
  })
  after(() => Promise.all(endings.map((end) => end())))

  const read = async <T extends TSchema>(schema: T, path: string): Promise<Static<T>> => {
    const { status, body } = await app.json(`/v2/${path}`)
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    return checked(schema, body)
  }
  const titles = async (path: string) => (await read(pageAnswer, path)).results.map(({ title }) => title)
  const gifOf = (title: string): Gif => {
    const gif = gifs.get(title)
    assert.ok(gif)
    return gif
  }

  test('answer in an empty catalogue, and to empty values', async () => {
    const nothing = { results: [], next: '' }
    for (const path of [
      'search?q=x',
      'search?q=',
      'search?q=%20',
      'featured',
      'featured?searchfilter=sticker',
    ])
      assert.deepEqual(await read(pageAnswer, path), nothing)
    for (const path of ['posts?ids=', 'posts?ids=1,2', 'posts?ids=,%20,'])
      assert.deepEqual(await read(postsAnswer, path), { results: [] })
    for (const type of ['featured', 'trending', 'x', ''])
      assert.deepEqual(await read(categoriesAnswer, `categories?type=${type}`), { locale: 'en', tags: [] })
    for (const path of ['search_suggestions?q=x', 'autocomplete?q=x', 'autocomplete?q=', 'trending_terms'])
      assert.deepEqual(await read(wordsAnswer, path), { locale: 'en', results: [] })
    assert.deepEqual(await read(shareAnswer, 'registershare?id=1'), { status: 'ok' })
  })

  describe('with GIFs', () => {
    before(() =>
      app.withStores(async (stores) => {
        for (const gif of given) {
          const published = await publishGif(stores, gif)
          gifs.set(published.title, published)
        }
      }),
    )

    test('a contentfilter allows GIFs up to its rating; unrated GIFs count as the operator configured', async () => {
      const herons = (filter: string) => titles(`search?q=heron&contentfilter=${filter}`)
      const g = ['Heron g']
      const pg = ['Heron unrated', 'Heron pg', 'Heron g']
      const pg13 = ['Heron unrated', 'Heron pg-13', 'Heron pg', 'Heron g']
      const all = ['Heron unrated', 'Heron r', 'Heron pg-13', 'Heron pg', 'Heron g']
      for (const [filter, found] of Object.entries({
        high: g,
        medium: pg,
        low: pg13,
        off: all,
        '': all,
        mild: g,
      }))
        assert.deepEqual(await herons(filter), found, filter)
      assert.deepEqual(await titles('search?q=heron'), all)
      for (const filter of ['low', 'medium', 'high']) {
        const featured = await titles(`featured?limit=50&contentfilter=${filter}`)
        assert.equal(featured.includes('Heron r'), false)
        const { tags } = await read(categoriesAnswer, `categories?contentfilter=${filter}`)
        assert.equal(
          tags.some(({ image }) => image.includes(gifOf('Heron r').mediaId)),
          false,
        )
      }
      assert.ok((await titles('featured?limit=50')).includes('Heron r'))
    })

    test('an ar_range has exact bounds', async () => {
      const widths = async (range: string) =>
        (await titles(`search?q=shape&ar_range=${range}`))
          .map((title) => Number(title.split(' ')[1]))
          .toSorted((a, b) => a - b)
      assert.deepEqual(await widths('all'), [41, 42, 55, 56, 178, 179, 236, 237])
      assert.deepEqual(await widths('wide'), [42, 55, 56, 178, 179, 236])
      assert.deepEqual(await widths('standard'), [56, 178])
      assert.equal((await titles('featured?limit=50&ar_range=standard')).includes('Shape 179'), false)
    })

    test('no call returns an unlisted GIF, or reveals a word of one', async () => {
      const secrets = [...gifs.values()].filter(({ title }) => title.startsWith(unlistedTitle))
      assert.equal(secrets.length, 3)
      const ids = secrets.flatMap(({ code, tenorId }) => [code, tenorId]).join(',')
      for (const path of [
        'search?q=zebra&limit=50',
        'search?q=bird&limit=50',
        'search?q=zebraword&random=true',
        'featured?limit=50',
        `posts?ids=${ids}`,
        'categories',
        'categories?type=trending',
        'search_suggestions?q=bird',
        'autocomplete?q=zeb',
        'autocomplete?q=sham',
        'trending_terms',
        ...secrets.map(({ tenorId }) => `registershare?id=${tenorId}`),
      ]) {
        const response = await app.fetch(`/v2/${path}`)
        const answer = await response.text()
        assert.equal(response.status, 200)
        assert.doesNotMatch(answer, /zebra that|zebraword"/i, path)
        if (/autocomplete|suggestions|terms/.test(path)) assert.doesNotMatch(answer, /shameless/, path)
        for (const { mediaId, code } of secrets)
          assert.equal(answer.includes(mediaId) || answer.includes(`/${code}"`), false, path)
      }
    })

    test('posts returns GIFs by their ids here or by their codes, in order, each once, without a next page', async () => {
      const heron = gifOf('Heron g')
      const shameless = gifOf('Heron r')
      const ids = [shameless.tenorId, 'unknown', ` ${heron.code} `, '', heron.tenorId, '16989471141791455574']
      const { results } = await read(
        postsAnswer,
        `posts?ids=${encodeURIComponent(ids.join(','))}&media_filter=gif`,
      )
      assert.deepEqual(
        results.map(({ id, media_formats: formats }) => [id, Object.keys(formats)]),
        [shameless, heron].map(({ tenorId }) => [tenorId, ['gif']]),
      )
      const many = [...Array.from({ length: 50 }, () => 'x'), heron.code].join(',')
      assert.deepEqual((await read(postsAnswer, `posts?ids=${many}`)).results, [], 'the first 50 count')
    })

    test('categories name an address that searches for them, with the key and the filter of the caller', async () => {
      const { tags } = await read(
        categoriesAnswer,
        'categories?key=k%26&contentfilter=high&type=featured&locale=de_DE',
      )
      const [category] = tags
      assert.ok(category)
      assert.deepEqual(category.name, `#${category.searchterm}`)
      const { origin, pathname, searchParams } = new URL(category.path)
      assert.deepEqual([origin, pathname], [app.url, '/v2/search'])
      assert.deepEqual(Object.fromEntries(searchParams), {
        q: category.searchterm,
        key: 'k&',
        locale: 'de_DE',
        contentfilter: 'high',
      })
      const found = checked(pageAnswer, await (await fetch(category.path)).json())
      assert.ok(found.results.length > 0)
      const covers = [...gifs.values()].map(({ mediaId }) => mediaId)
      assert.ok(covers.some((mediaId) => category.image.includes(mediaId)))
      const other = await app.json('/compat/tenor/v2/categories')
      const path = checked(categoriesAnswer, other.body).tags[0]?.path ?? ''
      assert.equal(new URL(path).pathname, '/compat/tenor/v2/search')
    })

    test('words are completed and suggested in the language of the caller', async () => {
      assert.deepEqual(await read(wordsAnswer, 'autocomplete?q=la&locale=pt-BR'), {
        locale: 'pt',
        results: ['lake'],
      })
      const { results } = await read(wordsAnswer, 'search_suggestions?q=heron&limit=2')
      assert.deepEqual(results, ['bird', 'lake'])
      assert.ok((await read(wordsAnswer, 'trending_terms?limit=1')).results.length === 1)
    })

    test('a share moves a GIF up, once per viewer, and HEAD does not count', async () => {
      const first = async () => (await titles('featured?limit=1'))[0]
      const path = (title: string) => `/v2/registershare?id=${gifOf(title).tenorId}&q=x&media_filter=gif`
      await app.fetch(path('Heron pg-13'), { method: 'HEAD' })
      assert.deepEqual((await app.json(path('Heron pg'))).body, { status: 'ok' })
      await until('the share is counted', async () => (await first()) === 'Heron pg')
      assert.equal((await titles('featured?limit=2'))[1] === 'Heron pg-13', false)
      assert.equal((await app.fetch(path('Heron pg'))).headers.get('cache-control'), 'no-store')
    })
  })

  test('every call takes its values', async () => {
    const calls = {
      '/search': searchQuery,
      '/featured': featuredQuery,
      '/categories': categoriesQuery,
      '/search_suggestions': wordsQuery,
      '/autocomplete': wordsQuery,
      '/trending_terms': trendingTermsQuery,
      '/registershare': registerShareQuery,
      '/posts': postsQuery,
    }
    for (const prefix of ['/v2', '/compat/tenor/v2']) {
      for (const [path, query] of Object.entries(calls)) {
        const values = Object.keys(query.properties).map((name) => `${name}=${name === 'limit' ? 3 : 'x'}`)
        assert.equal((await app.fetch(`${prefix}${path}?${values.join('&')}`)).status, 200, path)
      }
    }
  })

  test('missing or unknown values are an error in the shape of Google’s interfaces', async () => {
    const cases: [string, number, string, string][] = [
      ['search', 400, 'INVALID_ARGUMENT', '`q` is required.'],
      ['search?q=a&q=b', 400, 'INVALID_ARGUMENT', '`q` is required.'],
      ['autocomplete', 400, 'INVALID_ARGUMENT', '`q` is required.'],
      ['search_suggestions', 400, 'INVALID_ARGUMENT', '`q` is required.'],
      ['registershare', 400, 'INVALID_ARGUMENT', '`id` is required.'],
      ['registershare?id=', 400, 'INVALID_ARGUMENT', '`id` is required.'],
      ['posts', 400, 'INVALID_ARGUMENT', '`ids` is required.'],
      ['nothing', 404, 'NOT_FOUND', 'There is nothing at this address.'],
      ['search/more', 404, 'NOT_FOUND', 'There is nothing at this address.'],
    ]
    for (const [path, code, status, message] of cases) {
      const { status: given, headers, body } = await app.json(`/v2/${path}`)
      assert.deepEqual(checked(errorAnswer, body), { error: { code, message, status, details: [] } }, path)
      assert.equal(given, code)
      assert.equal(headers.get('access-control-allow-origin'), '*')
      assert.equal(headers.get('cache-control'), 'no-store')
    }
    const { status, body } = await app.json('/v2/search?q=x', { method: 'POST' })
    assert.deepEqual([status, checked(errorAnswer, body).error.status], [405, 'UNIMPLEMENTED'])
  })

  test('a browser on another site may send the headers of clients, and reads answers that may be cached for a while', async () => {
    const origin = 'https://app.example'
    const preflight = await app.fetch('/v2/search?q=x', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'content-type',
      },
    })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'content-type')
    const headers = { origin, 'content-type': 'application/json', 'x-goog-api-key': 'any' }
    for (const method of ['GET', 'HEAD']) {
      const response = await app.fetch('/v2/search?q=x', { method, headers })
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('access-control-allow-origin'), '*')
      assert.equal(response.headers.get('cache-control'), 'public, max-age=30')
      assert.equal(await response.text(), method === 'GET' ? '{"results":[],"next":""}' : '')
    }
    const random = await app.fetch('/v2/search?q=x&random=true')
    assert.equal(random.headers.get('cache-control'), 'no-store')
  })
})

function checked<T extends TSchema>(schema: T, body: unknown): Static<T> {
  const check = Compile(schema)
  assert.ok(check.Check(body), JSON.stringify(check.Errors(body).slice(0, 3)))
  return body
}
