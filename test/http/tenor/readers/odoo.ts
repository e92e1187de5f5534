import { address, listOf, objectOf, parseExactly, text, whole } from '../../../support/http/strict-json.ts'

/**
 * Reads like Odoo's Discuss: addons/mail/controllers/discuss/gif.py of odoo/odoo, which fails on any status but 2xx,
 * and addons/mail/static/src/discuss/gif_picker, which keeps favorites by their ids and requests them with `posts`.
 */
const gif = objectOf({
  id: text,
  media_formats: objectOf({ tinygif: objectOf({ url: address, dims: listOf(whole) }) }),
})
const page = objectOf({ results: listOf(gif), next: text })
const posts = objectOf({ results: listOf(gif) })
const categories = objectOf({
  tags: listOf(objectOf({ searchterm: text, path: text, image: address, name: text })),
})

/** Searches, stores the results as favorites, and requests those. `base` ends without a slash. */
export async function readAsOdoo(base: string, query: string) {
  const request = async (path: string, own: Record<string, string>) => {
    const values = new URLSearchParams({ key: 'False', client_key: 'my-database', ...own })
    const response = await fetch(`${base}/${path}?${values}`)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return parseExactly(await response.text())
  }
  const common = { limit: '8', contentfilter: 'medium', locale: 'en', country: 'US' }
  const found = page(await request('search', { q: query, ...common, media_filter: 'tinygif' }), 'search')
  const ids = found.results.map(({ id }) => id)
  const favorites = async (wanted: string[]) =>
    posts(await request('posts', { ids: wanted.join(','), media_filter: 'tinygif' }), 'posts').results
  return {
    found: found.results,
    favorites: await favorites(ids),
    noFavorites: await favorites([]),
    categories: categories(await request('categories', common), 'categories').tags,
  }
}
