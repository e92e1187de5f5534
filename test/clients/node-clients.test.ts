import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { FetchError, GiphyFetch, setServerUrl } from '@giphy/js-fetch-api'
import tenorGifApi from 'tenor-gif-api'
import { redirectHosts } from '../support/browser/redirected-hosts.ts'
import { secure } from '../support/browser/secure-origin.ts'
import { startSite } from '../support/site.ts'

const require = createRequire(import.meta.url)

type Image = { url: string; width: string; height: string }
type Item = { id: string; title: string; url: string; images: Record<string, Image> }
type Answer<T> = { data: T; pagination?: { total_count: number }; meta: { status: number } }

/** The promises of their readmes; none of these packages has types of its own. */
type GiphyApi = {
  search(options: string | object): Promise<Answer<Item[]>>
  translate(options: string | object): Promise<Answer<Item>>
  random(options: string | object): Promise<Answer<Item>>
  trending(options: object): Promise<Answer<Item[]>>
  id(id: string | string[]): Promise<Answer<Item[]>>
}
type Callback = (error: Error | null, answer: Answer<Item & Item[]>) => void
type GiphyWrapper = {
  search(text: string, limit: number, offset: number, rating: string, done: Callback): void
  getById(id: string, done: Callback): void
  getByIds(ids: string[], done: Callback): void
  translate(text: string, done: Callback): void
  random(tag: string, done: Callback): void
  trending(limit: number, done: Callback): void
}
type Message = { match: (string | undefined)[]; send(text: string): void }

const giphyApi = require('giphy-api') as (options: object) => GiphyApi
const giphyRandom = require('giphy-random') as (key: string, options: object) => Promise<Answer<Item>>
const giphyWrapper = require('giphy-wrapper') as (key: string) => GiphyWrapper
const hubotGiphy = require('hubot-giphy') as (robot: object) => void

