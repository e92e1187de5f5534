import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Check } from 'typebox/value'
import type { Gif } from '#src/catalogue/gif.ts'
import { categorySchema } from './schemas.ts'
import {
  assertSingle,
  type GiphyAnswer,
  type GiphyGif,
  type GiphySite,
  startGiphySite,
} from './giphy-site.ts'

/** One app for all tests of this file: 120 GIFs of frogs, some other ones, and some that nobody may find. */
let site: GiphySite
let frogs: Gif[]
let others: Gif[]
const stops: (() => Promise<void>)[] = []
const siblings = ['hidden', 'private', 'unlisted'] as const

before(async () => {
  site = await startGiphySite({ after: (stop) => stops.push(stop) })
  frogs = await site.add(
    Array.from({ length: 120 }, (_, number) => ({
      title: `Frog ${number}`,
      tags: ['frog', number % 2 === 0 ? 'even' : 'odd'],
      rating: 'g' as const,
    })),
  )
  others = await site.add([
    { title: 'Cloud sticker', tags: ['cloud'], hasAlpha: true, rating: 'g', categoryId: 2 },
    { title: 'Cloud picture', tags: ['cloud'], hasAlpha: false, rating: 'pg', categoryId: 2 },
    { title: 'Cloud at night', tags: ['cloud'], rating: 'r', hasAlpha: true, categoryId: 2 },
    { title: 'Cloud without rating', tags: ['cloud'], categoryId: 2 },
    { title: 'Cloud hidden', hidden: true, categoryId: 2 },
    { title: 'Cloud private', visibility: 'private', hasAlpha: true },
    { title: 'Cloud unlisted', visibility: 'unlisted', hasAlpha: true },
  ])
})

after(async () => {
  for (const stop of stops) await stop()
})

const named = (title: string) => others.find((gif) => gif.title === title)!

