import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDocument, DomUtils } from 'htmlparser2'
import { startApp } from '../../support/app.ts'
import { publishGif } from '../../support/stores/gifs.ts'

test('feeds list the newest GIFs of everything, of a category and of a search', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', SITE_NAME: 'Our <GIFs>' })
  const codes = await app.withStores(async (stores) => {
    const add = (title: string, categoryId: number, given = {}) =>
      publishGif(stores, { title, categoryId, ...given })
    const cat = await add('A cat & a “dog” ]]> <b>', 1, { tags: ['cat', 'x&y'] })
    const dance = await add('Dancing', 7)
    await add('Unlisted', 1, { visibility: 'unlisted' })
    await add('For adults', 1, { rating: 'r' })
    return { cat: cat.code, dance: dance.code }
  })
  const feed = async (query = '', headers: Record<string, string> = {}) => {
    const response = await app.fetch(`/feed.atom${query}`, { headers })
    const text = await response.text()
    const entries = DomUtils.getElementsByTagName('entry', parseDocument(text, { xmlMode: true }))
    const textOf = (name: string) =>
      entries.map((entry) => DomUtils.textContent(DomUtils.getElementsByTagName(name, entry)))
    return { response, text, ids: textOf('id'), titles: textOf('title'), contents: textOf('content') }
  }
  const all = await feed()
  assert.equal(all.response.headers.get('content-type'), 'application/atom+xml; charset=utf-8')
  assert.deepEqual(all.ids, [`${app.url}/${codes.dance}`, `${app.url}/${codes.cat}`])
  assert.deepEqual(all.titles, ['Dancing', 'A cat & a “dog” ]]> <b>'])
  assert.match(all.contents[1]!, /<img src="[^"]+gif\.gif" alt="A cat &amp; a “dog” \]\]&gt; &lt;b&gt;"/)
  assert.match(all.text, /<name>Our &lt;GIFs&gt;<\/name>/)
  assert.match(all.text, /<category term="x&amp;y" \/>/)

  assert.deepEqual((await feed('?q=dog')).titles, ['A cat & a “dog” ]]> <b>'])
  const category = (await app.json('/api/categories')).body.categories.find(({ id }) => id === 7)!
  assert.deepEqual((await feed(`?category=${category.code}`)).titles, ['Dancing'])
  assert.equal((await feed('?nsfw=1')).ids.length, 3)
  assert.equal((await feed('?category=none')).response.status, 404)

  const page = await (await app.fetch(`/?category=${category.code}`)).text()
  assert.match(
    page,
    new RegExp(`<link\\s+rel="alternate"\\s+type="application/atom\\+xml"[^>]+category=${category.code}"`),
  )
  const etag = all.response.headers.get('etag')!
  assert.equal((await feed('', { 'if-none-match': etag })).response.status, 304)
  await app.withStores((stores) => publishGif(stores, { title: 'Newer' }))
  const newer = await feed('', { 'if-none-match': etag })
  assert.deepEqual([newer.response.status, newer.titles[0]], [200, 'Newer'])

  await app.withStores((stores) => publishGif(stores, { title: 'Flashes', flashing: true }))
  assert.match((await feed()).contents[0]!, /<img src="[^"]+thumb\.jpg"/)
})
