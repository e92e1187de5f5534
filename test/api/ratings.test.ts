import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { addMadeUpGifs } from '#src/adapters/db/shared/catalogue/demo-gifs.ts'
import { type Gif, type Rating, ratings, resolveRating } from '#src/catalogue/gif.ts'
import { loadConfig } from '#src/config/config.ts'
import { newGif } from '../contract/stores.ts'
import type { Answer } from '../support/answers.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { publishGif } from '../support/stores/gifs.ts'
import { fakeBuilder } from '../support/stores/search-builder.ts'

/** More than the size of a catalogue that is indexed without a thread and a file. */
const others = 2100

const titlesOf = ({ result }: Answer) => new Set(result.map(({ title }) => title))

/** Tenor's name of each highest rating. */
const contentFilters = { g: 'high', pg: 'medium', 'pg-13': 'low', r: 'off' } satisfies Record<Rating, string>

async function lists(
  app: TestApp,
  { code, category }: Gif,
  { maxRating, expected }: { maxRating: Rating; expected: ReadonlySet<string> },
) {
  const get = async (path: string, values: Record<string, string>) => {
    const query = new URLSearchParams({ rating: maxRating, ...values })
    const { status, body } = await app.json(`/api/${path}?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return titlesOf(body)
  }
  const found = async (values: Record<string, string>) => get('find', values)
  const ofGiphy = async (path: string, values: Record<string, string> = {}) => {
    const query = new URLSearchParams({ rating: maxRating, limit: '50', ...values })
    const response = await app.fetch(`/v1/gifs/${path}?${query}`)
    assert.equal(response.status, 200)
    const { data } = (await response.json()) as { data: { title: string; rating: Rating }[] }
    for (const { rating } of data) assert.ok(ratings.indexOf(rating) <= ratings.indexOf(maxRating))
    return new Set(data.map(({ title }) => title))
  }
  const ofTenor = async (path: string, values: Record<string, string>) => {
    const query = new URLSearchParams({ contentfilter: contentFilters[maxRating], limit: '50', ...values })
    const response = await app.fetch(`/v2/${path}?${query}`)
    assert.equal(response.status, 200)
    const { results } = (await response.json()) as { results: { title: string }[] }
    return new Set(results.map(({ title }) => title))
  }
  // Until each expected one has appeared; an extra one among five would be missed in 20 draws one time in 90.
  const random = async () => {
    const drawn = new Set<string>()
    const isDone = (draw: number) => draw >= 20 && drawn.size >= expected.size
    for (let draw = 0; draw < 1000 && !isDone(draw); draw++)
      for (const title of await get('random-gif', { category: String(category.id) })) drawn.add(title)
    return drawn
  }
  return {
    search: await found({ q: 'okapi' }),
    'search in a category': await found({ q: 'okapi', category: category.code }),
    'the newest': await found({ category: category.code }),
    'the most used': await found({ category: category.code, sort: 'popular' }),
    'a shape': await found({ category: category.code, aspect: 'wide' }),
    trending: await get('trending', { category: category.code }),
    related: (await get(`related/${code}`, { limit: '10' })).add('okapi g'),
    random: await random(),
    'search of the GIPHY-compatible interface': await ofGiphy('search', { q: 'okapi' }),
    'its related GIFs': (await ofGiphy('related', { gif_id: code })).add('okapi g'),
    'search of the Tenor-compatible interface': await ofTenor('search', { q: 'okapi' }),
  }
}

test('DEFAULT_RATING decides how every list treats an unrated GIF, from the next start and without a new index', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-ratings-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0' }
  const first = await startApp(t, settings)
  const { code: _, title: __, tags: ___, categoryId: ____, createdAt: _____, ...template } = newGif()
  const gif = await first.withStores(async (stores) => {
    await addMadeUpGifs(stores.db, { count: others, template })
    const { id: categoryId } = await stores.catalogue.addCategory({ name: 'Rated', code: 'rated' })
    for (const rating of [null, ...ratings])
      await publishGif(stores, { title: `okapi ${rating}`, categoryId, rating })
    const { ids } = await stores.catalogue.newest({ categoryId, maxRating: 'g' }, { start: 0, limit: 9 })
    const gifs = await stores.catalogue.gifsByIds(ids)
    return gifs.find(({ rating }) => rating === 'g')
  })
  assert.ok(gif)
  await first.stop()
  for (const defaultRating of ['g', 'pg', 'pg-13'] as const) {
    const build = () => assert.fail('the index was rebuilt')
    const app = await startApp(
      t,
      { ...settings, DEFAULT_RATING: defaultRating },
      { searchBuilder: fakeBuilder(build) },
    )
    for (const maxRating of ratings) {
      const fit = [null, ...ratings].filter(
        (rating) => ratings.indexOf(resolveRating(rating, defaultRating)) <= ratings.indexOf(maxRating),
      )
      const expected = new Set(fit.map((rating) => `okapi ${rating}`))
      const found: Record<string, Set<string>> = await lists(app, gif, { maxRating, expected })
      for (const [list, titles] of Object.entries(found)) {
        const own = new Set([...titles].filter((title) => title.startsWith('okapi')))
        assert.deepEqual(own, expected, `${list} up to ${maxRating}, unrated read as ${defaultRating}`)
      }
    }
    await app.stop()
  }
})

test('DEFAULT_RATING is g by default, and never r', () => {
  assert.equal(loadConfig({}).catalogue.defaultRating, 'g')
  assert.throws(
    () => loadConfig({ DEFAULT_RATING: 'r' }),
    /DEFAULT_RATING must be one of g, pg, pg-13, not "r"/,
  )
})