/** Published packages whose addresses are fixed: only the resolution of those is ours. */
test('published clients for Node work with our GIFs, and reach no other host', secure, async (t) => {
  const site = await startSite(t)
  const titles = ['Frog one', 'Frog two', 'Frog three']
  const gifs = []
  for (const title of titles) gifs.push(await site.add({ title, tags: ['frog'] }))
  gifs.push(await site.addWithFiles({ title: 'A frog that moves', tags: ['moving'] }))
  const [first, second, , moving] = gifs.map(({ code }) => code) as [string, string, string, string]
  const refused = await redirectHosts(t, ['api.giphy.com', 'tenor.googleapis.com'], site.url)

  const assertIsGif = async (address: string, { width, height }: { width: number; height: number }) => {
    assert.ok(address.startsWith(`${site.url}/`), address)
    const bytes = Buffer.from(await (await fetch(address)).arrayBuffer())
    assert.match(bytes.toString('latin1', 0, 6), /^GIF8/)
    assert.deepEqual([bytes.readUInt16LE(6), bytes.readUInt16LE(8)], [width, height])
  }
  const idsOf = (items: Item[]) => items.map(({ id }) => id)

  for (const https of [false, true]) {
    await t.test(`giphy-api, ${https ? 'HTTPS' : 'HTTP'}`, async () => {
      const giphy = giphyApi({ apiKey: 'any key', https })
      const found = await giphy.search({ q: 'frog', limit: 2, rating: 'g' })
      assert.deepEqual([found.data.length, found.pagination?.total_count], [2, 4])
      assert.equal((await giphy.search('moving')).data[0]?.id, moving)
      assert.deepEqual(idsOf((await giphy.search({ api: 'stickers', q: 'frog' })).data), [])
      assert.deepEqual(idsOf((await giphy.id([second, first])).data), [second, first])
      assert.deepEqual(idsOf((await giphy.id(first)).data), [first])
      assert.match((await giphy.translate('frog')).data.title, /frog/i)
      assert.equal((await giphy.random({ tag: 'moving', rating: 'g' })).data.id, moving)
      assert.equal((await giphy.trending({ limit: 3 })).data.length, 3)
      const [item] = (await giphy.search('moving')).data
      const { url, width, height } = item!.images.original!
      await assertIsGif(url, { width: Number(width), height: Number(height) })
    })
  }

  await t.test('giphy-random', async () => {
    const { data } = await giphyRandom('any key', { tag: 'moving', rating: 'g' })
    assert.equal(data.id, moving)
    assert.match((await giphyRandom('any key', {})).data.title, /frog/i)
    const { url, width, height } = data.images.fixed_width!
    await assertIsGif(url, { width: Number(width), height: Number(height) })
  })

  await t.test('giphy-wrapper', async () => {
    const giphy = giphyWrapper('any-key')
    const answerOf = (ask: (done: Callback) => void) =>
      new Promise<Item & Item[]>((resolve, reject) => {
        ask((error, answer) => (error === null ? resolve(answer.data) : reject(error)))
      })
    assert.equal((await answerOf((done) => giphy.search('frog', 3, 1, 'g', done))).length, 3)
    assert.equal((await answerOf((done) => giphy.getById(first, done))).id, first)
    assert.deepEqual(idsOf(await answerOf((done) => giphy.getByIds([second, first], done))), [second, first])
    assert.match((await answerOf((done) => giphy.translate('frog', done))).title, /frog/i)
    assert.equal((await answerOf((done) => giphy.random('moving', done))).id, moving)
    assert.equal((await answerOf((done) => giphy.trending(2, done))).length, 2)
    await assert.rejects(answerOf((done) => giphy.getById('unknown', done)))
  })

  await t.test('hubot-giphy', async () => {
    const script = await new Promise<(message: Message) => void>((resolve) => {
      hubotGiphy({
        name: 'hubot',
        loadFile: (folder: string, file: string) => {
          const start = require(`${folder}/${file}`) as (robot: object) => void
          start({
            name: 'hubot',
            respond: (_pattern: RegExp, reply: (message: Message) => void) => resolve(reply),
          })
        },
      })
    })
    const reply = (words: string) =>
      new Promise<string>((resolve) => {
        script({ match: [`giphy ${words}`, words], send: resolve })
      })
    for (const words of ['moving', `id ${moving}`, 'translate /rating:g moving'])
      await assertIsGif(await reply(words), { width: 320, height: 180 })
    assert.equal(await reply('random moving'), `${site.url}/${moving}`)
    assert.match(await reply('trending /limit:2'), /\.gif$/)
    assert.equal(await reply('search nothing is called so'), 'No Results Found')
  })

  await t.test('tenor-gif-api', async () => {
    const tenor = new tenorGifApi.default('any key', 'a test')
    const page = await tenor.search.query({ q: 'frog', limit: 3 })
    assert.equal(page.results.length, 3)
    const rest = await tenor.search.query({ q: 'frog', limit: 3, pos: page.next })
    assert.equal(new Set([...page.results, ...rest.results].map(({ id }) => id)).size, 4)
    assert.equal(rest.next, '')
    assert.equal((await tenor.featured.getFeatured({ limit: 2 })).results.length, 2)
    const [category] = (await tenor.categories.getCategories()).tags
    assert.ok(category !== undefined && category.image.startsWith(site.url))
    assert.ok((await tenor.search.query({ q: category.searchterm })).results.length > 0)
    assert.ok((await tenor.autocomplete.getAutocomplete({ q: 'fro' })).results.includes('frog'))
    assert.ok(Array.isArray((await tenor.suggestions.getSuggestions({ q: 'frog' })).results))
    assert.ok(Array.isArray((await tenor.trending.getTrendingTerms({ limit: 5 })).results))
    const [found] = (await tenor.search.query({ q: 'moving' })).results
    assert.equal(found?.url, `${site.url}/${moving}`)
    const posts = await tenor.posts.getPosts({ ids: `${found.id},${first}` })
    assert.deepEqual(
      posts.results.map(({ url }) => url),
      [`${site.url}/${moving}`, `${site.url}/${first}`],
    )
    for (const format of ['gif', 'tinygif'] as const) {
      const { url, dims } = found.media_formats[format]
      await assertIsGif(url, { width: dims[0]!, height: dims[1]! })
    }
    await tenor.registerShare.registerShare({ id: found.id, q: 'moving' })
    await site.stop()
    const { uses } = await site.withStores(({ db }) =>
      db.selectFrom('gif').select('uses').where('code', '=', moving).executeTakeFirstOrThrow(),
    )
    assert.ok(uses > 0)
  })

  assert.deepEqual(refused, [])
  // The check that the line above would have failed.
  await assert.rejects(fetch('https://elsewhere.invalid/'))
  assert.deepEqual(refused, ['elsewhere.invalid'])
})

test('published clients tell their app that its key was refused', secure, async (t) => {
  const site = await startSite(t, { COMPAT_API_KEYS: 'known' })
  await site.add({ title: 'A frog jumps' })
  const refused = await redirectHosts(t, ['api.giphy.com', 'tenor.googleapis.com'], site.url)
  setServerUrl(`${site.url}/v1/`)
  const searches: Record<string, (key: string) => Promise<number>> = {
    '@giphy/js-fetch-api': async (key) => (await new GiphyFetch(key).search('frog')).data.length,
    'giphy-random': async (key) => [(await giphyRandom(key, { tag: 'frog' })).data].length,
    'tenor-gif-api': async (key) =>
      (await new tenorGifApi.default(key).search.query({ q: 'frog' })).results.length,
  }
  const errors: Record<string, Error> = {}
  for (const [name, search] of Object.entries(searches)) {
    assert.equal(await search('known'), 1, name)
    errors[name] = await search('unknown').then(
      () => assert.fail(name),
      (error: Error) => error,
    )
  }
  const {
    '@giphy/js-fetch-api': fetchError,
    'giphy-random': axiosError,
    'tenor-gif-api': tenorError,
  } = errors
  assert.ok(fetchError instanceof FetchError)
  assert.equal(fetchError.status, 401)
  assert.match(fetchError.message, /API key not valid/)
  assert.match(axiosError!.message, /401/)
  assert.match(tenorError!.message, /400/)
  assert.deepEqual(refused, [])
})