/** The titles of all pages of a list. */
async function walk(path: string, limit: number): Promise<string[]> {
  const titles: string[] = []
  for (let offset = 0, total = Infinity; offset < total;) {
    const answer = await site.get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}&offset=${offset}`)
    assert.equal(answer.pagination.offset, offset)
    assert.ok(answer.pagination.count > 0)
    if (total !== Infinity) assert.equal(answer.pagination.total_count, total)
    total = answer.pagination.total_count
    offset += answer.pagination.count
    titles.push(...answer.data.map(({ title }) => title))
  }
  return titles
}

test('search and trending have every GIF once, and exact totals on each page', async () => {
  const found = await walk('/gifs/search?q=frog', 25)
  assert.deepEqual(found.toSorted(), frogs.map(({ title }) => title).toSorted())
  const trending = await walk('/gifs/trending?rating=r', 17)
  assert.equal(trending.length, 124)
  assert.equal(new Set(trending).size, 124)
  const recent = await site.titles('/gifs/search?q=frog&sort=recent&limit=2')
  assert.deepEqual(recent, ['Frog 119', 'Frog 118'])
})

test('a rating finds all GIFs up to it, and only GIFs with transparency are stickers', async () => {
  const search = async (query: string) => (await site.titles(query)).toSorted()
  assert.deepEqual(await search('/gifs/search?q=cloud'), [
    'Cloud at night',
    'Cloud picture',
    'Cloud sticker',
    'Cloud without rating',
  ])
  // DEFAULT_RATING is g.
  assert.deepEqual(await search('/gifs/search?q=cloud&rating=G'), ['Cloud sticker', 'Cloud without rating'])
  assert.equal((await search('/gifs/search?q=cloud&rating=PG-13')).length, 3)
  assert.deepEqual(await search('/stickers/search?q=cloud'), ['Cloud at night', 'Cloud sticker'])
  assert.deepEqual(await search('/stickers/trending?rating=pg-13'), ['Cloud sticker'])
  assert.deepEqual(await search('/stickers/search?q=frog'), [])
  const { data } = await site.get('/stickers/trending')
  assert.deepEqual(new Set(data.map(({ is_sticker }) => is_sticker)), new Set([1]))
})

test('hidden, private and unlisted GIFs are on no route, and NSFW ones on none with a lower rating', async () => {
  const { code: sticker } = named('Cloud sticker')
  const lists = [
    ...['gifs', 'stickers'].flatMap((kind) => [
      `/${kind}/search?q=cloud&limit=100`,
      `/${kind}/trending?limit=100`,
      `/${kind}/related?gif_id=${sticker}&limit=100`,
      ...siblings.map((sibling) => `/${kind}/search?q=${sibling}`),
      ...siblings.map((sibling) => `/${kind}/random?tag=${sibling}`),
      ...siblings.map((sibling) => `/${kind}/translate?s=${sibling}`),
    ]),
    `/gifs?ids=${others.map(({ code }) => code).join(',')}`,
    '/gifs/categories',
    '/gifs/search/tags?q=cloud',
    '/tags/related/cloud',
    ...siblings.map((sibling) => `/gifs/categories/2/${sibling}`),
  ]
  for (const path of lists) {
    const answer = JSON.stringify((await site.get<unknown>(path)).data)
    assert.doesNotMatch(answer, /Cloud (hidden|private|unlisted)/, path)
    const separator = path.includes('?') ? '&' : '?'
    const safe = JSON.stringify((await site.get<unknown>(`${path}${separator}rating=pg-13`)).data)
    if (!path.startsWith('/gifs?ids=')) assert.doesNotMatch(safe, /Cloud at night/, path)
  }
  for (const sibling of siblings) {
    const gif = named(`Cloud ${sibling}`)
    for (const id of [gif.code, gif.tenorId]) assert.equal((await site.fetch(`/v1/gifs/${id}`)).status, 404)
    const related = await site.get(`/gifs/related?gif_id=${gif.code}`)
    assert.equal(related.pagination.total_count, 0)
  }
})

test('a GIF is found by the ids of either interface, several in their order', async () => {
  const [first, second] = frogs as [Gif, Gif]
  for (const id of [first.code, first.tenorId]) {
    const answer = await site.get<GiphyGif>(`/gifs/${id}`)
    assertSingle(answer)
    assert.equal(answer.data.id, first.code)
    assert.equal(answer.data.url, `${site.url}/${first.code}`)
    assert.ok(answer.data.embed_url.endsWith(`/${first.code}`))
    assert.equal(answer.data.images.original?.url, `${site.url}/media/gifs/${first.mediaId}/gif.gif`)
  }
  const titles = await site.titles(`/gifs?ids=${second.tenorId},%20unknown,${first.code},`)
  assert.deepEqual(titles, [second.title, first.title])
  assert.deepEqual(await site.titles('/gifs?ids='), [])
  assert.deepEqual(await site.titles('/gifs'), [])
  const unknown = await site.fetch('/v1/gifs/unknown')
  const { meta, data } = (await unknown.json()) as GiphyAnswer
  assert.deepEqual([unknown.status, meta.status, data], [404, 404, []])
  assert.ok(meta.response_id !== '' && meta.msg !== '')
})

test('the file of a GIF is found by its id, as Jitsi Meet requests a sent GIF', async () => {
  const gif = named('Cloud sticker')
  for (const id of [gif.code, gif.tenorId]) {
    const answer = await site.fetch(`/v1/gifs/id/${id}`, { redirect: 'manual' })
    assert.equal(answer.status, 302)
    assert.equal(answer.headers.get('location'), `${site.url}/media/gifs/${gif.mediaId}/gif.gif`)
  }
  for (const id of ['unknown', named('Cloud private').code])
    assert.equal((await site.fetch(`/v1/gifs/id/${id}`)).status, 404)
})

test('translate and random return one GIF, or an empty list if nothing matches', async () => {
  for (const kind of ['gifs', 'stickers']) {
    const found = await site.get<GiphyGif>(`/${kind}/translate?s=cloud%20sticker&weirdness=0`)
    assertSingle(found)
    assert.equal(found.data.title, 'Cloud sticker')
    assertSingle(await site.get(`/${kind}/translate?s=cloud&weirdness=10`))
    assertSingle(await site.get(`/${kind}/random`))
    assertSingle(await site.get(`/${kind}/random?tag=cloud&rating=pg-13`))
    assert.deepEqual((await site.get(`/${kind}/random?tag=zebrafish`)).data, [])
    assert.deepEqual((await site.get(`/${kind}/translate?s=zebrafish`)).data, [])
  }
  const drawn = new Set<string>()
  for (let time = 0; time < 20; time++) {
    drawn.add((await site.get<GiphyGif>('/gifs/random?tag=frog')).data.title)
  }
  assert.ok(drawn.size > 5)
})

test('related GIFs can be paged, and an unknown GIF has none', async () => {
  const path = `/gifs/related?gif_id=${frogs[0]!.code}`
  const first = await site.get(`${path}&limit=5`)
  const next = await site.get(`${path}&limit=5&offset=5`)
  const codes = [...first.data, ...next.data].map(({ id }) => id)
  assert.equal(new Set(codes).size, 10)
  assert.ok(!codes.includes(frogs[0]!.code))
  assert.equal(first.pagination.total_count, next.pagination.total_count)
  assert.deepEqual(await site.titles('/gifs/related?gif_id=unknown'), [])
  assert.deepEqual(await site.titles('/gifs/related'), [])
})

test('categories have a cover, and their words find their GIFs', async () => {
  type Category = { name: string; name_encoded: string; gif: GiphyGif }
  const { data, pagination } = await site.get<Category[]>('/gifs/categories')
  for (const category of data) assert.ok(Check(categorySchema, category))
  assert.equal(data.length, 2)
  assert.deepEqual(pagination, { total_count: 2, count: 2, offset: 0 })
  for (const category of data) {
    assert.ok(category.gif.images.fixed_width?.url)
    const found = await site.titles(`/gifs/search?q=${encodeURIComponent(category.name)}`)
    assert.ok(found.length > 0)
    const code = encodeURIComponent(category.name_encoded)
    assert.deepEqual((await site.get(`/gifs/categories/${code}`)).data, [])
    assert.ok((await site.titles(`/gifs/categories/${code}/${code}`)).includes(category.gif.title))
  }
  const [, clouds] = data
  assert.deepEqual(await site.titles(`/gifs/categories/${clouds!.name_encoded}/frog`), [])
  assert.deepEqual(await site.titles(`/gifs/categories/${clouds!.name_encoded}/sticker`), ['Cloud sticker'])
  assert.deepEqual(await site.titles('/gifs/categories/unknown/frog'), [])
  assert.equal((await site.get('/gifs/categories?limit=1&offset=1')).data.length, 1)
  const channel = await site.titles(`/gifs/search?q=@${clouds!.name_encoded}%20cloud&rating=g`)
  assert.deepEqual(channel.toSorted(), ['Cloud sticker', 'Cloud without rating'])
  assert.equal((await site.titles(`/gifs/search?q=@${clouds!.name_encoded}`)).length, 4)
  assert.deepEqual(await site.titles('/gifs/search?q=@nobody%20cloud'), [])
})

test('terms are completed, related, and listed as trending', async () => {
  type Term = { name: string; analytics_response_payload: string }
  const { data } = await site.get<Term[]>('/gifs/search/tags?q=fro')
  assert.equal(data[0]?.name, 'frog')
  assert.ok(data.length <= 5)
  const related = await site.get<Term[]>('/tags/related/frog')
  assert.deepEqual(
    related.data
      .slice(0, 2)
      .map(({ name }) => name)
      .toSorted(),
    ['even', 'odd'],
  )
  for (const { analytics_response_payload: payload } of [...data, ...related.data]) assert.ok(payload)
  assert.deepEqual((await site.get('/trending/searches')).data, [])
})

test('a list without results is empty in a complete envelope', async () => {
  const paths = ['text/animate?m=hi', 'text/search?q=hi', 'emoji', 'channels/search?q=x', 'videos/search?q=x']
  for (const path of [...paths.map((path) => `/v1/${path}`), '/v2/emoji', '/compat/giphy/v2/emoji']) {
    const response = await site.fetch(path)
    const { data, pagination } = (await response.json()) as GiphyAnswer
    assert.deepEqual([response.status, data], [200, []], path)
    assert.deepEqual(pagination, { total_count: 0, count: 0, offset: 0 })
  }
  const variations = await site.get('/v2/emoji/e1/variations')
  assert.deepEqual([variations.data, 'pagination' in variations], [[], false])
  const { data } = await site.get<{ random_id: string }>('/randomid')
  assert.match(data.random_id, /^\w{32}$/)
})

test('junk parameters are ignored, and numbers beyond their limits are clamped', async () => {
  const junk =
    'excludeDynamicResults=undefined&pingback_id=0123456789abcdef&bundle=low_bandwidth&lang=xx&country_code=&random_id=%00&customer_id=1&customer_id=2'
  const all = await site.get(`/gifs/search?q=frog&${junk}`)
  assert.deepEqual(all.pagination, { total_count: 120, count: 25, offset: 0 })
  const counts = {
    'limit=999': 100,
    'limit=0': 1,
    'limit=-3': 1,
    'limit=abc': 25,
    'limit=': 25,
    'limit=7&limit=8': 25,
  }
  for (const [query, count] of Object.entries(counts))
    assert.equal((await site.get(`/gifs/search?q=frog&${query}`)).pagination.count, count, query)
  const offsets = { 'offset=-5': 0, 'offset=2.7': 2, 'offset=abc': 0, 'offset=': 0, 'offset=1e99': 2 ** 31 }
  for (const [query, offset] of Object.entries(offsets)) {
    const { pagination } = await site.get(`/gifs/search?q=frog&${query}`)
    assert.deepEqual([pagination.offset, pagination.total_count], [offset, 120], query)
  }
  assert.equal((await site.get(`/gifs/search?q=${'frog%20'.repeat(30)}`)).pagination.total_count, 120)
  for (const q of ['', '%20', '@', '%00', '%F0%9F%90%B8', "'; drop table gif", '%25', '"'])
    await site.titles(`/gifs/search?q=${q}`)
  assert.deepEqual(await site.titles('/gifs/search?q='), [])
  const missing = await site.fetch('/v1/gifs/search')
  assert.deepEqual(
    [missing.status, ((await missing.json()) as GiphyAnswer).meta.msg],
    [400, '`q` is required.'],
  )
})

test('fields are sparse in items only', async () => {
  const { data, ...rest } = await site.get('/gifs/search?q=frog&limit=2&fields=id,images.fixed_width.url')
  for (const item of data) {
    assert.deepEqual(Object.keys(item), ['id', 'images'])
    assert.deepEqual(Object.keys(item.images.fixed_width!), ['url'])
  }
  assert.equal(rest.pagination.total_count, 120)
  const one = await site.get<GiphyGif>(`/gifs/${frogs[0]!.code}?fields=title`)
  assert.deepEqual(one.data, { title: 'Frog 0' })
})

test('preflights with the headers of the SDK are answered, on every address', async () => {
  for (const path of [
    '/v1/gifs/search',
    '/v1/gifs',
    '/v2/pingback',
    '/v2/emoji',
    '/compat/giphy/v2/pingback',
  ]) {
    const response = await site.fetch(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-giphy-sdk-name,x-giphy-sdk-platform',
      },
    })
    assert.equal(response.status, 204, path)
    assert.match(response.headers.get('access-control-allow-headers') ?? '', /x-giphy-sdk-platform/)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
  }
})

test('both addresses give the same answer, and unknown ones the shape of the interface', async () => {
  const without = (answer: GiphyAnswer) => JSON.stringify({ ...answer, meta: null })
  const short = await site.get('/gifs/search?q=cloud')
  const long = (await (await site.fetch('/compat/giphy/v1/gifs/search?q=cloud')).json()) as GiphyAnswer
  assert.equal(without(long), without(short))
  for (const path of ['/v1/nothing', '/v1', '/compat/giphy/v1/gifs/a/b/c/d']) {
    const response = await site.fetch(path)
    const { meta } = (await response.json()) as GiphyAnswer
    assert.deepEqual([response.status, meta.status], [404, 404], path)
    assert.notEqual(meta.response_id, '')
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
  }
  const ages = {
    '/gifs/search?q=cloud': 'public, max-age=30',
    '/gifs/random': 'no-store',
    '/gifs/unknown': 'no-store',
  }
  for (const [path, age] of Object.entries(ages)) {
    const { headers, body } = await site.fetch(`/v1${path}`, { method: 'HEAD' })
    assert.deepEqual([headers.get('cache-control'), body], [age, null], path)
  }
  const wrongMethod = await site.fetch('/v1/gifs/search', { method: 'DELETE' })
  assert.equal(((await wrongMethod.json()) as GiphyAnswer).meta.status, wrongMethod.status)
})
