import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Gif } from '#src/catalogue/gif.ts'
import { compatOperations } from '../fuzz/requests/compat-operations.ts'
import { apiOperations, siteOperations } from '../fuzz/requests/operations.ts'
import { startSite, type TestSite } from '../support/site.ts'
import { makeAsVisitor, manage } from '../support/visitor-gifs.ts'

/** Long enough to wait for, if every page refreshes itself. */
const streams = /events|stream/

/** The texts to search for, in every parameter that takes words. */
const words = ['q', 'query', 'term', 'tag', 's', 'text']

/** A public collection into which an account has put GIFs whose addresses it knows; returns its code. */
async function collect(site: TestSite, gifs: readonly Gif[]): Promise<string> {
  const { headers } = await site.signUp('collector@example.org')
  const asked = { name: 'Okapis', visibility: 'public' }
  const { body } = await site.post('/api/collections', asked, headers)
  const code = body.result?.[0]?.code ?? ''
  for (const gif of gifs) {
    const put = await site.fetch(`/api/collections/${code}/gifs/${gif.code}`, { method: 'PUT', headers })
    assert.equal(put.status, 200)
    await site.fetch(`/api/gif/${gif.code}/favourite`, { method: 'PUT', headers })
  }
  return code
}

/**
 * Every GET of every surface, as requested by someone who knows the other GIF, a collection with both, and the name of
 * the secret one.
 */
async function addresses(site: TestSite, other: Gif, collection: string): Promise<string[]> {
  const operations = [...(await apiOperations()), ...(await compatOperations()), ...(await siteOperations())]
  const plain = { limit: '50', nsfw: '1', key: 'k', api_key: 'k' }
  const query = new URLSearchParams({
    ...plain,
    ...Object.fromEntries(words.map((name) => [name, 'okapi'])),
    ...{ rating: 'r', contentfilter: 'off', sort: 'popular', url: `${site.url}/${other.code}` },
    ...{ ids: other.code, id: other.code, gif_id: other.code },
  })
  const paths = operations
    .filter(({ method, path }) => method.toUpperCase() === 'GET' && !streams.test(path))
    .map(({ path }) => path.replaceAll(/\{(?:term|words|category|phrase)\}/g, 'okapi'))
    .map((path) => path.replace(/(\/c|\/collections)\/\{code\}/, `$1/${collection}`))
    .map((path) => path.replaceAll(/\{(?:code|id)\}/g, other.code).replaceAll(/\{\w+\}/g, 'x'))
  const unique = [...new Set(paths)]
  const latest = new URLSearchParams(plain)
  return unique.flatMap((path) => [`${path}?${query.toString()}`, `${path}?${latest.toString()}`, path])
}

/** The features that suggest words while someone types the beginning of a word, or mistypes it. */
const suggesting = (text: string) => [
  `/api/suggest?q=${text}`,
  `/api/find?q=${text}`,
  `/?q=${text}`,
  `/v2/autocomplete?q=${text}&key=k`,
  `/v2/search_suggestions?q=${text}&key=k`,
  `/v1/gifs/search/tags?q=${text}&api_key=k`,
  `/v1/tags/related/${text}?api_key=k`,
]

/** The addresses whose answers name the GIF: by its code, its other ids, its title or its tag. */
async function naming(site: TestSite, gif: Gif, paths: readonly string[]): Promise<string[]> {
  const signs = [gif.code, gif.tenorId, gif.mediaId, gif.title, ...gif.tags.filter((tag) => tag !== 'okapi')]
  const found: string[] = []
  for (const path of paths) {
    const answer = await site.fetch(path, { redirect: 'manual', headers: { accept: '*/*' } })
    const told = [...answer.headers, await answer.text()].join('\n')
    if (signs.some((sign) => told.includes(sign))) found.push(path)
  }
  return found
}

test('no public surface reveals an unlisted GIF, neither before it is published nor after it is unpublished', async (t) => {
  const site = await startSite(t)
  const look = randomBytes(40)
  const shared = { look, categoryId: 3 }
  const other = await site.add({ ...shared, title: 'Okapi meadow', tags: ['okapi', 'meadow'], rating: 'g' })
  const { gif, key } = await makeAsVisitor(
    site,
    { title: 'Zanzibar parade', 'tags[]': ['okapi', 'zanzibar'], visibility: 'unlisted' },
    { ...shared, rating: 'g', alt: 'An okapi in Zanzibar', uses: 1_000_000 },
  )
  const collection = await collect(site, [gif, other])
  const paths = await addresses(site, other, collection)
  assert.ok(paths.length > 200)
  // Anyone with the link uses it.
  for (const kind of ['view', 'copy', 'share'])
    await site.fetch(`/api/use/${gif.code}`, { method: 'POST', body: new URLSearchParams({ kind }) })
  await (await site.fetch(`/${gif.code}`)).text()

  const control = await naming(site, other, paths)
  assert.ok(control.length > 60, `the walk sees listed GIFs: ${control.length}`)
  assert.ok(control.some((path) => path.includes(`/c/${collection}/feed.atom`)))
  assert.deepEqual(await naming(site, gif, paths), [])

  const typed = ['zanz', 'zanzbiar', 'parad'].flatMap(suggesting)
  assert.deepEqual(await naming(site, gif, typed), [])

  await manage(site, gif.code, { key, action: 'publish' })
  const listed = await naming(site, gif, paths)
  assert.ok(listed.length > 20, `and this one while it is listed: ${listed.length}`)
  assert.ok((await naming(site, gif, typed)).length > 5)
  await manage(site, gif.code, { key, action: 'unpublish' })
  assert.deepEqual(await naming(site, gif, [...paths, ...typed]), [])
})

test('the ids of an unlisted GIF work only where its link is meant to work', async (t) => {
  const site = await startSite(t)
  const gif = await site.add({ title: 'Zanzibar parade', visibility: 'unlisted' })
  for (const id of [gif.code, gif.tenorId]) {
    for (const path of [
      `/v2/posts?ids=${id}&key=k`,
      `/v1/gifs?ids=${id}&api_key=k`,
      `/v1/gifs/${id}?api_key=k`,
      `/v1/gifs/id/${id}?api_key=k`,
      `/v1/gifs/related?gif_id=${id}&api_key=k`,
    ]) {
      const body = await (await site.fetch(path)).text()
      assert.doesNotMatch(body, /Zanzibar/, path)
    }
  }
  const page = await site.fetch(`/${gif.code}`)
  assert.match(await page.text(), /<meta name="robots" content="noindex"/)
})

test('other uploaders of the same file learn nothing of an unlisted GIF', async (t) => {
  const site = await startSite(t)
  const sourceHash = randomBytes(32)
  const unlisted = await site.add({ visibility: 'unlisted', sourceHash })
  await site.withStores(async ({ catalogue }) => {
    const same = await catalogue.gifsOfSource(sourceHash, null)
    assert.deepEqual(
      same.map(({ code }) => code),
      [],
    )
    assert.ok(await catalogue.gifByCode(unlisted.code))
  })
})
